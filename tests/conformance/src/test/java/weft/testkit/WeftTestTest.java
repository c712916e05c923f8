// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;
import weft.Rsr0;
import weft.World;
import weft.collective.Group;

/// The extension itself: what it runs, and what it says when ranks fail.
@Sampled
final class WeftTestTest {
  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"})
  void everyoneHearsOfEveryone(World world) {
    var heard = new int[1];
    Rsr0 hello = world.rsr0("hello", source -> heard[0]++);
    world.start();
    for (int rank = 0; rank < world.size(); rank++) {
      hello.send(rank);
    }
    world.quiesce();
    Assertions.assertEquals(world.size(), heard[0]);
  }

  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm"},
      seed = 42)
  void randomNumbersFollowFromSeedAndRank(World world, Random random) {
    Assertions.assertEquals(Chaos.random(42, world.rank()).nextLong(), random.nextLong());
  }

  @Nested
  final class Inside {
    @WeftTest(
        ranks = 2,
        transport = {"threads", "shm"})
    void anInnerClassHasAnInstancePerRank(World world) {
      Assertions.assertEquals(2, world.size());
      Assertions.assertNotNull(WeftTestTest.this);
    }
  }

  /// Methods that fail on purpose; JUnit does not find them by itself, because the class's name
  /// does not end in Test.
  static final class OnPurpose {
    @WeftTest(
        ranks = 3,
        transport = {"threads", "shm"})
    void twoOfThreeFail(World world) {
      Group all = Group.world(world);
      world.start();
      all.barrier();
      if (world.rank() != 1) {
        Assertions.assertEquals("expected by " + world.rank(), "found");
      }
      all.barrier();
    }

    @WeftTest(
        ranks = 2,
        transport = {"threads", "shm"})
    void aHandlerFails(World world) {
      Rsr0 fail =
          world.rsr0(
              "fail",
              source -> {
                throw new IllegalStateException("on purpose");
              });
      world.start();
      if (world.rank() == 0) {
        fail.send(1);
      }
      world.quiesce();
    }

    @WeftTest(
        ranks = 2,
        transport = {"threads", "shm"})
    void nobodyCanSay(World world) {
      Assumptions.assumeTrue(world.size() > 2, "not here");
    }

    @WeftTest(
        ranks = 2,
        transport = {"threads", "shm"},
        timeoutSeconds = 3)
    void oneNeverEnds(World world) throws InterruptedException {
      Group all = Group.world(world);
      world.start();
      if (world.rank() == 1) {
        Thread.sleep(60_000);
      }
      all.barrier();
    }
  }

  private record Outcome(String name, Throwable thrown, boolean aborted) {}

  private static List<Outcome> outcomes(String method) {
    var outcomes = new ArrayList<Outcome>();
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectMethod(OnPurpose.class, method, "weft.World"))
            .build();
    // A user's tests try all that their annotations name, however few cases this run tries.
    String effort = System.setProperty("weft.effort", "all");
    try {
      execute(request, outcomes);
    } finally {
      if (effort == null) {
        System.clearProperty("weft.effort");
      } else {
        System.setProperty("weft.effort", effort);
      }
    }
    return outcomes;
  }

  private static void execute(LauncherDiscoveryRequest request, List<Outcome> outcomes) {
    LauncherFactory.create()
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionFinished(
                  TestIdentifier test, org.junit.platform.engine.TestExecutionResult result) {
                if (test.isTest() && test.getSource().orElseThrow() instanceof MethodSource) {
                  boolean aborted =
                      result.getStatus()
                          == org.junit.platform.engine.TestExecutionResult.Status.ABORTED;
                  Throwable thrown = result.getThrowable().orElseGet(AssertionError::new);
                  outcomes.add(new Outcome(test.getDisplayName(), thrown, aborted));
                }
              }
            });
  }

  @TestFactory
  Stream<DynamicTest> everyFailingRankIsNamed() {
    return outcomes("twoOfThreeFail").stream()
        .map(outcome ->
            DynamicTest.dynamicTest(
                outcome.name,
                () -> {
                  assertThat(outcome.thrown).isInstanceOf(MultipleFailuresError.class);
                  assertThat(outcome.thrown).hasMessageContaining("2 of 3 ranks failed");
                  var error = (MultipleFailuresError) outcome.thrown;
                  assertThat(error.getFailures()).hasSize(2);
                  assertIsOf(error.getFailures().get(0), 0);
                  assertIsOf(error.getFailures().get(1), 2);
                }));
  }

  private static void assertIsOf(Throwable thrown, int rank) {
    assertThat(thrown)
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("rank " + rank + ": ")
        .hasMessageContaining("expected by " + rank);
    assertThat(((RankFailure) thrown).rank()).isEqualTo(rank);
    assertThat(((AssertionFailedError) thrown).getActual().getValue()).isEqualTo("found");
    assertThat(thrown.getStackTrace())
        .as("the failing line itself")
        .anySatisfy(line -> assertThat(line.getMethodName()).isEqualTo("twoOfThreeFail"));
  }

  @Test
  void bothTransportsRunAndTheirNamesSaySo() {
    assertThat(outcomes("nobodyCanSay"))
        .extracting(Outcome::name)
        .satisfiesExactly(
            name -> assertThat(name).matches(Pattern.compile("threads × 2, seed \\d+")),
            name -> assertThat(name).matches(Pattern.compile("shm × 2, seed \\d+")));
  }

  @Test
  void anAssumptionThatFailsAbortsTheTest() {
    assertThat(outcomes("nobodyCanSay")).hasSize(2).allMatch(Outcome::aborted);
  }

  /// In this tree tests do not record unless they are told to: see the root pom.xml.
  @ParameterizedTest
  @CsvSource({"aHandlerFails, handler \"fail\" for rank 0", "oneNeverEnds, then in "})
  void theLastEventsAreBesideAFailure(String method, String event) {
    String before = System.setProperty("weft.last", "5");
    try {
      List<Outcome> outcomes = outcomes(method);
      assertThat(outcomes).hasSize(2);
      for (Outcome outcome : outcomes) {
        assertThat(outcome.thrown.getSuppressed())
            .as(outcome.name)
            .anySatisfy(suppressed ->
                assertThat(suppressed)
                    .hasMessageContaining("the last events of rank 0:")
                    .hasMessageContaining("the last events of rank 1:")
                    .hasMessageContaining(event));
      }
    } finally {
      System.setProperty("weft.last", before == null ? "0" : before);
    }
  }

  @TestFactory
  Stream<DynamicTest> whatAHandlerThrowsIsTheFailureOfItsRank() {
    return outcomes("aHandlerFails").stream()
        .map(outcome ->
            DynamicTest.dynamicTest(
                outcome.name,
                () ->
                    assertThat(outcome.thrown)
                        .isInstanceOf(RankFailure.class)
                        .hasMessageContaining("rank 1: ")
                        .hasMessageContaining("on purpose")));
  }

  @TestFactory
  Stream<DynamicTest> aJobThatDoesNotEndIsEndedAndShowsWhereItsRanksAre() {
    return outcomes("oneNeverEnds").stream()
        .map(outcome ->
            DynamicTest.dynamicTest(
                outcome.name,
                () ->
                    assertThat(outcome.thrown)
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("no rank has reported progress in 3 s")));
  }
}
