// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.codec.Codecs;
import weft.layer.Layer;
import weft.testkit.Sampled;

/// Ranks that agree on quiescence while something is lost stand still, visibly: they wait instead
/// of making one round after another.
@Sampled
final class StandstillTest {
  private static final int RANKS = 5;
  private static final String TOLD = "all ranks together have 1 message, get or task under way";
  private static final long PATIENCE = 60_000_000_000L;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  /// What the loser waits for besides, so that the job does not end before the element is there.
  private volatile boolean inserted = true;

  @Test
  @Timeout(180)
  void aLostMessageIsReportedInQuiesce() {
    inserted = false;
    run(world -> lose(world, 3, true));
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("nothing has moved for")
        .contains("rank 0 waits in World.quiesce")
        .contains("rank 4 waits in World.quiesce")
        .containsOnlyOnce(TOLD)
        .contains(
            "1 message waits for elements that have not been inserted: element 17 of the array"
                + " \"cells\"");
  }

  @Test
  @Timeout(180)
  void aLostMessageIsReportedAtTheEndOfTheJob() {
    run(world -> lose(world, 0, false));
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("nothing has moved for")
        .contains("rank 4 waits in the end of the job")
        .contains(TOLD);
  }

  private interface Part {
    void run(World world);
  }

  private void run(Part body) {
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    WeftConfig config = WeftConfig.ofRanks(RANKS).withStall(Duration.ofSeconds(3));
    try (Job job = Weft.open(config)) {
      job.run(body::run);
    } finally {
      System.setErr(before);
    }
  }

  /// Rank `loser` expects something that does not happen until the standstill has been reported.
  private void lose(World world, int loser, boolean quiesces) {
    Layer layer = Layer.of(world);
    MobileType<long[]> type = MobileObjects.of(world).type("cell", Codecs.of(long[].class));
    MobileRsr0<long[]> touch = type.rsr0("touch", (self, it) -> it[0]++);
    MobileArray<long[]> cells = type.array("cells", 2, i -> new long[1]);
    world.start();
    if (quiesces && world.rank() == 2) {
      touch.send(cells.at(17));
      whenTold(
          world,
          this::told,
          () -> {
            cells.insert(17, new long[1]);
            inserted = true;
          });
    }
    if (world.rank() == loser) {
      layer.counts().expect(1);
      whenTold(world, () -> told() && inserted, () -> layer.counts().happened(1));
    }
    if (quiesces) {
      world.quiesce();
    }
  }

  private boolean told() {
    return said.toString(StandardCharsets.UTF_8).contains(TOLD);
  }

  private void whenTold(World world, BooleanSupplier due, Runnable action) {
    Thread watcher =
        new Thread(() -> {
          long end = System.nanoTime() + PATIENCE;
          while (!due.getAsBoolean() && System.nanoTime() < end) {
            sleep();
          }
          var _ = world.submit(action);
        });
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void sleep() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
