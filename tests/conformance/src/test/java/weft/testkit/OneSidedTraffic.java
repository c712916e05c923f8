// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import weft.Atomics;
import weft.Completion;
import weft.GlobalPointer;
import weft.Memory;
import weft.Rsr0;
import weft.Rsr2;
import weft.World;

/// Every kind of one-sided call, from and to every kind of memory.
final class OneSidedTraffic {
  /// The requests that come to this rank for each call of [#move] by another.
  static final int ARRIVE = 4;

  /// The requests that come to this rank for each of its own calls of [#move].
  static final int RETURN = 5;

  private static final long AREA = 8192;
  private static final long LARGE = 150_000;

  private final World world;
  private final Memory memory;
  private final Rsr0 plain;
  private final Rsr2 words;
  private final GlobalPointer[] areas;
  private final GlobalPointer[] largeAreas;
  private final MemorySegment registered;
  private final MemorySegment large;
  private final MemorySegment[] kinds;
  private final byte[] bytes = new byte[64];
  private final int[] ints = new int[64];
  private final long[] longs = new long[64];
  private final double[] doubles = new double[64];
  private final long[] places = {0, 64, 512};
  private final long[] lengths = {8, 0, 24};
  private final Completion done;
  private long sum;

  OneSidedTraffic(World world, Runnable arrived) {
    this.world = world;
    this.memory = world.memory();
    this.plain = world.rsr0("plain behind bytes", source -> arrived.run());
    this.words = world.rsr2("words behind bytes", (source, a, b) -> arrived.run());
    GlobalPointer mine = world.heap().mallocAll(AREA * world.size());
    this.areas = new GlobalPointer[world.size()];
    Arrays.setAll(areas, rank -> mine.at(rank).plus(AREA * world.rank()));
    GlobalPointer place = world.heap().mallocAll(LARGE * world.size());
    this.largeAreas = new GlobalPointer[world.size()];
    Arrays.setAll(largeAreas, rank -> place.at(rank).plus(LARGE * world.rank()));
    this.registered = world.heap().allocate(AREA);
    this.large = world.heap().allocate(LARGE);
    this.kinds =
        new MemorySegment[] {
          registered, Arena.ofAuto().allocate(AREA), MemorySegment.ofArray(new byte[(int) AREA])
        };
    this.done = world.completion();
  }

  /// One of each to `target`.
  void move(int target, int i) {
    GlobalPointer there = areas[target];
    MemorySegment local = kinds[i % 3];
    memory.put(local, i & 63, there, i & 31, 1L + (i & 4095));
    memory.put(registered, 0, there, 0, 8);
    memory.put(local, 0, there, 8, 64, done);
    done.await();
    memory.putSync(local, 0, there, 80, 17);
    memory.put(bytes, 1, there, 100, 9);
    memory.put(ints, 1, there, 200, 9);
    memory.put(longs, 1, there, 300, 9);
    memory.put(doubles, 1, there, 400, 9);
    memory.put(local, 0, there, 512, 512, plain.op());
    memory.put(registered, 0, there, 1024, 64, words.op(i, 5));
    memory.put(local, 0, there, 5120, 64, done.after(plain.op()));
    done.await();
    memory.putSync(local, 0, there, 5120, 64, words.op(i, 5));
    memory.putLong(there, 2048, i);
    memory.putDouble(there, 2056, i);
    memory.fence(target);

    memory.get(there, i & 31, local, i & 63, 1L + (i & 4095));
    memory.get(there, 0, registered, 0, 8);
    memory.get(there, 8, local, 0, 64, done);
    done.await();
    memory.getSync(there, 80, local, 0, 17);
    memory.get(there, 100, bytes, 1, 9);
    memory.get(there, 200, ints, 1, 9);
    memory.get(there, 300, longs, 1, 9);
    memory.get(there, 400, doubles, 1, 9);
    memory.get(there, 512, local, 0, 512, plain.op());
    memory.get(there, 1024, registered, 0, 64, words.op(i, 5));
    memory.getSync(there, 5120, local, 0, 64, plain.op());
    sum += memory.getLongSync(there, 2048) + (long) memory.getDoubleSync(there, 2056);

    memory.strided().putRows(local, 0, 128, there, 3000, 64, 40, 8);
    memory.strided().getRows(there, 3000, 64, local, 0, 128, 40, 8, done);
    done.await();
    memory.strided().putBlocks(local, places, there, places, lengths);
    memory.strided().getBlocks(there, places, local, places, lengths);
    memory.strided().getRows(there, 3000, 64, local, 0, 128, 40, 8, plain.op());
    memory.strided().getBlocks(there, places, local, places, lengths, done.after(plain.op()));
    done.await();

    Atomics atomics = memory.atomics();
    atomics.add(there, 4096, 1);
    atomics.add(there, 4104, 1.5);
    atomics.xor(there, 4112, i);
    atomics.fetchAdd(there, 4096, 1, done);
    done.await();
    sum += done.value() + atomics.fetchAddSync(there, 4096, 1);
    sum += atomics.compareAndSwapSync(there, 4120, i, i + 1L) + atomics.swapSync(there, 4120, i);
    sum += (long) atomics.fetchAddSync(there, 4104, 1.0);
    memory.fence();
  }

  /// A put with a request that is long enough to travel from memory to memory on every network: one
  /// more request comes to each of the others.
  void moveLong(int target) {
    memory.put(large, 0, largeAreas[target], 0, LARGE, plain.op());
  }

  /// Keeps the compiler from leaving out what is read.
  long sum() {
    return sum + world.rank();
  }
}
