// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinkCountTest {
  @Test
  void shouldCountBothDirectionsSinceAnEarlierTime() {
    var count = new LinkCount(1000, 10, 500, 5).since(new LinkCount(100, 1, 50, 2));
    assertThat(count).isEqualTo(new LinkCount(900, 9, 450, 3));
    assertThat(count.bytes()).isEqualTo(1350);
    assertThat(count.packets()).isEqualTo(12);
  }
}
