// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

/// Ranks that wait in collectives stand still, though they tell each other what they have called.
class StandstillTest {
  private static final int STALL_SECONDS = 5;
  private static final long PATIENCE = 40_000_000_000L;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @Test
  @Timeout(120)
  void whoWaitsInACollectiveForOneWhoWaitsForSomethingElseIsReported() {
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    WeftConfig config = WeftConfig.ofRanks(2).withStall(Duration.ofSeconds(STALL_SECONDS));
    try (Job job = Weft.open(config)) {
      job.run(this::body);
    } finally {
      System.setErr(before);
    }
    assertThat(text())
        .contains("nothing has moved for")
        .contains("rank 0 waits in Group.allreduce")
        .contains("rank 1 waits in World.pollUntil");
  }

  private void body(World world) {
    Group all = Group.world(world);
    world.start();
    if (world.rank() == 1) {
      long begin = System.nanoTime();
      world.pollUntil(
          () -> text().contains("nothing has moved") || System.nanoTime() - begin > PATIENCE);
    }
    long[] values = Numbers.of(1, world.rank(), 3_000);
    all.allreduce(values, Operator.SUM);
    assertThat(values).isEqualTo(Numbers.sum(1, 0, 2, 3_000));
  }

  private String text() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
