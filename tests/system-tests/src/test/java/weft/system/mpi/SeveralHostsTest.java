// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.system.lab.NeedsLab;
import weft.testkit.Sampled;

/// `weft run --hosts`, on hosts of a laboratory: ranks are where they should be, and what they send
/// crosses the links.
@ExtendWith(NeedsLab.class)
@Sampled
final class SeveralHostsTest {
  private static final Pattern SENT = Pattern.compile("  h1 +(\\d+) ");

  @TempDir Path folder;

  @EachMpi
  void ranksAreSharedOutOverTheHosts(Mpi mpi) throws Exception {
    mpi.assumeThere();
    Weft weft = new Weft(folder);
    weft.file(
        "Where.java",
        """
        import weft.*;

        void main(String[] args) {
          Weft.launch(args, world -> {
            var bytes = new long[1];
            RsrN fill = world.rsrN("fill", (source, frame) -> bytes[0] += frame.size());
            world.start();
            var data = new byte[100_000];
            fill.send(world.next(), data);
            world.pollUntil(() -> bytes[0] == data.length);
            world.quiesce();
            String host = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/sys/kernel/hostname"));
            IO.println("rank " + world.rank() + " on " + host.strip());
          });
        }
        """);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String lib = Path.of(System.getProperty("weft.home")).resolve("lib").toAbsolutePath() + "/*";
    String run =
        "'%s' -cp '%s' weft.cli.Main run -n 2 --mpi %s --hosts $WEFT_LAB_HOSTS Where.java"
            .formatted(java, lib, mpi.title);
    var result = weft.run("lab", "run", "--hosts", "2", "--", "sh", "-c", run);
    assertThat(result.outLines())
        .as(result.err())
        .containsExactlyInAnyOrder("rank 0 on h0", "rank 1 on h1");
    assertThat(result.exitCode()).isZero();
    Matcher sent = SENT.matcher(result.err());
    assertThat(sent.find()).as(result.err()).isTrue();
    assertThat(Long.parseLong(sent.group(1))).isGreaterThan(100_000);
  }

  /// The programs that check themselves, in small: what they print is what they are to print.
  @EachMpi
  void netsortAndGupsCheckThemselves(Mpi mpi) throws Exception {
    mpi.assumeThere();
    String netsort = onThreeHosts(mpi, "netsort", "--n", "60000");
    assertThat(netsort).contains("netsort: 60000 keys (seed 1), 3 ranks (mpi)");
    // The same keys are sorted on every number of ranks and every transport.
    var alone = new Weft(folder).run("run", "-n", "1", "netsort", "--n", "60000");
    String digest = alone.outLines().getLast();
    assertThat(digest).startsWith("  sorted, digest ");
    assertThat(netsort.lines()).contains(digest);
    assertThat(onThreeHosts(mpi, "gups", "--m", "12", "--by", "atomics"))
        .contains("gups: 2^12 words, 4 updates each, by atomics, 3 ranks (mpi)")
        .contains("verified: 0 errors in 4096 words");
    assertThat(onThreeHosts(mpi, "gups", "--m", "12", "--by", "rsr"))
        .contains("verified: 0 errors in 4096 words");
  }

  /// What the program prints, one rank on each host.
  private String onThreeHosts(Mpi mpi, String... program) throws Exception {
    var line = new ArrayList<>(List.of("lab", "run", "--hosts", "3", "--expect-traffic", "10k"));
    line.addAll(List.of("--", "-n", "3", "--mpi", mpi.title, "--java-heap", "64m"));
    line.addAll(List.of(program));
    var result = new Weft(folder).run(line.toArray(String[]::new));
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err()).doesNotContain("weft: rank");
    return result.out();
  }
}
