// SPDX-License-Identifier: Apache-2.0
package weft.apps.gups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.JobFailedException;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.collective.Group;
import weft.options.HelpWanted;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The updates are those of one loop over one table, whoever makes them.
@Sampled
class GupsTest {
  private static final int LOG = 12;

  private static long[] sequential(int log) {
    long[] table = new long[1 << log];
    for (int i = 0; i < table.length; i++) {
      table[i] = i;
    }
    long random = 1;
    for (int i = 0; i < 4 * table.length; i++) {
      random = random << 1 ^ (random < 0 ? 7 : 0);
      table[(int) (random & (table.length - 1))] ^= random;
    }
    return table;
  }

  private static Table table(World world, Group group, long words) {
    long bytes = Table.bytes(words, world.size());
    return new Table(world, group, words, world.heap().mallocAll(bytes));
  }

  private static void assertSequential(World world, GupsOptions.Way way, int log) {
    Group group = Group.world(world);
    var updates = new Updates(world);
    world.start();
    Table table = table(world, group, 1L << log);
    updates.attach(table);
    long first = table.first(world.rank());
    group.barrier();
    updates.make(way, 4 * first, 4 * (first + table.length()));
    group.barrier();
    long[] expected = sequential(log);
    for (int i = 0; i < table.length(); i++) {
      assertThat(table.own(i)).as("word %d", first + i).isEqualTo(expected[(int) first + i]);
    }
  }

  @WeftTest(
      ranks = {1, 2, 3, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void byAtomics(World world) {
    assertSequential(world, GupsOptions.Way.ATOMICS, LOG);
  }

  @WeftTest(
      ranks = {1, 2, 3, 5},
      transport = {"threads", "shm"})
  void byRequests(World world) {
    assertSequential(world, GupsOptions.Way.RSR, LOG);
  }

  @WeftTest(ranks = 3, ring = 4096)
  void byRequestsThroughSmallRings(World world) {
    assertSequential(world, GupsOptions.Way.RSR, LOG);
  }

  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      check = true)
  void checkedAndDelayed(World world) {
    assertSequential(world, GupsOptions.Way.ATOMICS, LOG);
  }

  @WeftTest(ranks = 3, check = true)
  void byRequestsCheckedAndDelayed(World world) {
    assertSequential(world, GupsOptions.Way.RSR, LOG);
  }

  @WeftTest(ranks = 5)
  void moreRanksThanWords(World world) {
    assertSequential(world, GupsOptions.Way.RSR, 1);
  }

  @WeftTest(
      ranks = {1, 3},
      apart = 3)
  void theSameUpdatesTwiceRestoreTheTable(World world) {
    var options = new GupsOptions(LOG, GupsOptions.Way.RSR);
    Group group = Group.world(world);
    var updates = new Updates(world);
    world.start();
    Table table = table(world, group, options.words());
    assertThat(Gups.measure(group, options.way(), updates, table).errors()).isZero();
    // Once more, and nothing is as it was: the count of errors counts.
    long first = table.first(world.rank());
    updates.make(options.way(), 4 * first, 4 * (first + table.length()));
    group.barrier();
    assertThat(table.errors()).isGreaterThan(options.words() / 2);
  }

  @Test
  void everyWordHasOneOwner() {
    for (int ranks : new int[] {1, 2, 3, 5, 7}) {
      try (var job = Weft.open(WeftConfig.ofRanks(ranks))) {
        job.run(world -> {
          Group group = Group.world(world);
          world.start();
          for (int log = 1; log < 8; log++) {
            Table table = table(world, group, 1L << log);
            for (long i = 0; i < 1L << log; i++) {
              int owner = table.owner(i);
              assertThat(i).isBetween(table.first(owner), table.first(owner + 1) - 1);
            }
            assertThat(table.first(ranks)).isEqualTo(1L << log);
          }
        });
      }
    }
  }

  private static void run(int ranks, long heap, String line) {
    List<String> args = line.isEmpty() ? List.of() : List.of(line.split(" "));
    try (var job = Weft.open(WeftConfig.ofRanks(ranks).withArgs(args).withHeap(heap))) {
      job.run(Gups::run);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --m 0         | --m 0 is not possible; give a whole number from 1 to 38
          --m 39        | --m 39 is not possible
          --by magic    | --by is one of all, atomics, rsr, aggregated, not magic
          --words 5     | "--words" is not an option of gups
          --m 20        | takes 3 MiB of registered memory on each rank, and there is less; give weft run --heap 3m
          """)
  void sentences(String line, String sentence) {
    assertThatThrownBy(() -> run(3, 1 << 20, line))
        .isInstanceOf(JobFailedException.class)
        .hasStackTraceContaining(sentence);
  }

  @Test
  void theUsageIsShownAndNothingRun() {
    run(2, 0, "--help");
    assertThatThrownBy(() -> GupsOptions.parse(List.of("--help")))
        .isInstanceOf(HelpWanted.class)
        .hasMessageContaining("--m M ")
        .hasMessageContaining("--by WAY ");
  }

  @Test
  void theWholeProgram() {
    run(3, 0, "--m 10 --by rsr");
    run(2, 0, "--m 10");
  }
}
