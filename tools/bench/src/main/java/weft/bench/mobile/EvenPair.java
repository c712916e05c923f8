// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.nio.file.Path;
import weft.Weft;
import weft.World;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceLoop;
import weft.bench.pair.SliceWork;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileType;
import weft.mobile.balance.Balance;

/// Two ranks whose objects all take equally long, so that balancing gains nothing. An operation is
/// a window of work that quiescence ends.
final class EvenPair {
  /// The kind of work that is measured.
  enum Work {
    /// Windows without balancing.
    PLAIN,

    /// `balance` after each window.
    BALANCED,

    /// `balanceEvery`, once in about the time of a window.
    PERIODIC,

    /// `balance` alone, without work between the calls.
    ALONE
  }

  /// Objects of each rank.
  static final int EACH = 400;

  /// The time that an object takes for the message of a window, in nanoseconds.
  static final int NANOS = 25_000;

  private static final long PERIOD_MILLIS = (long) EACH * NANOS / 1_000_000;

  private static final Codec<long[]> LONGS =
      Codecs.of("longs", (value, out) -> out.writeLongs(value), Reader::readLongs);

  private final World world;
  private final MobileObjects objects;
  private final MobileRsr1<long[]> work;
  private final MobileArray<long[]> all;

  private EvenPair(World world) {
    this.world = world;
    objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("even", LONGS);
    type.load(cell -> 1);
    work =
        type.rsr1(
            "work",
            (self, cell, nanos) -> {
              long end = System.nanoTime() + nanos;
              while (System.nanoTime() < end) {
                cell[0]++;
              }
            });
    all = type.array("cells", 2 * EACH, i -> new long[1]);
  }

  /// Arguments: the file shared with the driver.
  public static void main(String[] args) {
    Weft.launch(args, EvenPair::body);
  }

  private static void body(World world) {
    BenchBoard board = BenchBoard.map(Path.of(world.args().get(0)));
    var pair = new EvenPair(world);
    world.start();
    pair.objects.balance(Balance.greedyRefine(1.05)); // handlers are timed from now on, always
    world.quiesce();
    board.join();
    Work[] works = Work.values();
    new SliceLoop(board, world.rank(), number -> pair.work(works[number])).obey();
  }

  private SliceWork work(Work what) {
    return new SliceWork() {
      @Override
      public long lead(int size, long count) {
        return run(what, count);
      }

      @Override
      public long follow(int size, long count) {
        run(what, count);
        return 0;
      }
    };
  }

  private long run(Work what, long count) {
    if (what == Work.PERIODIC) {
      objects.balanceEvery(PERIOD_MILLIS, Balance.greedyRefine(1.05));
    }
    world.quiesce();
    long began = System.nanoTime();
    for (long i = 0; i < count; i++) {
      if (what != Work.ALONE) {
        window();
      }
      if (what == Work.BALANCED || what == Work.ALONE) {
        objects.balance(Balance.greedyRefine(1.05));
      }
    }
    long nanos = System.nanoTime() - began;
    objects.balanceEvery(0, null);
    world.quiesce();
    return nanos;
  }

  private void window() {
    int first = world.rank() * EACH;
    for (int i = 0; i < EACH; i++) {
      work.send(all.at(first + i), NANOS);
    }
    world.quiesce();
  }
}
