// SPDX-License-Identifier: Apache-2.0
package weft.calibrate.rank;

import java.lang.foreign.MemorySegment;
import weft.World;
import weft.collective.Data;
import weft.collective.Type;

/// Two buffers of doubles, in arrays or in the registered heap. What one call has received is what
/// the next one sends: so the data is new in the cache of its sender, as that of programs is.
final class Buffers {
  private final World world;
  private final boolean isRegistered;
  private final double[][] arrays = new double[2][0];
  private final MemorySegment[] memories = {MemorySegment.NULL, MemorySegment.NULL};

  Buffers(World world, boolean isRegistered) {
    this.world = world;
    this.isRegistered = isRegistered;
  }

  /// Makes room for `count` doubles in both.
  void room(int count) {
    for (int which = 0; which < 2; which++) {
      if (isRegistered && memories[which].byteSize() < 8L * count) {
        if (memories[which].byteSize() > 0) {
          world.heap().free(world.heap().pointerTo(memories[which]));
        }
        memories[which] = world.heap().allocate(8L * count);
      } else if (!isRegistered && arrays[which].length < count) {
        arrays[which] = new double[count];
      }
    }
  }

  /// The first `count` doubles of one of both.
  Data data(int which, int count) {
    return isRegistered
        ? Data.of(memories[which].asSlice(0, 8L * count), Type.DOUBLE)
        : Data.of(arrays[which], 0, count);
  }
}
