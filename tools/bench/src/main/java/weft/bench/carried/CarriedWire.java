// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.util.List;
import java.util.stream.IntStream;
import weft.memory.RecordLayout;

/// The sizes of the messages that carry an operation: Weft's transports combine their records in
/// this way, and that over MPI announces large payloads.
final class CarriedWire {
  /// The maximum bytes of one message, and of one record.
  static final int MOST = 1 << 16;

  /// If a record would exceed this many bytes, the bytes before it leave first.
  private static final int BATCH = 1 << 14;

  /// From this size on, a payload is announced and sent from memory to memory.
  static final int BULK = 1 << 14;

  private static final int ANNOUNCEMENT = RecordLayout.ANNOUNCED;

  /// The bytes of an announcement of a put, whose payload goes to its place.
  static final int PUT_ANNOUNCEMENT = RecordLayout.ANNOUNCED_PUT;

  /// The bytes with which a put describes its data.
  private static final int PLACE = 16;

  /// The payload of the put-op's own request.
  private static final int OP = Long.BYTES;

  private CarriedWire() {}

  /// The messages that carry a request with a payload of `size` bytes; for one from [#BULK] on, its
  /// announcement.
  static int[] request(int size) {
    return new int[] {size < BULK ? size : ANNOUNCEMENT};
  }

  /// The messages that carry a put of `size` bytes and its request of one word; for one from
  /// [#BULK] on, its announcement and the request.
  static int[] putOp(int size) {
    if (size >= BULK) {
      return new int[] {PUT_ANNOUNCEMENT, OP};
    }
    return messages(size == 0 ? List.of(OP) : List.of(PLACE + size, OP));
  }

  /// The bytes of a put of `size` bytes and its request of one word, where nothing is announced.
  static int putOpBytes(int size) {
    return IntStream.of(messages(List.of(PLACE + size, OP))).sum();
  }

  /// Combines records with these payloads into messages as the transport does: a single record has
  /// no header.
  private static int[] messages(List<Integer> payloads) {
    var messages = IntStream.builder();
    int standing = 0;
    int limit = 0;
    int alone = 0;
    for (int payload : payloads) {
      int record = RecordLayout.lengthOf(payload);
      if (standing + record > limit) {
        if (standing > 0) {
          messages.add(alone > 0 ? alone : standing);
        }
        standing = 0;
        limit = Math.max(record, BATCH);
      }
      alone = standing == 0 ? payload : 0;
      standing += record;
    }
    return messages.add(alone > 0 ? alone : standing).build().toArray();
  }
}
