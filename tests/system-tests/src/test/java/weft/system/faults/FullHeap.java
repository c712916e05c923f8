// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import weft.HeapExhaustedException;
import weft.Weft;
import weft.World;

/// A program whose rank 1 takes blocks of its registered heap until there is none left, gives some
/// back, and goes on. With the argument `all` every rank asks for the whole at once, and nobody
/// catches what comes of it.
final class FullHeap {
  private static final long BLOCK = 100_000;

  private FullHeap() {}

  public static void main(String[] args) {
    Weft.launch(args, FullHeap::run);
  }

  private static void run(World world) {
    System.out.println("pid " + ProcessHandle.current().pid());
    world.start();
    if (world.args().contains("all")) {
      world.heap().mallocAll(8 << 20);
    }
    if (world.rank() == 1) {
      fill(world);
    }
    world.quiesce();
    System.out.println("rank " + world.rank() + " ends well");
  }

  private static void fill(World world) {
    var blocks = new ArrayDeque<MemorySegment>();
    try {
      for (; ; ) {
        blocks.add(world.heap().allocate(BLOCK).fill((byte) 1));
      }
    } catch (HeapExhaustedException e) {
      System.out.println("exhausted: " + e.getMessage());
    }
    // What was given back can be had again, in whatever pieces.
    int taken = blocks.size();
    blocks.forEach(world.heap()::free);
    for (int i = 0; i < 2 * taken; i++) {
      world.heap().allocate(BLOCK / 2 - 64).fill((byte) 2);
    }
    System.out.println("had " + (taken > 2 ? "several" : "" + taken) + " blocks, twice");
  }
}
