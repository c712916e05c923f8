// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.testkit.Sampled;
import weft.testkit.UcxInstallation;
import weft.transport.job.Shell;

/// Ranks flood one that is behind a slow link, or does not listen, over MPI: nothing is lost,
/// doubled or overtaken, no rank's memory grows beyond its budget, senders wait and do not fail,
/// and reach each other meanwhile.
@ExtendWith(NeedsLab.class)
@Sampled
final class SlowReceiverTest {
  private static final String MPIRUN = "mpirun.openmpi";

  /// Room for two of the largest payloads, where three ranks send such.
  private static final int BUDGET = 96 << 10;

  /// A JVM's heap, of which a rank touches more and more, and as much for what else the JVM comes
  /// to need. With rings of 64 MB all grow by twice as much when one does not listen.
  private static final long MOST_GROWTH_KILOBYTES = (24 + 24) << 10;

  private static final Pattern RANK =
      Pattern.compile(
          "rank (\\d) was held back (\\d+) times, its budget held (\\d+) and at most (\\d+)"
              + " bytes, it grew (-?\\d+) KB");

  @TempDir Path folder;

  @Test
  void aFloodOverASlowLinkIsHeldBackAndNotFailed() throws Exception {
    flood(8, "h0=10mbit", 300, 0);
  }

  /// The links are fast, so all that is sent could be there before it listens.
  @Test
  void aFloodOfOneThatDoesNotListenIsHeldBackToo() throws Exception {
    flood(4, "", 25_000, 1_000);
  }

  /// UCX keeps what the network does not take: no more than the frames that Weft gives it.
  @Test
  void aFloodOverUcxIsHeldBackToo() throws Exception {
    assumeTrue(UcxInstallation.missing().isEmpty(), () -> UcxInstallation.missing().orElse(""));
    var weft = new Weft(folder);
    weft.variable("WEFT_NETWORK_ONLY", "1");
    var command = new ArrayList<>(List.of("run", "-n", "8", "--transport", "ucx"));
    command.addAll(flood(4_000, 1_000));
    check(weft.run(command.toArray(String[]::new)), 8);
  }

  private void flood(int ranks, String rates, int messages, int deafMillis) throws Exception {
    assumeTrue(Shell.find(MPIRUN) != null, MPIRUN + " is not installed");
    var command = new ArrayList<>(List.of("lab", "run", "--hosts", "" + ranks));
    if (!rates.isEmpty()) {
      command.addAll(List.of("--rates", rates));
    }
    command.addAll(List.of("--expect-traffic", "4m", "--", "-n", "" + ranks, "--mpi", "openmpi"));
    command.addAll(flood(messages, deafMillis));
    check(new Weft(folder).run(command.toArray(String[]::new)), ranks);
  }

  private static List<String> flood(int messages, int deafMillis) throws Exception {
    Path classes = Path.of(Flood.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var words =
        new ArrayList<>(List.of("--ring", "64k", "--budget", "" + BUDGET, "--java-heap", "24m"));
    words.addAll(List.of("--class-path", classes.toString(), Flood.class.getName()));
    words.addAll(List.of("" + messages, "" + deafMillis));
    return words;
  }

  private static void check(Weft.Result result, int ranks) {
    assertThat(result.err()).doesNotContain("weft: rank");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).contains("all came once and in order: ");
    List<MatchResult> found = RANK.matcher(result.out()).results().toList();
    assertThat(found).hasSize(ranks);
    for (MatchResult rank : found) {
      if (Integer.parseInt(rank.group(1)) % 2 == 1) {
        assertThat(Long.parseLong(rank.group(2))).as(rank.group()).isPositive();
      }
      assertThat(Long.parseLong(rank.group(3))).as(rank.group()).isZero();
      assertThat(Long.parseLong(rank.group(4))).as(rank.group()).isLessThanOrEqualTo(BUDGET);
      assertThat(Long.parseLong(rank.group(5))).as(rank.group()).isLessThan(MOST_GROWTH_KILOBYTES);
    }
  }
}
