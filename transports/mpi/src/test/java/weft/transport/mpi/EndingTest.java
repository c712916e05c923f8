// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What the host makes of the end of its ranks.
final class EndingTest {
  private long now;
  private final Ending ending = new Ending(3, () -> now);

  private void joinAll() {
    for (int rank = 0; rank < 3; rank++) {
      ending.mark(rank, "joins");
    }
  }

  private void aftermath(String... lines) {
    ending.own("-".repeat(74));
    for (String line : lines) {
      ending.own(line);
    }
    ending.own("-".repeat(74));
  }

  @Test
  void aGoodEndHasNothingToTell() {
    joinAll();
    for (int rank = 0; rank < 3; rank++) {
      ending.mark(rank, "end 0 ");
    }
    assertThat(ending.isWrong()).isFalse();
    assertThat(ending.exitCode(0)).isZero();
    assertThat(ending.rest(0)).isEmpty();
  }

  @Test
  void aProgramWithoutWeftMayEndAsItLikes() {
    ending.mark(1, "end 0 ");
    assertThat(ending.isWrong()).isFalse();
  }

  @Test
  void theExitCodeIsThatOfTheFirstThatFailedByItself() {
    joinAll();
    ending.mark(2, "end 143 alpha");
    ending.mark(1, "end 3 beta");
    ending.mark(0, "end 1 alpha");
    assertThat(ending.isWrong()).isTrue();
    assertThat(ending.exitCode(7)).isEqualTo(3);
    assertThat(ending.rest(7))
        .containsExactly("weft: rank 1 failed: its process on host beta ended with exit code 3");
  }

  @Test
  void whyRanksCannotJoinIsSaidOnce() {
    for (int rank : new int[] {2, 0, 1}) {
      ending.mark(rank, "cannot join: there is no library");
      ending.mark(rank, "end 1 alpha");
    }
    assertThat(ending.rest(1)).containsExactly("weft: rank 2 failed: there is no library");
  }

  @Test
  void whyARankCannotJoinIsSaidToThoseThatHave() {
    ending.mark(0, "joins");
    ending.mark(1, "cannot join: there is no library");
    assertThat(ending.isWrong()).isFalse();
    ending.mark(1, "end 1 alpha");
    assertThat(ending.isWrong()).isTrue();
    ending.mark(0, "end 143 alpha");
    assertThat(ending.rest(1)).containsExactly("weft: rank 1 failed: there is no library");
  }

  @Test
  void oneReportIsEnough() {
    joinAll();
    aftermath(
        "mpirun noticed that process rank 1 with PID 0 on node vm exited on signal 9 (Killed).");
    ending.mark(1, "end 137 beta");
    ending.failed(1);
    assertThat(ending.exitCode(137)).isEqualTo(137);
    assertThat(ending.rest(137)).isEmpty();
  }

  @Test
  void theExitCodeIsThatOfTheRankThatIsReportedThoughAnotherEndIsToldBefore() {
    joinAll();
    ending.failed(0);
    ending.mark(1, "end 1 alpha");
    assertThat(ending.exitCode(1)).isEqualTo(1);
    ending.mark(0, "end 137 alpha");
    ending.failed(2);
    assertThat(ending.exitCode(1)).isEqualTo(137);
    assertThat(ending.rest(1)).isEmpty();
  }

  @Test
  void saysWhoWasKilledWhenNobodyElseDid() {
    joinAll();
    aftermath(
        "Primary job  terminated normally, but 1 process returned",
        "a non-zero exit code. Per user-direction, the job has been aborted.");
    ending.mark(1, "end 137 beta");
    assertThat(ending.rest(137))
        .containsExactly(
            "weft: rank 1 failed: its process on host beta was killed by signal 9 (SIGKILL), by"
                + " somebody or by the kernel's out-of-memory killer");
  }

  @Test
  void aProgramThatEndsBadlyBeforeItJoinsIsReported() {
    aftermath("mpirun detected that one or more processes exited with non-zero status, thus");
    ending.mark(0, "end 2 alpha");
    assertThat(ending.rest(2))
        .containsExactly(
            "weft: rank 0 failed: its process on host alpha ended with exit code 2 before it joined"
                + " the job");
    assertThat(ending.exitCode(2)).isEqualTo(2);
  }

