// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.JobFailedException;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.options.HelpWanted;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The keys come out as from one sort of one array, on every number of ranks.
@Sampled
class NetSortTest {
  private static final int MANY = 100_003;

  private static long expected(SortOptions options) {
    var keys = new long[(int) options.keys()];
    Keys.fill(keys, options, 0, keys.length);
    Arrays.sort(keys);
    return Keys.order(keys, keys.length, 0);
  }

  private static void assertSorts(World world, SortOptions options) {
    var sorter = new Sorter(world);
    world.start();
    var blocks = new SortBlocks(options.keys(), world.size());
    var all = world.heap().mallocAll(BlockExchange.bytes(blocks.whole()));
    Sorter.Figures figures = sorter.run(options, blocks, all);
    assertThat(figures.digest()).isEqualTo(expected(options));
    assertThat(figures.steps()).hasSize(world.size());
  }

  @WeftTest(
      ranks = {1, 2, 3, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void manyKeys(World world) {
    assertSorts(world, new SortOptions(MANY, 3, 0, SortOptions.Objects.NONE, null));
  }

  @WeftTest(
      ranks = {2, 3, 5, 8},
      transport = "threads")
  void manyEqualKeys(World world) {
    assertSorts(world, new SortOptions(MANY, 4, 17, SortOptions.Objects.NONE, null));
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"},
      check = true)
  void checkedAndDelayed(World world) {
    assertSorts(world, new SortOptions(MANY, 7, 1000, SortOptions.Objects.NONE, null));
  }

  @WeftTest(ranks = {3, 8})
  void oneValue(World world) {
    assertSorts(world, new SortOptions(1000, 4, 1, SortOptions.Objects.NONE, null));
  }

  @WeftTest(ranks = {5, 8})
  void fewerKeysThanRanks(World world) {
    assertSorts(world, new SortOptions(3, 5, 0, SortOptions.Objects.NONE, null));
  }

  /// Six ranks with blocks of 2: the last has none, and the one before it one.
  @WeftTest(ranks = 6)
  void anEmptyBlockAtTheEnd(World world) {
    assertThat(new SortBlocks(9, 6).length(4)).isEqualTo(1);
    assertThat(new SortBlocks(9, 6).length(5)).isZero();
    assertSorts(world, new SortOptions(9, 8, 0, SortOptions.Objects.NONE, null));
  }

  @WeftTest(
      ranks = {2, 5},
      ring = 4096,
      apart = 5)
  void throughSmallRings(World world) {
    assertSorts(world, new SortOptions(MANY, 6, 0, SortOptions.Objects.NONE, null));
  }

  @Test
  void blocksHoldAllKeysAndPartnersAgree() {
    for (int ranks = 1; ranks < 12; ranks++) {
      for (long keys = 1; keys < 40; keys++) {
        var blocks = new SortBlocks(keys, ranks);
        long sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
          assertThat(blocks.length(rank)).isBetween(0, blocks.whole());
          sum += blocks.length(rank);
          for (int step = 0; step < ranks; step++) {
            int partner = blocks.partner(rank, step);
            if (partner >= 0) {
              assertThat(blocks.partner(partner, step)).isEqualTo(rank);
              assertThat(blocks.length(Math.min(rank, partner))).isEqualTo(blocks.whole());
            }
          }
        }
        assertThat(sum).isEqualTo(keys);
      }
    }
  }

  @Test
  void theChecksFindWhatIsWrong() {
    long[] keys = {1, 3, 2};
    var above = new BlockExchange.Edge();
    above.least = 3;
    assertThatThrownBy(() -> Checks.split(0, 1, 4, keys, 3, above))
        .hasMessage("after step 4 key 2 of rank 0 is 2, less than the one before it, 3");
    assertThatThrownBy(() -> Checks.split(0, 1, 4, new long[] {1, 4}, 2, above))
        .hasMessage("after step 4 rank 0 has a key 4, greater than 3 of rank 1");
    var below = new BlockExchange.Edge();
    below.greatest = 9;
    assertThatThrownBy(() -> Checks.split(3, 2, 4, new long[] {8, 9}, 2, below))
        .hasMessage("after step 4 rank 2 has a key 9, greater than 8 of rank 3");
    Checks.split(0, 1, 4, new long[] {1, 3}, 2, above);
    long[] changed = {1, 3, 3};
    assertThatThrownBy(
            () -> Checks.contents("all", 2, Keys.contents(keys, 3), Keys.contents(changed, 3)))
        .hasMessageContaining("the keys of all differ from those before");
    Checks.contents("all", 2, Keys.contents(keys, 3), Keys.contents(new long[] {3, 2, 1}, 3));
  }

  private static void run(int ranks, String line) {
    List<String> args = line.isEmpty() ? List.of() : List.of(line.split(" "));
    try (var job = Weft.open(WeftConfig.ofRanks(ranks).withArgs(args).withHeap(1 << 20))) {
      job.run(NetSort::run);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --n 0         | --n 0 is not possible; give a whole number from 1 up
          --n all       | --n all is not possible
          --values 0    | --values 0 is not possible
          --mobile --stay | --mobile and --stay exclude each other; give one of them
          --mobile --n 1 | --n 1 is not possible; give a whole number from 2 to 65536
          --stay --report x.html | --report is for keys in blocks
          --keys 5      | "--keys" is not an option of netsort
          --n 600000    | a buffer for 200000 keys takes 2 MiB of registered memory on each rank, and there is less; give weft run --heap 2m
          """)
  void sentences(String line, String sentence) {
    assertThatThrownBy(() -> run(3, line))
        .isInstanceOf(JobFailedException.class)
        .hasStackTraceContaining(sentence);
  }

  @Test
  void theWholeProgram(@TempDir Path folder) {
    Path page = folder.resolve("page.html");
    run(3, "--n 1000 --seed -5 --report " + page);
    assertThat(page).content().contains("netsort on 3 ranks", "Time of each step");
    run(2, "--help");
    run(1, "--mobile --n 33");
    run(3, "--mobile --n 64 --seed 7");
    run(4, "--stay --n 50 --values 5");
    for (String option :
        List.of("--n ", "--seed ", "--values ", "--report ", "--mobile ", "--stay ")) {
      assertThatThrownBy(() -> SortOptions.parse(List.of("--help"), 1))
          .isInstanceOf(HelpWanted.class)
          .hasMessageContaining("  " + option);
    }
  }
}
