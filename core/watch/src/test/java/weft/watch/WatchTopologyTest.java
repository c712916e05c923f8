// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The links between ranks that watch each other.
final class WatchTopologyTest {
  /// Ranks on hosts that have letters for names.
  private static WatchTopology topology(String hosts) {
    var peers = new Peer[hosts.length()];
    for (int rank = 0; rank < peers.length; rank++) {
      String host = hosts.substring(rank, rank + 1);
      peers[rank] = new Peer(rank, 100 + rank, host, host, "");
    }
    return WatchTopology.of(peers);
  }

  @Test
  void theDeputyIsOnAnotherHostIfThereIsOne() {
    assertThat(topology("aabb").deputy()).isEqualTo(3);
    assertThat(topology("abab").deputy()).isEqualTo(3);
    assertThat(topology("abaa").deputy()).isEqualTo(1);
    assertThat(topology("aaaa").deputy()).isEqualTo(3);
    assertThat(topology("aa").deputy()).isEqualTo(1);
    assertThat(topology("a").deputy()).isZero();
  }

  @Test
  void allButTheHubHaveALinkToIt() {
    WatchTopology topology = topology("abaa");
    assertThat(topology.supervisors(0)).isEmpty();
    assertThat(topology.supervisors(1)).containsExactly(0);
    assertThat(topology.supervisors(2)).containsExactly(0, 1);
    assertThat(topology.supervisors(3)).containsExactly(0, 1);
    assertThat(topology("a").supervisors(0)).isEmpty();
  }
}
