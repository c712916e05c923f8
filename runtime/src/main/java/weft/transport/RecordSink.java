// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.lang.foreign.MemorySegment;

/// What takes records off a transport.
public interface RecordSink {
  /// Takes one record, or says false to leave it, and all behind it, where it is.
  ///
  /// @param header the record's first word, as [Outbox#commit] was given it
  /// @param source the rank that wrote it
  /// @param memory where the record is; valid, and unchanged, until this returns
  /// @param at the offset of the header in `memory`
  boolean accept(long header, int source, MemorySegment memory, long at);
}
