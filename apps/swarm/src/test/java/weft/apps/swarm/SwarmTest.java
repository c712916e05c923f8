// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.Weft;
import weft.World;
import weft.apps.common.BadInputException;
import weft.mobile.balance.LoadTrace;
import weft.mobile.balance.Loads;
import weft.options.OptionException;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The particles move alike, to the last bit, on every number of ranks and whatever moves the
/// cells.
@Sampled
final class SwarmTest {
  /// Found by one rank without balancing, and by all others.
  private static final long DIGEST = 0x182899a90dadf818L;

  private static SwarmOptions options(String... more) {
    var args = new ArrayList<>(List.of("--particles", "500", "--grid", "6"));
    args.addAll(List.of("--steps", "12", "--every", "3"));
    args.addAll(List.of(more));
    return SwarmOptions.parse(args);
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void cellsThatStayGiveTheSameBits(World world) {
    assertThat(Swarm.digest(world, options("--balance", "none"))).isEqualTo(DIGEST);
  }

  @WeftTest(
      ranks = {1, 3},
      transport = {"threads", "shm"})
  void cellsThatAreRefinedGiveTheSameBits(World world) {
    assertThat(Swarm.digest(world, options())).isEqualTo(DIGEST);
  }

  @WeftTest(ranks = {3})
  void measuredLoadsGiveTheSameBits(World world) {
    assertThat(Swarm.digest(world, options("--measured"))).isEqualTo(DIGEST);
  }

  @WeftTest(
      ranks = {2, 4},
      transport = {"threads", "shm"})
  void cellsThatAreStolenGiveTheSameBits(World world) {
    assertThat(Swarm.digest(world, options("--balance", "stealing"))).isEqualTo(DIGEST);
  }

  @WeftTest(ranks = {3})
  void cellsThatAllMoveGiveTheSameBits(World world) {
    assertThat(Swarm.digest(world, options("--balance", "rotate"))).isEqualTo(DIGEST);
  }

  @WeftTest(ranks = {4})
  void cellsThatMoveAtRandomGiveTheSameBits(World world) {
    assertThat(Swarm.digest(world, options("--balance", "random"))).isEqualTo(DIGEST);
  }

  @Test
  void anAnimationAndATraceAreWritten(@TempDir Path folder) throws Exception {
    Path gif = folder.resolve("swarm.gif");
    Path trace = folder.resolve("loads.txt");
    String[] args = {
      "--weft-ranks",
      "4",
      "--particles",
      "3000",
      "--grid",
      "8",
      "--steps",
      "40",
      "--every",
      "10",
      "--gif",
      gif.toString(),
      "--trace",
      trace.toString()
    };
    Weft.launch(args, Swarm::run);
    BufferedImage first = ImageIO.read(gif.toFile());
    assertThat(first.getWidth()).isEqualTo(520);
    assertThat(first.getHeight()).isEqualTo(256);
    List<Loads> balancings = LoadTrace.read(trace);
    assertThat(balancings).hasSize(3); // not after the last step
    for (Loads loads : balancings) {
      assertThat(loads.ranks()).isEqualTo(4);
      assertThat(loads.objects()).isEqualTo(64);
    }
    // The vortex has drifted little since: what was balanced before is nearly even.
    double later = Loads.imbalance(balancings.get(2).perRank());
    double earlier = Loads.imbalance(balancings.get(0).perRank());
    assertThat(later).isLessThan(earlier);
    assertThat(Files.size(gif)).isPositive();
  }

  /// With 7 of 9 steps, counting would begin after the last balancing, at step 9.
  @Test
  void aWarmUpMustLeaveSteps() {
    for (String warmUp : List.of("7", "9", "100")) {
      assertThatThrownBy(() ->
              SwarmOptions.parse(List.of("--steps", "9", "--every", "3", "--warm-up", warmUp)))
          .isInstanceOf(OptionException.class)
          .hasMessageContaining("--warm-up " + warmUp + " leaves none of 9 steps");
    }
    assertThat(
            SwarmOptions.parse(List.of("--steps", "9", "--every", "3", "--warm-up", "6")).warmUp())
        .isEqualTo(6);
  }

  @WeftTest(ranks = {1, 3})
  void anAnimationThatCannotBeWrittenEndsAllRanks(World world) {
    Swarm swarm = new Swarm(world, options("--gif", "/there/is/no/such/folder/a.gif"));
    world.start();
    if (world.rank() == 0) {
      assertThatThrownBy(swarm::canWrite)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("the folder /there/is/no/such/folder does not exist");
    } else {
      assertThat(swarm.canWrite()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--balance,greedy,'--balance is one of refine, stealing, none, rotate, random, not greedy'",
    "--grid,2,--grid 2 is not possible; give a whole number from 3 to 256",
    "--gif,film.png,--gif writes a GIF file",
    "--timed,-1,--timed -1 is not possible"
  })
  void wrongOptionsAreSentences(String name, String value, String sentence) {
    assertThatThrownBy(() -> SwarmOptions.parse(List.of(name, value)))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(sentence);
  }
}
