// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// What is sent last is delivered, however long that takes, unless it never ends.
final class LastSendsTest {
  private static final int RANKS = 3;
  private static final int HOPS = 8;

  /// Eight hops of a third of a second take longer than the time after which sends may be endless.
  private static final long HOP_NANOS = 330_000_000;

  private static void run(Body body) {
    try (Job job = Weft.open(WeftConfig.ofRanks(RANKS))) {
      job.run(body);
    }
  }

  private static String errorsOf(Runnable action) {
    PrintStream before = System.err;
    var out = new ByteArrayOutputStream();
    System.setErr(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void slowHandlersThatEndMaySend() {
    var handled = new AtomicInteger();
    String said =
        errorsOf(() ->
            run(world -> {
              var again = new Rsr1[1];
              again[0] =
                  world.rsr1(
                      "hop",
                      (source, left) -> {
                        handled.incrementAndGet();
                        LockSupport.parkNanos(HOP_NANOS);
                        if (left > 0) {
                          again[0].send(world.next(), left - 1);
                        }
                      });
              world.start();
              if (world.rank() == 0) {
                again[0].send(world.next(), HOPS - 1);
              }
            }));
    assertThat(handled).hasValue(HOPS);
    assertThat(said)
        .contains("1 message was still in flight when all bodies had returned")
        .contains("World.quiesce()");
  }

  @Test
  void handlersThatAnswerEachOtherWithoutEndEndTheJob() {
    assertThatThrownBy(() ->
            run(world -> {
              var again = new Rsr0[1];
              again[0] = world.rsr0("again", source -> again[0].send(source));
              world.start();
              again[0].send(world.next());
            }))
        .hasMessageContaining("handlers keep sending")
        .hasMessageContaining("World.quiesce()");
  }
}
