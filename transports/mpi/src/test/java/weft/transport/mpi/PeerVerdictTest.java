// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import weft.transport.FailureReport;
import weft.transport.job.WatchedRank;

/// Who acts also tells the others before its process ends.
final class PeerVerdictTest {
  private static final int DEPUTY = 2;

  private static Peer peer(int rank) {
    return new Peer(rank, 100 + rank, "alpha", "here", "");
  }

  /// The hub's verdict on two ranks, of which the deputy is gone: it acts.
  private static PeerVerdict acting() {
    Peer[] peers = {peer(0), peer(1), peer(DEPUTY)};
    var links = new Link[peers.length];
    links[1] = new Link(peers[1]);
    links[DEPUTY] = new Link(peers[DEPUTY]);
    var verdict =
        new PeerVerdict(
            peers[Star.HUB],
            Star.of(peers),
            links,
            Keepalive.of(15_000_000_000L),
            new WatchedRank(Star.HUB));
    links[DEPUTY].state.end(false, 0);
    links[DEPUTY].state.end(false, 0);
    verdict.suspect(links[DEPUTY].report(peers[Star.HUB], 15), 0);
    verdict.judge(System.nanoTime());
    return verdict;
  }

  @Test
  void nothingIsSettledBeforeTheOthersAreTold() {
    PeerVerdict verdict = acting();
    assertThat(verdict.hasFailed()).isTrue();
    assertThat(verdict.isSettled()).isFalse();

    FailureReport report = Objects.requireNonNull(verdict.takeReport());
    assertThat(report.rank()).isEqualTo(DEPUTY);
    assertThat(verdict.takeReport()).isNull();
    assertThat(verdict.isSettled()).isFalse();

    verdict.spread(report);
    assertThat(verdict.isSettled()).isTrue();
  }

  /// One thread prints the report; meanwhile another ends the process.
  @Test
  void whoEndsTheProcessWaitsForWhoTellsTheOthers() throws Exception {
    PeerVerdict verdict = acting();
    FailureReport report = Objects.requireNonNull(verdict.takeReport());
    var told = new AtomicBoolean();
    var wasTold = new AtomicBoolean();
    var ender =
        new Thread(() -> {
          verdict.awaitSettled();
          verdict.awaitSpread();
          wasTold.set(told.get());
        });

    ender.start();
    WatchedJob.awaitThat("the other thread to wait", () -> waitsOrHasEnded(ender));
    told.set(true);
    verdict.spread(report);
    ender.join();

    assertThat(wasTold).isTrue();
  }

  private static boolean waitsOrHasEnded(Thread thread) {
    return switch (thread.getState()) {
      case TIMED_WAITING, TERMINATED -> true;
      default -> false;
    };
  }
}
