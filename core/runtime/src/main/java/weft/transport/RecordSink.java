// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.lang.foreign.MemorySegment;

/// Takes records off a transport.
public interface RecordSink {
  /// Takes one record, or returns false to leave it, and all records behind it, in place.
  ///
  /// @param header the record's first word, as passed to [Outbox#commit]
  /// @param source the rank that wrote it
  /// @param memory the memory of the record; valid, and unchanged, until this returns
  /// @param at the offset of the header in `memory`
  boolean accept(long header, int source, MemorySegment memory, long at);
}
