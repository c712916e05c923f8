// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.data;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A contiguous part of a segment, which changes as its owner uses it for other bytes.
public class ByteRange {
  /// The segment; null while the range holds no bytes.
  public @Nullable MemorySegment memory;

  /// The offset of the first byte in [#memory].
  public long at;

  /// The number of bytes.
  public long bytes;

  /// Creates a range of no bytes.
  public ByteRange() {}

  /// Returns the segment of a range that holds bytes.
  public final MemorySegment memory() {
    MemorySegment memory = this.memory;
    if (memory == null) {
      throw new IllegalStateException("a block is used after its release");
    }
    return memory;
  }
}
