// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.World;
import weft.collective.Group;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.JobResult;
import weft.testkit.RankProgram;
import weft.testkit.RankRecord;
import weft.testkit.RankReport;
import weft.testkit.Sampled;
import weft.testkit.TestJob;

/// Ranks that call different things end the job, which says what each called; nobody waits for
/// ever.
@Sampled
class MisuseTest {
  private static final long SEED = Chaos.seed(0);

  private static final Pattern LINE = Pattern.compile(" at \\S*Misuse\\w+\\.java:\\d+");

  /// Who has called what.
  private static final Pattern NAMED =
      Pattern.compile("(?<=(\" on|Group.(start|run) on) )rank \\d+|rank \\d+(?= sends| carry)");

  private static final Pattern BEGUN =
      Pattern.compile("which began it at \\S*Misuse\\w+\\.java:\\d+");

  /// Where a rank is.
  private static final String PLACE = "( at \\S*Misuse\\w+\\.java:\\d+| after its body returned)";

  /// Runs the case named by its argument; rank 1 errs.
  static final class Program implements RankProgram {
    @Override
    public void run(World world, RankReport report, List<String> args) throws Exception {
      Group all = Group.world(world);
      CollectiveMisuseCases.HANDLER.set(world.rsr0("calls a collective", source -> all.barrier()));
      world.start();
      CollectiveMisuseCases.Case it = CollectiveMisuseCases.ALL.get(args.get(0));
      if (it == null) {
        throw new IllegalArgumentException("no case is called " + args.get(0));
      }
      it.scenario().run(world, all, world.rank() == 1);
    }

    @Override
    public boolean failsOnPurpose() {
      return true;
    }
  }

  @TestFactory
  Stream<DynamicTest> whoCallsSomethingElseIsTold() {
    return Stream.of(
            tests("threads", 2, false),
            tests("threads", 5, false),
            tests("threads", 3, true),
            tests("shm", 3, false))
        .flatMap(it -> it);
  }

  /// Who waits for what it has begun is at another line by then.
  @ParameterizedTest
  @ValueSource(ints = {CollectiveMisuseCases.FEW, CollectiveMisuseCases.MANY})
  void theDebugModeSaysWhereEachHasBegunIt(int count) {
    TestJob job =
        new TestJob(Program.class, List.of(CollectiveMisuseCases.onOtherLines(count)), 2, "threads")
            .withTimeout(Duration.ofSeconds(60));
    assertThat(begun(job)).isEmpty();
    assertThat(begun(job.withCheck(1))).hasSize(2);
  }

  private static Set<String> begun(TestJob job) {
    JobResult result = job.run();
    assertThat(result.failure()).as("the job's failure").isNotNull();
    return result.ranks().stream()
        .flatMap(rank -> BEGUN.matcher(String.valueOf(rank.thrown())).results())
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  private static Stream<DynamicTest> tests(String transport, int ranks, boolean apart) {
    String where =
        " (" + transport + " × " + ranks + (apart ? ", apart" : "") + ", seed " + SEED + ")";
    return CollectiveMisuseCases.ALL.entrySet().stream()
        .filter(it -> Effort.current().tries(transport, it.getKey(), SEED, 10))
        .filter(it -> ranks >= it.getValue().least() && (it.getValue().apart() || !apart))
        .map(it -> {
          TestJob job =
              new TestJob(Program.class, List.of(it.getKey()), ranks, transport)
                  .withTimeout(Duration.ofSeconds(60));
          return DynamicTest.dynamicTest(
              it.getKey() + where, () -> check(it.getValue(), apart ? job.withApart() : job));
        });
  }

  private static void check(CollectiveMisuseCases.Case it, TestJob job) {
    var said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    JobResult result;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      result = job.run();
    } finally {
      System.setErr(before);
    }
    assertThat(result.failure()).as("the job's failure").isNotNull();
    assertThat(result.failure()).isNotInstanceOf(AssertionError.class);
    // A rank that had to do nothing more may have returned before anybody knew; if all had, the
    // job has failed nevertheless. That of processes says why on standard error.
    var thrown =
        result.ranks().stream()
            .map(RankRecord::thrown)
            .filter(Objects::nonNull)
            .map(String::valueOf)
            .toList();
    List<String> reports = thrown;
    if (thrown.isEmpty()) {
      boolean processes = !job.transport().equals("threads");
      reports =
          List.of(
              processes ? said.toString(StandardCharsets.UTF_8) : String.valueOf(result.failure()));
    }
    assertThat(reports).allSatisfy(report -> checkReport(it, report));
  }

  private static void checkReport(CollectiveMisuseCases.Case it, String report) {
    assertThat(report).contains(it.words());
    assertThat(LINE.matcher(report).results().map(MatchResult::group).distinct().count())
        .as("lines of programs in: %s", report)
        .isGreaterThanOrEqualTo(it.lines());
    NAMED
        .matcher(report)
        .results()
        .map(MatchResult::group)
        .forEach(rank -> assertThat(report).containsPattern(rank + PLACE));
  }
}
