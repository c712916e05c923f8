// SPDX-License-Identifier: Apache-2.0
package weft.watch.network;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.FailureReport;
import weft.watch.PeerWatch;

/// The failures of a rank's connections, which end the job unless the watch knows a better reason.
/// Any thread may call the methods.
public final class NetworkFailures {
  private static final long MILLIS_FOR_THE_WATCH = 2_000;

  private final int rank;
  private final PeerWatch watch;
  private volatile @Nullable Consumer<FailureReport> fails;
  private volatile boolean over;

  NetworkFailures(int rank, PeerWatch watch) {
    this.rank = rank;
    this.watch = watch;
  }

  /// Reports failures to `fails` from now on.
  void reportTo(Consumer<FailureReport> fails) {
    this.fails = fails;
  }

  /// Records that all ranks have finished: their connections may end.
  void isOver() {
    over = true;
  }

  /// Records that the connection to `peer` has ended. The watch tells at once if the other process
  /// is gone. If it does not, the network has ended the connection, and messages are lost with it.
  public void broken(int peer, String why) {
    failUnlessLost(
        0,
        connectionTo(peer)
            + " has ended ("
            + why
            + "), although that rank and its host live. See what ends connections between these"
            + " hosts: a firewall, or an address that two hosts have");
  }

  /// The connection to `peer`, for a sentence.
  public String connectionTo(int peer) {
    return "its connection to rank " + peer + " on " + watch.host(peer);
  }

  /// Ends the job for `cause`, unless it ends within two seconds and `millis` more.
  public void failUnlessLost(long millis, String cause) {
    var waiting =
        new Thread(
            () -> {
              try {
                Thread.sleep(MILLIS_FOR_THE_WATCH + millis);
              } catch (InterruptedException e) {
                return; // Nothing interrupts it.
              }
              if (!over) {
                fail(cause);
              }
            },
            "weft-broken-connection");
    waiting.setDaemon(true);
    waiting.start();
  }

  /// Ends the job for `cause`, a clause about this rank.
  public void fail(String cause) {
    Consumer<FailureReport> fails = this.fails;
    if (fails == null) {
      throw new WeftException("rank " + rank + ": " + cause);
    }
    fails.accept(new FailureReport(rank, "", cause, ""));
  }
}
