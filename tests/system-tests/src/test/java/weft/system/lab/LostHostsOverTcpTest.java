// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.lab.Lab;
import weft.lab.LinkCount;
import weft.lab.Rate;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// What becomes of a job over TCP on several hosts, all of whose ranks send to all, when a process,
/// a host or a link is lost; and nothing when it only seems so.
@ExtendWith(NeedsLab.class)
@Sampled
final class LostHostsOverTcpTest {
  private static final int HOSTS = 3;

  /// Slower than what ranks send: so there is always something under way.
  private static final Rate RATE = Rate.parse("100mbit");

  /// More than any window of a connection holds.
  private static final long MUCH = 4 << 20;

  private static final Pattern ALL_CAME =
      Pattern.compile("[1-9]\\d+ requests and [1-9]\\d* puts came to \\d");

  @TempDir Path folder;
  private Lab lab;
  private HostsJob job;

  @BeforeEach
  void begin() throws Exception {
    lab = Lab.open(HOSTS, RATE);
    try {
      job = HostsJob.byTcp(lab, folder, Streams.class);
    } catch (Exception | Error e) {
      lab.close();
      throw e;
    }
  }

  @AfterEach
  void end() {
    if (job != null) {
      job.close();
      lab.close();
    }
  }

  /// Waits until much has come over the link of `host`, both ways.
  private void awaitStream(int host) throws Exception {
    LinkCount before = lab.count(host);
    Weft.await(
        "what comes over the link of h" + host,
        () -> {
          LinkCount now = lab.count(host);
          return now.bytesSent() - before.bytesSent() > MUCH
              && now.bytesReceived() - before.bytesReceived() > MUCH;
        });
  }

  private void assertAllCame() {
    assertThat(job.out().lines().filter("done"::equals)).hasSize(HOSTS);
    assertThat(job.out().lines().filter(ALL_CAME.asMatchPredicate())).hasSize(HOSTS);
    assertThat(job.err()).doesNotContain("weft: ");
  }

  @Test
  void aKilledProcessIsNamed() throws Exception {
    awaitStream(1);
    job.signal("KILL", 1);

    job.awaitFailure();

    assertThat(job.awaitLauncher()).isNotZero();
    assertThat(job.err())
        .containsOnlyOnce("weft: ")
        .contains(
            "weft: rank 1 failed: its process ("
                + job.process(1)
                + ") was killed by signal 9 (SIGKILL)");
    job.awaitNoProcess();
    assertThat(job.files()).isEmpty();
  }

  @Test
  void aLostHostIsNamed() throws Exception {
    awaitStream(1);
    lab.kill(1);

    Weft.await("a report", () -> job.err().contains(lab.address(1)));

    assertThat(job.awaitLauncher()).isEqualTo(1);
    assertThat(job.err()).containsOnlyOnce("weft: ");
    job.awaitNoProcess();
    assertThat(job.files()).noneMatch(file -> file.getFileName().toString().startsWith("weft"));
  }

  /// On both sides of the cut ranks end. The launcher is on neither, and prints the first report.
  @Test
  void aCutLinkEndsTheJobOnBothSides() throws Exception {
    awaitStream(1);
    lab.cut(1);

    job.awaitFailure();

    assertThat(job.awaitLauncher()).isEqualTo(1);
    assertThat(job.err())
        .containsOnlyOnce("weft: ")
        .containsPattern("weft: rank [012] failed: its host has not answered rank ")
        .contains("host h1");
    job.awaitNoProcess();
  }

  /// What was under way comes, once and in order, and so does what is sent later.
  @Test
  void aLinkThatIsBackSoonIsNotLost() throws Exception {
    awaitStream(1);
    lab.cut(1);
    Thread.sleep(1_000);
    lab.restore(1);
    awaitStream(1);
    Thread.sleep(1_500 * HostsJob.LOST);
    awaitStream(1);

    assertThat(job.end()).as(job.err()).isZero();
    assertAllCame();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aStoppedProcessIsNotLost(int rank) throws Exception {
    awaitStream(rank);
    job.signal("STOP", rank);
    Thread.sleep(1_500 * HostsJob.LOST);
    assertThat(job.err()).doesNotContain("weft: ");
    job.signal("CONT", rank);
    awaitStream(rank);

    assertThat(job.end()).as(job.err()).isZero();
    assertAllCame();
  }
}
