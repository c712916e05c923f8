// SPDX-License-Identifier: Apache-2.0
package weft.calibrate.rank;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import weft.World;
import weft.collective.Data;
import weft.collective.Type;

/// Two buffers of doubles, in arrays or in the registered heap: what calls send, and what they
/// receive.
final class Buffers {
  /// The doubles of a cache line.
  private static final int LINE = 8;

  private final boolean isRegistered;
  private final double[][] arrays = new double[2][0];
  private double sum;
  private final MemorySegment[] memories = {MemorySegment.NULL, MemorySegment.NULL};

  /// Two buffers of `count` doubles.
  Buffers(World world, boolean isRegistered, int count) {
    this.isRegistered = isRegistered;
    for (int which = 0; which < 2; which++) {
      if (isRegistered) {
        memories[which] = world.heap().allocate(Math.max(8L, 8L * count));
      } else {
        arrays[which] = new double[count];
      }
    }
  }

  /// Writes the first `sent` doubles of the first buffer, and reads `received` of the second, as
  /// programs do between calls. So what is sent is new in the cache of its sender.
  void renew(int sent, int received) {
    if (isRegistered) {
      memories[0].asSlice(0, 8L * sent).fill((byte) 0);
      for (int i = 0; i < received; i += LINE) {
        sum += memories[1].getAtIndex(ValueLayout.JAVA_DOUBLE, i);
      }
    } else {
      Arrays.fill(arrays[0], 0, sent, 0);
      for (int i = 0; i < received; i += LINE) {
        sum += arrays[1][i];
      }
    }
  }

  /// Keeps the reading alive.
  double sum() {
    return sum;
  }

  /// The first `count` doubles of one of both.
  Data data(int which, int count) {
    return isRegistered
        ? Data.of(memories[which].asSlice(0, 8L * count), Type.DOUBLE)
        : Data.of(arrays[which], 0, count);
  }
}
