// SPDX-License-Identifier: Apache-2.0
package weft.apps.outofcore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileObjects;
import weft.options.OptionException;
import weft.outofcore.Residence;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Both programs, small.
@Sampled
final class OutOfCoreTest {
  private static final WalkOptions SMALL = new WalkOptions(40, 300, 12, 50, 5, true);

  /// The plots as one program without objects leaves them, computed in the order of the steps.
  private static long inOrder(WalkOptions options) {
    var plots = new Plot[options.plots()];
    for (int i = 0; i < plots.length; i++) {
      plots[i] = Plot.of(options.seed(), i, options.words());
    }
    var walkers = new long[options.walkers()];
    for (int i = 0; i < walkers.length; i++) {
      walkers[i] = Plot.walker(options.seed(), i);
    }
    for (int step = 0; step < options.steps(); step++) {
      for (int i = 0; i < walkers.length; i++) {
        plots[(int) Plot.place(walkers[i], plots.length)].visit(walkers[i]);
        walkers[i] = Plot.next(walkers[i]);
      }
    }
    long sum = 0;
    for (int i = 0; i < plots.length; i++) {
      sum += plots[i].digest(i);
    }
    return sum;
  }

  @Test
  void plotsAloneGiveWhatAllTogetherGive() {
    assertThat(Walk.expected(SMALL)).isEqualTo(inOrder(SMALL));
  }

  @WeftTest(
      ranks = {1, 2, 3},
      transport = {"threads", "shm"})
  void walkInMemory(World world) {
    assertThat(Walk.digest(world, SMALL)).isEqualTo(Walk.expected(SMALL));
  }

  @WeftTest(
      ranks = {1, 2, 4},
      transport = {"threads", "shm"})
  void walkInAnEighth(World world) {
    Residence residence = Residence.of(MobileObjects.of(world));
    residence.limit(SMALL.bytes() / 8 / world.size() + 2L * Long.BYTES * SMALL.words());
    assertThat(Walk.digest(world, SMALL)).isEqualTo(Walk.expected(SMALL));
    Group group = Group.world(world);
    assertThat(group.allreduce(residence.counters().entered(), Operator.SUM)).isPositive();
  }

  /// Another seed has another result.
  @Test
  void digestsTellSeedsApart() {
    assertThat(Walk.expected(new WalkOptions(40, 300, 12, 50, 6, true)))
        .isNotEqualTo(Walk.expected(SMALL));
  }

  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"})
  void objectsRiseAndSink(World world) {
    var options =
        new PercolateOptions(List.of(32, 5000), 10, Path.of(System.getProperty("java.io.tmpdir")));
    var percolate = new Percolate(world, options);
    world.start();
    if (world.rank() == 0) {
      List<Percolate.Cycle> cycles = percolate.cycles();
      assertThat(cycles).extracting(Percolate.Cycle::bytes).containsExactly(32, 5000);
      for (Percolate.Cycle it : cycles) {
        assertThat(it.whole()).isPositive();
        // An object that is still being written when it rises is not read.
        assertThat(it.disk()).isNotNegative();
        assertThat(it.wire()).isPositive();
        assertThat(it.byHand()).isGreaterThan(0);
        assertThat(it.own()).isNotNegative();
      }
    }
    world.quiesce();
  }

  @ParameterizedTest
  @CsvSource({
    "--plots,0,--plots 0 is not possible",
    "--bytes,4,--bytes 4 is not possible",
    "--steps,9000000,--walkers times --steps are at most",
    "--pieces,1,\"--pieces\" is not an option of walk"
  })
  void wrongOptionsOfWalkAreSentences(String name, String value, String sentence) {
    assertThatThrownBy(() -> WalkOptions.parse(List.of(name, value)))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "--bytes,'32,0',--bytes 0 is not possible",
    "--cycles,0,--cycles 0 is not possible",
    "--ranks,1,\"--ranks\" is not an option of percolate"
  })
  void wrongOptionsOfPercolateAreSentences(String name, String value, String sentence) {
    assertThatThrownBy(() -> PercolateOptions.parse(List.of(name, value)))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(sentence);
  }
}
