// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Who watches whom.
final class StarTest {
  /// Ranks on hosts that have letters for names.
  private static Star star(String hosts) {
    var peers = new Peer[hosts.length()];
    for (int rank = 0; rank < peers.length; rank++) {
      String host = hosts.substring(rank, rank + 1);
      peers[rank] = new Peer(rank, 100 + rank, host, host, "");
    }
    return Star.of(peers);
  }

  @Test
  void theDeputyIsOnAnotherHostIfThereIsOne() {
    assertThat(star("aabb").deputy()).isEqualTo(3);
    assertThat(star("abab").deputy()).isEqualTo(3);
    assertThat(star("abaa").deputy()).isEqualTo(1);
    assertThat(star("aaaa").deputy()).isEqualTo(3);
    assertThat(star("aa").deputy()).isEqualTo(1);
    assertThat(star("a").deputy()).isZero();
  }

  @Test
  void allButTheHubHaveALinkToIt() {
    Star star = star("abaa");
    assertThat(star.elders(0)).isEmpty();
    assertThat(star.elders(1)).containsExactly(0);
    assertThat(star.elders(2)).containsExactly(0, 1);
    assertThat(star.elders(3)).containsExactly(0, 1);
    assertThat(star("a").elders(0)).isEmpty();
  }
}