  /// They may have caught what they were told, and ended well.
  @Test
  void aJobOfWhichARankIsReportedHasNotEndedWell() {
    joinAll();
    ending.failed(1);
    for (int rank = 0; rank < 3; rank++) {
      ending.mark(rank, "end 0 ");
    }
    assertThat(ending.exitCode(0)).isEqualTo(1);
    assertThat(ending.rest(0)).isEmpty();
  }

  @Test
  void aRankThatDoesNotJoinIsWrong() {
    ending.mark(0, "joins");
    ending.mark(2, "end 0 ");
    assertThat(ending.isWrong()).isTrue();
    assertThat(ending.exitCode(143)).isEqualTo(1);
    assertThat(ending.rest(143))
        .containsExactly(
            "weft: rank 2 failed: its process ended without calling Weft.launch, which other ranks"
                + " have called; all must");
  }

  @Test
  void whatMpirunSaysOfItsOwnIsKept() {
    aftermath("There are not enough slots available in the system to satisfy the 9", "slots");
    assertThat(ending.rest(1)).hasSize(1).first().asString().contains("not enough slots");
    assertThat(ending.exitCode(1)).isEqualTo(1);
  }

  @Test
  void mpirunIsNotLeftToEndInSilence() {
    assertThat(ending.rest(5))
        .containsExactly("weft: mpirun ended with exit code 5, and gave no reason");
  }

  @Test
  void whatMpirunSaysIsToldWhileTheJobGoesOn() {
    joinAll();
    aftermath("WARNING: Open MPI failed to TCP connect to a peer MPI process.");
    ending.own("[alpha:1] 3 more processes have sent help message");
    assertThat(ending.said(5)).isEmpty();
    now = 3;
    ending.own("-".repeat(74));
    ending.own("half");
    now = 5;
    assertThat(ending.said(5))
        .containsExactly(
            "-".repeat(74)
                + "\nWARNING: Open MPI failed to TCP connect to a peer MPI process.\n"
                + "-".repeat(74),
            "[alpha:1] 3 more processes have sent help message");
    assertThat(ending.said(5)).isEmpty();
    now = 8;
    assertThat(ending.said(5)).containsExactly("-".repeat(74) + "\nhalf");
    assertThat(ending.rest(0)).isEmpty();
  }

  @Test
  void whatMpirunSaysOfAnEndWaitsForIt() {
    joinAll();
    String noticed = "mpirun noticed that process rank 1 with PID 0 exited on signal 9 (Killed).";
    aftermath(noticed);
    now = 100;
    assertThat(ending.said(5)).isEmpty();
    assertThat(ending.rest(137)).singleElement().asString().contains(noticed);
  }

  /// Where ranks were sending, the library sees the connection end, and the next one fail.
  @Test
  void whatTheLibrarySaysOfALostPeerIsNotToldBesideTheReport() {
    joinAll();
    lostPeer();
    ending.mark(1, "end 137 beta");
    ending.failed(1);
    assertThat(ending.rest(137)).isEmpty();
  }

  @Test
  void whatTheLibrarySaysOfALostPeerIsToldWithoutAReport() {
    joinAll();
    lostPeer();
    now = 100;
    assertThat(ending.said(5)).singleElement().asString().contains("failed to TCP connect");
    assertThat(ending.rest(1)).hasSize(3).first().asString().contains("unexpectedly disconnected");
  }

  private void lostPeer() {
    aftermath("An MPI communication peer process has unexpectedly disconnected.  This", "usually");
    aftermath("WARNING: Open MPI failed to TCP connect to a peer MPI process.  This", "should not");
    ending.own(
        "[login:7] 1 more process has sent help message help-mpi-btl-tcp.txt / peer hung up");
    ending.own(
        "[login:7] Set MCA parameter \"orte_base_help_aggregate\" to 0 to see all help / error"
            + " messages");
  }
}
