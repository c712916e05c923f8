// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.Patience;
import weft.testkit.PatientTimeout;
import weft.testkit.Sampled;

/// Ranks that wait in collectives stand still, though they tell each other what they have called.
@Sampled
class CollectiveStandstillTest {
  private static final int STALL_SECONDS = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @Test
  @PatientTimeout(120)
  void whoWaitsInACollectiveForOneWhoWaitsForSomethingElseIsReported() {
    run(2, STALL_SECONDS, this::body);
    assertThat(text())
        .contains("nothing has moved for")
        .contains("rank 0 waits in Group.allreduce")
        .contains("rank 1 waits in World.pollUntil");
  }

  @Test
  @PatientTimeout(120)
  void aRootThatHasRunAheadWaitsForWhoIsBehind() {
    run(3, 1, this::ahead);
    assertThat(text())
        .containsPattern("rank 0 waits in Group.broadcast.*waits for rank 2")
        .doesNotContain("waits for rank 0");
  }

  private void run(int ranks, int stallSeconds, Consumer<World> body) {
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    WeftConfig config = WeftConfig.ofRanks(ranks).withStall(Duration.ofSeconds(stallSeconds));
    try (Job job = Weft.open(config)) {
      job.run(body::accept);
    } finally {
      System.setErr(before);
    }
  }

  private void untilItIsSaid(World world) {
    var patience = new Patience(PATIENCE);
    world.pollUntil(() -> text().contains("nothing has moved") || patience.isOver());
  }

  private void ahead(World world) {
    Group all = Group.world(world);
    world.start();
    if (world.rank() == 2) {
      untilItIsSaid(world);
    }
    for (int i = 0; i < 40; i++) {
      assertThat(all.broadcast(0, world.rank() == 0 ? i : -1)).isEqualTo(i);
    }
  }

  private void body(World world) {
    Group all = Group.world(world);
    world.start();
    if (world.rank() == 1) {
      untilItIsSaid(world);
    }
    long[] values = SampleNumbers.of(1, world.rank(), 3_000);
    all.allreduce(values, Operator.SUM);
    assertThat(values).isEqualTo(SampleNumbers.sum(1, 0, 2, 3_000));
  }

  private String text() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
