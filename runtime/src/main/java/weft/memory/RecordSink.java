// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;

/// What takes records off a ring.
public interface RecordSink {
  /// Takes one record, or says false to leave it, and all behind it, where it is.
  ///
  /// @param header the record's header word, see [RecordLayout]
  /// @param source the rank that wrote it
  /// @param memory where it stands; valid, and unchanged, until this returns
  /// @param at the offset of the header in `memory`
  boolean accept(long header, int source, MemorySegment memory, long at);
}
