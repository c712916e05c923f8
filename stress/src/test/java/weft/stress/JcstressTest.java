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

/// Runs every jcstress test of this module, in JVMs of its own: no forbidden result, no error.
///
/// The report, with a page per test and all samples, is `target/jcstress/index.html`.
final class JcstressTest {
  private static final long QUICK_SECONDS = 20 * 60;
  private static final long LONG_SECONDS = 8 * 3600;
  private static final Pattern TALLY =
      Pattern.compile("Results: (\\d+) planned; (\\d+) passed, (\\d+) failed");

  @Test
  void noClaimIsBroken() throws Exception {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1,
        "jcstress needs two processors, and there is one: the claims about order were not tested");
    String selected = System.getProperty("weft.stress.tests", "");
    long tests =
        TestList.tests().stream()
            .filter(name -> Pattern.compile(selected).matcher(name).find())
            .count();
    long seed = Effort.seed();
    System.out.println(
        "jcstress: " + tests + " tests, " + Effort.asked() + ", -Dweft.stress.seed=" + seed);

    Path work = Files.createDirectories(Path.of("target", "jcstress").toAbsolutePath());
    Path log = work.resolve("log.txt");
    try (var processes = new Processes()) {
      Process process = processes.start(work, log, command(work, selected, seed));
      boolean quick = Effort.asked() == Effort.QUICK;
      Processes.await(process, log, quick ? QUICK_SECONDS : LONG_SECONDS);
    }

    String text = Processes.read(log);
    System.out.println(text.substring(Math.max(text.indexOf("RUN RESULTS"), 0)));
    // A test that cannot be scheduled is left out by jcstress without a word.
    assertThat(passed(text))
        .as("results of %d tests:%n%s", tests, text)
        .isGreaterThanOrEqualTo(tests);
  }

  private static List<String> command(Path report, String selected, long seed) {
    var command = new ArrayList<String>();
    command.add("org.openjdk.jcstress.Main");
    command.addAll(List.of("-r", report.toString(), "-t", selected, "-f", "1", "-fsm", "1"));
    int stride = (int) Math.sqrt(TinyRings.MOST_STATES);
    command.addAll(List.of("-strideSize", "" + stride, "-strideCount", "" + stride));
    if (Effort.asked() == Effort.QUICK) {
      // One JVM per test, which interprets first and then runs what the compiler has shuffled.
      command.addAll(List.of("-time", "200", "-iters", "3", "-sc", "false", "-af", "NONE"));
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
