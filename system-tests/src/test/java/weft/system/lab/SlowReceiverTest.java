// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.transport.job.Shell;

/// Seven ranks flood one behind a slow link, over MPI: nothing is lost, doubled or overtaken, no
/// rank's memory grows beyond its budget, senders wait and do not fail, and reach each other
/// meanwhile.
@ExtendWith(NeedsLab.class)
final class SlowReceiverTest {
  private static final String MPIRUN = "mpirun.openmpi";
  private static final int RANKS = 8;
  private static final int MESSAGES = 300;

  /// Room for two of the largest payloads, where three ranks send such.
  private static final int BUDGET = 96 << 10;

  private static final Pattern RANK =
      Pattern.compile(
          "rank (\\d) was held back (\\d+) times, its budget held (\\d+) and at most (\\d+) bytes");

  @TempDir Path folder;

  @Test
  void aFloodOverASlowLinkIsHeldBackAndNotFailed() throws Exception {
    assumeTrue(Shell.find(MPIRUN) != null, MPIRUN + " is not installed");
    Path classes = Path.of(Flood.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var result =
        new Weft(folder)
            .run(
                "lab",
                "run",
                "--hosts",
                "" + RANKS,
                "--rates",
                "h0=10mbit",
                "--expect-traffic",
                "4m",
                "--",
                "-n",
                "" + RANKS,
                "--mpi",
                "openmpi",
                "--ring",
                "64k",
                "--budget",
                "" + BUDGET,
                "--java-heap",
                "48m",
                "--class-path",
                classes.toString(),
                Flood.class.getName(),
                "" + MESSAGES);
    assertThat(result.err()).doesNotContain("weft: rank");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).contains("all came once and in order: ");
    List<MatchResult> ranks = RANK.matcher(result.out()).results().toList();
    assertThat(ranks).hasSize(RANKS);
    for (MatchResult rank : ranks) {
      if (Integer.parseInt(rank.group(1)) % 2 == 1) {
        assertThat(Long.parseLong(rank.group(2))).as(rank.group()).isPositive();
      }
      assertThat(Long.parseLong(rank.group(3))).as(rank.group()).isZero();
      assertThat(Long.parseLong(rank.group(4))).as(rank.group()).isLessThanOrEqualTo(BUDGET);
    }
  }
}
