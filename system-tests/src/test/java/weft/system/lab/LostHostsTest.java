// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.cli.lab.Lab;
import weft.cli.lab.Rate;
import weft.transport.job.Shell;

/// What becomes of a job over MPI on several hosts when a process, a host or a link is lost: one
/// report that names it, and the end of all; and nothing when it only seems so.
@ExtendWith(NeedsLab.class)
final class LostHostsTest {
  private static final int HOSTS = 3;
  private static final String MPIRUN = "mpirun.openmpi";

  @TempDir Path folder;
  private final List<Runnable> endings = new ArrayList<>();
  private Lab lab;
  private PatientJob job;

  @BeforeAll
  static void find() {
    assumeTrue(Shell.find(MPIRUN) != null, MPIRUN + " is not installed");
  }

  @BeforeEach
  void start() throws Exception {
    lab = Lab.open(HOSTS, Rate.NONE);
    endings.add(lab::close);
    job =
        PatientJob.start(
            lab,
            folder,
            List.of(
                MPIRUN,
                "--host",
                lab.addressList(),
                "-x",
                "WEFT_TRANSPORT",
                "-x",
                "WEFT_LOST",
                "-x",
                "XDG_RUNTIME_DIR"));
    endings.add(job::close);
  }

  @AfterEach
  void end() {
    endings.reversed().forEach(Runnable::run);
  }

  private String process(int rank) {
    return "pid " + job.pid(rank) + " on host h" + rank + " (" + lab.address(rank) + ")";
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aKilledProcessIsNamed(int rank) throws Exception {
    job.signal("KILL", rank);

    job.awaitFailure();

    assertThat(job.err())
        .containsOnlyOnce("weft: ")
        .contains("weft: rank " + rank + " failed: its process (" + process(rank) + ") is gone");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aLostHostIsNamed(int host) throws Exception {
    lab.kill(host);

    job.awaitFailure();

    assertThat(job.err())
        .containsOnlyOnce("weft: ")
        .contains("weft: rank " + host + " failed: its host has not answered rank ")
        .contains(process(host))
        .contains("for " + PatientJob.LOST + " s");
  }

  /// On both sides of the cut ranks end, and both sides say so; the report of the far side may not
  /// come through.
  @Test
  void aCutLinkEndsTheJobOnBothSides() throws Exception {
    lab.cut(1);

    job.awaitFailure();

    assertThat(job.err())
        .contains("weft: rank 1 failed: its host has not answered rank ")
        .contains(process(1));
  }

  @Test
  void aLinkThatIsBackSoonIsNotLost() throws Exception {
    lab.cut(1);
    Thread.sleep(1_000);
    lab.restore(1);
    Thread.sleep(2_000 * PatientJob.LOST);

    assertThat(job.err()).doesNotContain("weft: ");
    assertThat(job.end()).as(job.err()).isZero();
    assertThat(job.out().lines().filter("done"::equals)).hasSize(HOSTS);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aStoppedProcessIsNotLost(int rank) throws Exception {
    job.signal("STOP", rank);
    Thread.sleep(2_000 * PatientJob.LOST);
    assertThat(job.err()).doesNotContain("weft: ");
    job.signal("CONT", rank);

    assertThat(job.end()).as(job.err()).isZero();
    assertThat(job.out().lines().filter("done"::equals)).hasSize(HOSTS);
  }
}
