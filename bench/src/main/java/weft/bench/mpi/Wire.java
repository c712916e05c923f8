// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import weft.memory.RecordLayout;

/// How many bytes the messages of MPI have that carry an operation: what Weft's transport makes of
/// its records.
final class Wire {
  /// The most bytes of one message, and of one record.
  static final int MOST = 1 << 16;

  /// So many bytes leave before a record that would exceed them is written.
  private static final int BATCH = 1 << 14;

  /// From here on a payload is announced, and goes from memory to memory.
  static final int BULK = 1 << 14;

  private static final int ANNOUNCEMENT = 16;

  /// What a put says of its bytes.
  private static final int PLACE = 16;

  /// What the bytes of the put-op's own request are.
  private static final int OP = RecordLayout.lengthOf(Long.BYTES);

  private Wire() {}

  /// The messages that carry a request with a payload of `size` bytes; for one from [#BULK] on, its
  /// announcement.
  static int[] request(int size) {
    return new int[] {RecordLayout.lengthOf(size < BULK ? size : ANNOUNCEMENT)};
  }

  /// The messages that carry a put of `size` bytes and its request of one word.
  static int[] putOp(int size) {
    var records = new ArrayList<Integer>();
    pieces(size, MOST - RecordLayout.HEADER - PLACE, PLACE, records);
    records.add(OP);
    return messages(records);
  }

  private static void pieces(int size, int most, int more, List<Integer> records) {
    for (int rest = size; rest > 0; rest -= most) {
      records.add(RecordLayout.lengthOf(more + Math.min(rest, most)));
    }
  }

  /// Puts records together as the transport does.
  private static int[] messages(List<Integer> records) {
    var messages = IntStream.builder();
    int standing = 0;
    int limit = 0;
    for (int record : records) {
      if (standing + record > limit) {
        if (standing > 0) {
          messages.add(standing);
        }
        standing = 0;
        limit = Math.max(record, BATCH);
      }
      standing += record;
    }
    return messages.add(standing).build().toArray();
  }
}
