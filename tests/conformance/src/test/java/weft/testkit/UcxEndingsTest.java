// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Jobs over UCX end in every order of their ranks, and whenever one of them is killed: nothing
/// hangs.
@Sampled
final class UcxEndingsTest {
  private static final String TRANSPORT = "ucx:WEFT_NETWORK_ONLY=1";
  private static final List<List<String>> ORDERS =
      List.of(
          List.of("0", "150", "300"),
          List.of("0", "300", "150"),
          List.of("150", "0", "300"),
          List.of("150", "300", "0"),
          List.of("300", "0", "150"),
          List.of("300", "150", "0"));

  private final long seed = Chaos.seed(0);

  @BeforeAll
  static void ucxIsThere() {
    var missing = UcxInstallation.missing();
    assumeTrue(missing.isEmpty(), missing.orElse(""));
  }

  @Test
  void ranksLeaveInAnyOrder() {
    for (List<String> order : Effort.current().some(ORDERS, "orders", seed)) {
      var args = new ArrayList<>(order);
      args.add("-1");
      new TestJob(UcxEndings.class, args, 3, TRANSPORT).run().check();
    }
  }

  /// Within the first 400 ms of traffic, or about the time at which all leave.
  @Test
  void aKilledRankEndsTheJob() {
    var random = new Random(seed);
    int times = Effort.current().isBrief() ? 2 : Effort.current().isQuick() ? 6 : 40;
    for (int i = 0; i < times; i++) {
      boolean atTheEnd = i % 2 == 1;
      String stays = atTheEnd ? "300" : "60000";
      long death = atTheEnd ? 295 + random.nextInt(15) : random.nextInt(400);
      var args = new ArrayList<>(Collections.nCopies(3, stays));
      args.add(Long.toString(death));
      JobResult result = new TestJob(UcxEndings.class, args, 3, TRANSPORT).run();
      // A rank that has reached the end may be gone before it is killed.
      assertThat(result.failure() != null || atTheEnd).as("killed after %d ms", death).isTrue();
    }
  }
}
