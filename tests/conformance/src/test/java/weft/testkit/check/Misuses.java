// SPDX-License-Identifier: Apache-2.0
package weft.testkit.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.Completion;
import weft.GlobalPointer;
import weft.Rsr0;
import weft.World;
import weft.collective.Group;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;

/// Programs of two ranks that each make one mistake, for the debug mode to find. The argument says
/// which.
public final class Misuses implements RankProgram {
  /// One mistake, made with a block of 256 bytes that both ranks have.
  interface Misuse {
    void make(World world, GlobalPointer block) throws Exception;
  }

  static final Map<String, Misuse> ALL = new LinkedHashMap<>();

  static {
    ALL.put("put and put", (world, block) -> inTurn(world, block, Misuses::first, Misuses::second));
    ALL.put("put and get", (world, block) -> inTurn(world, block, Misuses::first, Misuses::gets));
    ALL.put("get and put", (world, block) -> inTurn(world, block, Misuses::gets, Misuses::second));
    ALL.put(
        "put and atomic", (world, block) -> inTurn(world, block, Misuses::first, Misuses::adds));
    ALL.put(
        "atomic and put", (world, block) -> inTurn(world, block, Misuses::adds, Misuses::second));
    ALL.put("put and putOp", (world, block) -> inTurn(world, block, Misuses::first, Misuses::op));
    ALL.put("put and rows", (world, block) -> inTurn(world, block, Misuses::first, Misuses::rows));
    ALL.put("rows and put", (world, block) -> inTurn(world, block, Misuses::rows, Misuses::second));
    ALL.put("put and word", (world, block) -> inTurn(world, block, Misuses::first, Misuses::word));
    ALL.put(
        "put and getWord", (world, block) -> inTurn(world, block, Misuses::first, Misuses::reads));
    ALL.put(
        "few words",
        (world, block) -> inTurn(world, block, Misuses::putsWords, Misuses::getsWords));
    ALL.put(
        "completion not seen",
        (world, block) -> inTurn(world, block, Misuses::completes, Misuses::gets));
    ALL.put("own put and get", Misuses::alone);
    ALL.put("own atomic and get", Misuses::counts);
    ALL.put("free under way", Misuses::freesUnderWay);
    ALL.put("freed", Misuses::freed);
    ALL.put("past the block", (world, block) -> touches(world, block, 200, 100));
    ALL.put("never allocated", (world, block) -> touches(world, block, 1 << 20, 8));
    ALL.put("source changed", Misuses::changesSource);
  }

  /// The rsr of [#op]; registered by every program, since ranks register the same.
  private static final ThreadLocal<Rsr0> ARRIVED = new ThreadLocal<>();

  @Override
  public boolean failsOnPurpose() {
    return true;
  }

  @Override
  public void run(World world, RankReport report, List<String> args) throws Exception {
    ARRIVED.set(world.rsr0("arrived", source -> {}));
    Group all = Group.world(world);
    world.start();
    GlobalPointer block = world.heap().mallocAll(256).at(1);
    Misuse misuse = ALL.get(args.getFirst());
    if (misuse == null) {
      throw new IllegalArgumentException("no misuse is called " + args.getFirst());
    }
    misuse.make(world, block);
    all.barrier();
  }

  /// Rank 0 does one thing and does not order it, then rank 1 does another.
  private static void inTurn(World world, GlobalPointer block, Misuse zero, Misuse one)
      throws Exception {
    if (world.rank() == 0) {
      zero.make(world, block);
    }
    Group.world(world).barrier();
    if (world.rank() == 1) {
      one.make(world, block);
    }
    Group.world(world).barrier();
  }

  private static void first(World world, GlobalPointer block) {
    world.memory().put(new long[4], 0, block, 16, 4);
  }

  private static void second(World world, GlobalPointer block) {
    world.memory().put(new byte[3], 0, block, 47, 3);
  }

  private static void gets(World world, GlobalPointer block) {
    world.memory().get(block, 40, new long[2], 0, 2);
  }

  private static void adds(World world, GlobalPointer block) {
    world.memory().atomics().add(block, 40, 1);
  }

  private static void word(World world, GlobalPointer block) {
    world.memory().putLong(block, 24, 1);
  }

  private static void reads(World world, GlobalPointer block) {
    world.memory().getLongSync(block, 16);
  }

  private static void op(World world, GlobalPointer block) {
    MemorySegment source = MemorySegment.ofArray(new byte[8]);
    world.memory().put(source, 0, block, 20, 8, ARRIVED.get().op());
  }

  /// Four rows, of which the second has byte 47.
  private static void rows(World world, GlobalPointer block) {
    MemorySegment source = MemorySegment.ofArray(new byte[64]);
    world.memory().strided().putRows(source, 0, 16, block, 0, 40, 8, 4);
  }

  private static void completes(World world, GlobalPointer block) {
    Completion done = world.completion();
    world.memory().put(MemorySegment.ofArray(new byte[64]), 0, block, 0, 64, done);
  }

  private static void putsWords(World world, GlobalPointer block) {
    world.memory().put(world.heap().allocate(16), block.plus(8));
  }

  private static void getsWords(World world, GlobalPointer block) {
    world.memory().get(block.plus(16), world.heap().allocate(8));
  }

  private static void alone(World world, GlobalPointer block) {
    if (world.rank() == 0) {
      first(world, block);
      gets(world, block);
    }
  }

  private static void counts(World world, GlobalPointer block) {
    if (world.rank() == 0) {
      adds(world, block);
      gets(world, block);
    }
  }

  private static void freesUnderWay(World world, GlobalPointer block) {
    if (world.rank() == 0) {
      first(world, block);
    }
    world.heap().freeAll(block.at(world.rank()));
  }

  private static void freed(World world, GlobalPointer block) {
    GlobalPointer mine = world.heap().pointerTo(world.heap().allocate(100));
    long theirs = Group.world(world).broadcast(1, mine.pack());
    Group.world(world).barrier();
    if (world.rank() == 1) {
      world.heap().free(mine);
    }
    Group.world(world).barrier();
    if (world.rank() == 0) {
      world.memory().put(new long[2], 0, GlobalPointer.unpack(theirs), 0, 2);
    }
    Group.world(world).barrier();
  }

  private static void touches(World world, GlobalPointer block, long displacement, int bytes) {
    GlobalPointer next = world.heap().mallocAll(256);
    Group.world(world).barrier();
    if (world.rank() == 0) {
      world.memory().get(block, displacement, new byte[bytes], 0, bytes);
    }
    world.heap().freeAll(next);
  }

  private static void changesSource(World world, GlobalPointer block) {
    if (world.rank() == 0) {
      MemorySegment source = world.heap().allocate(64);
      source.set(ValueLayout.JAVA_LONG, 8, 1);
      world.memory().put(source, 0, block, 0, 64);
      source.set(ValueLayout.JAVA_LONG, 8, 2);
      world.memory().fence();
    }
  }
}
