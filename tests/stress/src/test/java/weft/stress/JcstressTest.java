// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.infra.runners.TestList;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// Runs every jcstress test of this module, in JVMs of its own: no forbidden result, no error.
///
/// The report, with a page per test and all samples, is `target/jcstress/index.html`.
@Sampled
final class JcstressTest {
  private static final long USUAL_SECONDS = 20 * 60;
  private static final long LONG_SECONDS = 8 * 3600;

  /// A claim that has a result worth most of all, which is rare: it runs until that is common.
  private static final String IN_PLACE = "ChunkInPlace";

  private static final Pattern FILLED_ANEW = Pattern.compile("(?m)^ *1, 0, 1 +([0-9,]+) ");
  private static final Pattern TALLY =
      Pattern.compile("Results: (\\d+) planned; (\\d+) passed, (\\d+) failed");

  @Test
  void noClaimIsBroken() throws Exception {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1,
        "jcstress needs two processors, and there is one: the claims about order were not tested");
    long seed = Seed.ofThisRun();
    List<String> chosen = chosen(seed);
    long tests = chosen.size();
    String selected = "^(" + String.join("|", chosen) + ")$";
    System.out.println(
        "jcstress: " + tests + " tests, " + Effort.current() + ", -Dweft.stress.seed=" + seed);

    boolean quick = Effort.current().isQuick();
    String text = run("jcstress", selected, seed, quick ? 100 : 200, quick ? 2 : 3);
    System.out.println(text.substring(Math.max(text.indexOf("RUN RESULTS"), 0)));
    // A test that cannot be scheduled is left out by jcstress without a word.
    assertThat(passed(text))
        .as("results of %d tests:%n%s", tests, text)
        .isGreaterThanOrEqualTo(tests);
  }

  /// The names of the tests that this run tries: those that a property asks for, without one in a
  /// brief run a part of all and in a quick run half, chosen by the seed.
  private static List<String> chosen(long seed) {
    String selected = System.getProperty("weft.stress.tests", "");
    List<String> tests =
        TestList.tests().stream()
            .filter(name -> Pattern.compile(selected).matcher(name).find())
            .toList();
    Effort effort = Effort.current();
    if (!selected.isEmpty()) {
      return tests;
    }
    return effort.isBrief()
        ? tests.stream().filter(name -> effort.tries(name, seed)).toList()
        : effort.some(tests, "jcstress", seed);
  }

  /// A chunk that is read in place and then filled anew: the result that could be wrong must have
  /// come about often, not only those of who looked too early.
  @Test
  void chunksAreFilledAnewWhileTheyAreRead() throws Exception {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1,
        "jcstress needs two processors, and there is one: reading in place was not tested");
    assumeTrue(
        Pattern.compile(System.getProperty("weft.stress.tests", "")).matcher(IN_PLACE).find(),
        "-Dweft.stress.tests asks for others");
    int seconds = Effort.current().isQuick() ? 4 : 10;
    String text = run("jcstress-in-place", IN_PLACE, Seed.ofThisRun(), 1000, seconds);
    assertThat(passed(text)).as("results:%n%s", text).isPositive();
    long most = 0;
    Matcher count = FILLED_ANEW.matcher(text);
    while (count.find()) {
      most = Math.max(most, Long.parseLong(count.group(1).replace(",", "")));
    }
    System.out.println("jcstress: a chunk was read and then filled anew " + most + " times");
    assertThat(most).as("filled anew:%n%s", text).isGreaterThan(100);
  }

  /// Runs the tests of that name and returns what they say; unless in a long run, each for
  /// `iterations` times `millis` milliseconds.
  private static String run(String name, String selected, long seed, int millis, int iterations)
      throws Exception {
    Path work = Files.createDirectories(Path.of("target", name).toAbsolutePath());
    Path log = work.resolve("log.txt");
    try (var processes = new Processes()) {
      var command = command(work, selected, seed, millis, iterations);
      Process process = processes.start(work, log, command);
      boolean usual = Effort.current() != Effort.LONG;
      Processes.await(process, log, usual ? USUAL_SECONDS : LONG_SECONDS);
    }
    return Processes.read(log);
  }

  private static List<String> command(
      Path report, String selected, long seed, int millis, int iterations) {
    var command = new ArrayList<String>();
    command.add("org.openjdk.jcstress.Main");
    command.addAll(List.of("-v", "-r", report.toString(), "-t", selected, "-f", "1", "-fsm", "1"));
    command.addAll(List.of("-jvmArgsPrepend", "--enable-native-access=ALL-UNNAMED"));
    int stride = (int) Math.sqrt(TinyRings.MOST_STATES);
    command.addAll(List.of("-strideSize", "" + stride, "-strideCount", "" + stride));
    if (Effort.current() != Effort.LONG) {
      // One JVM per test, which interprets first and then runs what the compiler has shuffled.
      command.addAll(
          List.of("-time", "" + millis, "-iters", "" + iterations, "-sc", "false", "-af", "NONE"));
      command.addAll(List.of("-pth", "false"));
      command.add("-jvmArgs");
      command.add(
          "-XX:-TieredCompilation -XX:+UnlockDiagnosticVMOptions -XX:+StressLCM -XX:+StressGCM"
              + " -XX:+StressIGVN -XX:+StressCCP -XX:StressSeed="
              + seed);
    } else {
      // Every combination of interpreter and compilers on the two sides.
      command.addAll(List.of("-time", "1000", "-iters", "3"));
    }
    return command;
  }

  private static long passed(String text) {
    Matcher tally = TALLY.matcher(text);
    long passed = 0;
    while (tally.find()) {
      passed = Long.parseLong(tally.group(2));
      assertThat(tally.group(3)).as("failed").isEqualTo("0");
    }
    return passed;
  }
}
