// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.checkpoint.Checkpoints;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.layer.Layer;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileType;
import weft.mobile.Self;
import weft.random.objects.Plan.Mode;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;

/// A program of a seed whose bodies return while objects move, are balanced and stolen, lie on
/// disk, and have messages. Each rank notes, when the end of the job is agreed upon, how many
/// messages its own sends cause, how many it has handled, and how many objects it holds. Only the
/// sums over all ranks are known. Argument: the seed.
final class EndingProgram implements RankProgram {
  private static final int HEAD = 8;

  /// The bytes of the largest element; a limit of memory must take it.
  static final int LARGEST = 22_000;

  private static final int MOST_ELEMENTS = 120;
  private static final int MOST_HOPS = 4;
  private static final int MOST_ACTS = 12;

  /// The number of elements of a seed.
  static int elements(long seed) {
    return 1 + new SplittableRandom(seed).nextInt(MOST_ELEMENTS);
  }

  /// Bytes of an element: few, or some thousands; a tiny ring takes large ones in many pieces.
  private static int bytes(long index) {
    return HEAD + (int) (index * 37 % 3000) * (index % 16 == 5 ? 7 : 1);
  }

  private static final class Body {
    final World world;
    final long seed;
    final int elements;
    final MobileObjects objects;
    final Group group;
    final Checkpoints<Integer> checkpoints;
    final MobileArray<byte[]> array;
    final MobileRsr1<byte[]> touch;

    /// Alike on all ranks, and this rank's own.
    final SplittableRandom common;

    final SplittableRandom own;
    long caused;
    long handled;

    Body(World world, long seed) {
      this.world = world;
      this.seed = seed;
      this.elements = elements(seed);
      this.common = new SplittableRandom(seed + 1);
      this.own = new SplittableRandom(seed + 2 + world.rank());
      this.objects = MobileObjects.of(world);
      this.group = Group.world(world);
      this.checkpoints = Checkpoints.of(world, Codecs.of(Integer.class));
      MobileType<byte[]> type = objects.type("piece", Codecs.of(byte[].class));
      this.array = type.array("pieces", elements, EndingProgram::fill);
      this.touch = type.rsr1("touch", this::touched);
    }

    private void touched(Self<byte[]> self, byte[] piece, long hops) {
      handled++;
      piece[0]++;
      for (int i = HEAD; i < piece.length; i += 61) {
        Violation.unless(piece[i] == at(self.index(), i), "byte %d of %s", i, self);
      }
      long turn = Numbers.mix(self.index() * 31 + hops + piece[0]);
      if (hops > 0) {
        touch.send(array.at(Math.floorMod(turn, elements)), hops - 1);
      }
      if (turn % 3 == 0) {
        self.migrate(Math.floorMod((int) (turn >>> 32), world.size()));
      }
    }

    void run() {
      Mode[] modes = Mode.values();
      Mode mode = modes[common.nextInt(modes.length)];
      Policies.set(objects, mode, seed);
      world.start();
      checkpoints.restored();
      for (int i = common.nextInt(MOST_ACTS); i >= 0; i--) {
        act(common.nextInt(10));
      }
      if (common.nextInt(3) == 0) {
        world.quiesce(); // what is balanced goes on moving
      }
      if (own.nextInt(3) == 0) {
        LockSupport.parkNanos(own.nextInt(5_000_000));
      }
    }

    private void act(int which) {
      switch (which) {
        case 0 -> world.quiesce();
        case 1 -> save();
        case 2 -> Policies.set(objects, Mode.values()[common.nextInt(Mode.values().length)], seed);
        case 3 -> group.allreduce(1L, Operator.SUM);
        case 4 -> {
          for (int i = 0; i < elements; i++) {
            if (objects.isHere(array.at(i))) {
              objects.migrate(array.at(i), own.nextInt(world.size()));
            }
          }
        }
        case 5 -> objects.balance(weft.mobile.balance.Balance.rotate());
        case 6, 7 -> {
          int hops = common.nextInt(MOST_HOPS);
          if (world.rank() == common.nextInt(world.size())) {
            touch.broadcast(array, hops);
            caused += (long) elements * (hops + 1);
          }
        }
        default -> {
          for (int i = own.nextInt(200); i > 0; i--) {
            int hops = own.nextInt(MOST_HOPS);
            touch.send(array.at(own.nextInt(elements)), hops);
            caused += hops + 1;
          }
        }
      }
    }

    private void save() {
      if (common.nextBoolean()) {
        boolean _ = checkpoints.save(() -> 1);
      } else {
        checkpoints.quiesce(() -> 1);
      }
    }
  }

  private static byte at(long index, int place) {
    return (byte) (index * 31 + place);
  }

  private static byte[] fill(long index) {
    var piece = new byte[bytes(index)];
    for (int i = HEAD; i < piece.length; i++) {
      piece[i] = at(index, i);
    }
    return piece;
  }

  @Override
  public void run(World world, RankReport report, List<String> args) {
    var body = new Body(world, Long.parseLong(args.getFirst()));
    Layer.of(world)
        .moments()
        .whenOver(() -> report.note(body.caused + " " + body.handled + " " + body.objects.count()));
    body.run();
  }

  /// The sums of what ranks have noted; null if a rank has noted nothing.
  static long @Nullable [] sums(List<List<String>> notes) {
    var sums = new long[3];
    for (List<String> ofRank : notes) {
      if (ofRank.isEmpty()) {
        return null;
      }
      String[] parts = ofRank.getLast().split(" ", -1);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += Long.parseLong(parts[i]);
      }
    }
    return sums;
  }
}
