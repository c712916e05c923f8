// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
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
            peers[WatchTopology.HUB],
            WatchTopology.of(peers),
            links,
            Keepalive.of(15_000_000_000L),
            new WatchedRank(WatchTopology.HUB));
    links[DEPUTY].state.end(LinkState.End.CLOSED, 0);
    links[DEPUTY].state.end(LinkState.End.CLOSED, 0);
    verdict.suspect(links[DEPUTY].report(peers[WatchTopology.HUB], 15), 0);
    verdict.judge(System.nanoTime());
    return verdict;
  }

  @Test
  void nothingIsSettledBeforeTheOthersAreTold() {
    PeerVerdict verdict = acting();
    assertThat(verdict.hasFailed()).isTrue();
    var printed = new ArrayList<Integer>();

    verdict.publish(report -> {
      printed.add(report.rank());
      assertThat(verdict.isSettled()).isFalse();
    });

    assertThat(verdict.isSettled()).isTrue();
    verdict.publish(report -> printed.add(report.rank()));
    assertThat(printed).containsExactly(DEPUTY);
  }

  /// One thread prints the report; meanwhile another ends the process.
  @Test
  void whoEndsTheProcessWaitsForWhoTellsTheOthers() throws Exception {
    PeerVerdict verdict = acting();
    var printed = new AtomicBoolean();
    var wasPrinted = new AtomicBoolean();
    var ender =
        new Thread(() -> {
          verdict.awaitSettled();
          verdict.awaitSpread();
          wasPrinted.set(printed.get());
        });

    verdict.publish(report -> {
      ender.start();
      while (!waitsOrHasEnded(ender)) {
        Thread.onSpinWait();
      }
      printed.set(true);
    });
    ender.join();

    assertThat(wasPrinted).isTrue();
  }

  private static boolean waitsOrHasEnded(Thread thread) {
    return switch (thread.getState()) {
      case TIMED_WAITING, TERMINATED -> true;
      default -> false;
    };
  }
}
