// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.lab.Lab;
import weft.lab.LinkCount;
import weft.lab.Rate;
import weft.system.Alike;
import weft.system.cli.Weft;
import weft.testkit.MpiInstallations;
import weft.testkit.Sampled;
import weft.transport.job.Shell;

/// What becomes of a job over MPI on several hosts when a process, a host or a link is lost: one
/// report that names it, and the end of all; and nothing when it only seems so.
@ExtendWith(NeedsLab.class)
@Sampled
final class LostHostsTest {
  private static final int HOSTS = 3;
  private static final String MPIRUN = "mpirun.openmpi";

  /// Slower than what ranks send: so there is always something under way.
  private static final Rate RATE = Rate.parse("100mbit");

  /// More than any window of a connection holds.
  private static final long MUCH = 4 << 20;

  private static final Pattern ALL_CAME =
      Pattern.compile("[1-9]\\d+ requests and [1-9]\\d* puts came to \\d");

  @TempDir Path folder;
  private final List<Runnable> endings = new ArrayList<>();
  private Lab lab;

  @BeforeAll
  static void find() {
    assumeTrue(Shell.find(MPIRUN) != null, MPIRUN + " is not installed");
  }

  @BeforeEach
  void open() {
    lab = Lab.open(HOSTS, RATE);
    endings.add(lab::close);
  }

  private HostsJob start(Class<?> program) throws Exception {
    return start(() -> HostsJob.byMpirun(lab, folder, program));
  }

  private HostsJob start(Callable<HostsJob> starter) throws Exception {
    HostsJob job = starter.call();
    endings.add(job::close);
    return job;
  }

  @AfterEach
  void end() {
    endings.reversed().forEach(Runnable::run);
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

  private static void assertAllCame(HostsJob job) {
    assertThat(job.out().lines().filter("done"::equals)).hasSize(HOSTS);
    assertThat(job.out().lines().filter(ALL_CAME.asMatchPredicate())).hasSize(HOSTS);
    assertThat(job.err()).doesNotContain("weft: ");
  }

  @Test
  void aKilledProcessIsNamed() throws Exception {
    HostsJob job = start(Patient.class);
    killProcess(job, 1);
  }

  /// The library, too, sees a connection end that it writes to.
  @Alike({"0", "2"})
  void aKilledProcessIsNamedWhileAllSend(int rank) throws Exception {
    HostsJob job = start(Streams.class);
    awaitStream(rank);
    killProcess(job, rank);
  }

  private void killProcess(HostsJob job, int rank) throws Exception {
    job.signal("KILL", rank);

    job.awaitFailure();

    assertThat(job.awaitLauncher()).isNotZero();
    assertThat(job.err())
        .containsOnlyOnce("weft: ")
        .contains(
            "weft: rank " + rank + " failed: its process (" + job.process(rank) + ") is gone");
    job.awaitNoProcess();
    // On the host of rank 0 nobody else is left; its next job removes what that had for itself.
    assertThat(rank == 0 ? job.sharedFiles() : job.files()).isEmpty();
  }

  /// Its launcher goes on: it waits for its daemon on the lost host.
  @Alike({"0", "2"})
  void aLostHostIsNamed(int host) throws Exception {
    HostsJob job = start(Patient.class);
    loseHost(job, host);
  }

  @Test
  void aLostHostIsNamedWhileAllSend() throws Exception {
    HostsJob job = start(Streams.class);
    awaitStream(1);
    loseHost(job, 1);
  }

  private void loseHost(HostsJob job, int host) throws Exception {
    lab.kill(host);

    job.awaitFailure();

    assertThat(job.err())
        .containsOnlyOnce("weft: ")
        .contains("weft: rank " + host + " failed: its host has not answered rank ")
        .contains(job.process(host))
        .contains("for " + HostsJob.LOST + " s");
    assertThat(job.files()).noneMatch(file -> file.getFileName().toString().startsWith("weft"));
  }

  @Alike({"openmpi", "mpich"})
  void weftRunEndsWithAKilledProcess(String mpi) throws Exception {
    Optional<String> missing = MpiInstallations.missing(mpi);
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
    HostsJob job = start(() -> HostsJob.byWeft(lab, folder, mpi, Streams.class));
    awaitStream(1);
    job.signal("KILL", 1);

    job.awaitFailure();

    assertThat(job.awaitLauncher()).isEqualTo(137);
    assertThat(job.errLines())
        .singleElement()
        .asString()
        .startsWith("weft: rank 1 failed: its process (" + job.process(1) + ") is gone");
    job.awaitNoProcess();
    assertThat(job.files()).isEmpty();
  }

  /// Though `mpirun` waits for its daemon there.
  @Test
  void weftRunEndsWithALostHost() throws Exception {
    HostsJob job = start(() -> HostsJob.byWeft(lab, folder, "openmpi", Patient.class));
    lab.kill(1);

    job.awaitFailure();

    assertThat(job.awaitLauncher()).isNotZero();
    assertThat(job.errLines())
        .singleElement()
        .asString()
        .startsWith("weft: rank 1 failed: its host has not answered rank ")
        .contains(job.process(1));
    assertThat(job.files()).noneMatch(file -> file.getFileName().toString().startsWith("weft"));
  }

  /// Ranks report on both sides of the cut, and what the far side says may come through once the
  /// link is back. `weft run` prints one report.
  @Alike({"openmpi", "mpich"})
  void weftRunReportsACutOnce(String mpi) throws Exception {
    Optional<String> missing = MpiInstallations.missing(mpi);
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
    HostsJob job = start(() -> HostsJob.byWeft(lab, folder, mpi, Streams.class));
    awaitStream(1);
    lab.cut(1);

    job.awaitFailure();

    lab.restore(1);
    assertThat(job.awaitLauncher()).isNotZero();
    assertThat(job.err()).containsOnlyOnce("failed: its host has not answered rank ");
    job.awaitNoProcess();
  }

  /// On both sides of the cut ranks end, and both sides say so; the report of the far side may not
  /// come through.
  @Test
  void aCutLinkEndsTheJobOnBothSides() throws Exception {
    HostsJob job = start(Streams.class);
    awaitStream(1);
    lab.cut(1);

    job.awaitFailure();

    assertThat(job.err())
        .contains("weft: rank 1 failed: its host has not answered rank ")
        .contains(job.process(1));
  }

  /// What was under way comes, once and in order, and so does what is sent later.
  @Test
  void aLinkThatIsBackSoonIsNotLost() throws Exception {
    HostsJob job = start(Streams.class);
    awaitStream(1);
    lab.cut(1);
    Thread.sleep(1_000);
    lab.restore(1);
    awaitStream(1);
    Thread.sleep(1_500 * HostsJob.LOST);
    awaitStream(1);

    assertThat(job.end()).as(job.err()).isZero();
    assertAllCame(job);
  }

  @Alike({"0", "2"})
  void aStoppedProcessIsNotLost(int rank) throws Exception {
    HostsJob job = start(Streams.class);
    awaitStream(rank);
    job.signal("STOP", rank);
    Thread.sleep(1_500 * HostsJob.LOST);
    assertThat(job.err()).doesNotContain("weft: ");
    job.signal("CONT", rank);
    awaitStream(rank);

    assertThat(job.end()).as(job.err()).isZero();
    assertAllCame(job);
  }
}
