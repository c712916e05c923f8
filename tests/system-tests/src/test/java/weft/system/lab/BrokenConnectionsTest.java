// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.lab.Lab;
import weft.lab.Rate;
import weft.system.cli.Weft;
import weft.testkit.Sampled;
import weft.transport.job.Shell;

/// A single connection between two ranks over TCP is broken, while both processes and hosts live:
/// one report names both ranks, and calls none of them dead.
@ExtendWith(NeedsLab.class)
@Sampled
final class BrokenConnectionsTest {
  private static final int HOSTS = 3;

  @TempDir Path folder;
  private Lab lab;

  @BeforeAll
  static void find() {
    boolean isThere = Shell.find("nft") != null && Shell.find("ss") != null;
    if (!isThere) {
      System.err.println("SKIPPED tests of broken connections: nftables is not installed");
    }
    assumeTrue(isThere, "nft and ss are not installed");
  }

  @BeforeEach
  void open() {
    lab = Lab.open(HOSTS, Rate.parse("100mbit"));
  }

  @AfterEach
  void end() {
    lab.close();
  }

  /// A job whose ranks `one` and `other` are connected, and what breaks their connections.
  private record Connected(HostsJob job, Firewall firewall) implements AutoCloseable {
    /// The pair is named, once, with the addresses by which the ranks reach each other.
    private void assertThatPairIsNamed(String what) throws Exception {
      job.awaitFailure();
      assertThat(job.awaitLauncher()).isEqualTo(1);
      assertThat(job.err())
          .containsOnlyOnce("weft: ")
          .containsPattern(
              "rank ([012]) failed: its connection (to|with) rank (?!\\1)[012] on host h")
          .contains(what)
          .doesNotContain("is gone")
          .doesNotContain("has not answered");
      job.awaitNoProcess();
    }

    @Override
    public void close() {
      job.close();
    }
  }

  /// Starts `program`, and aims at the connections between ranks `one` and `other`.
  private Connected start(Class<?> program, int one, int other) throws Exception {
    var connected =
        new Connected(HostsJob.byTcp(lab, folder, program), new Firewall(lab, one, other));
    try {
      Weft.await(
          "a connection for data",
          () -> {
            try {
              return connected.firewall().seesData();
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
    } catch (Throwable t) {
      connected.close();
      throw t;
    }
    return connected;
  }

  @Test
  void aSilentConnectionIsNamedWhileAllSend() throws Exception {
    try (var connected = start(Streams.class, 1, 2)) {
      connected.firewall().dropBoth();
      connected.assertThatPairIsNamed("has been silent for " + HostsJob.LOST + " s");
    }
  }

  @Test
  void aHalfOpenConnectionIsNamed() throws Exception {
    try (var connected = start(Streams.class, 1, 2)) {
      connected.firewall().dropToOne();
      connected.assertThatPairIsNamed("has been silent for " + HostsJob.LOST + " s");
    }
  }

  /// Nothing is under way, as when a firewall forgets an idle connection.
  @Test
  void aSilentConnectionIsNamedWhileAllWait() throws Exception {
    try (var connected = start(Patient.class, 0, 1)) {
      connected.firewall().dropBoth();
      connected.assertThatPairIsNamed("has been silent for " + HostsJob.LOST + " s");
    }
  }

  @Test
  void aResetConnectionIsNoDeadProcess() throws Exception {
    try (var connected = start(Streams.class, 1, 2)) {
      connected.firewall().resetData();
      connected.assertThatPairIsNamed("has ended (");
    }
  }

  @Test
  void aResetWatchIsNoDeadProcess() throws Exception {
    try (var connected = start(Streams.class, 1, 2)) {
      connected.firewall().resetWatch();
      connected.assertThatPairIsNamed("was reset, although its process (pid ");
    }
  }
}
