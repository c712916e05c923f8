// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Walks around edges end, also where links are wrong.
final class TetStarTest {
  @Test
  void aRingThatDoesNotCloseIsAnErrorWithItsPlace() {
    int[] corners = {0, 1, 2, 3, 0, 1, 3, 4, 0, 1, 4, 5};
    int[] links = new int[12];
    // From the first tet to the second, and then to and fro between the others.
    Arrays.fill(links, 0, 4, 4);
    Arrays.fill(links, 4, 8, 8);
    Arrays.fill(links, 8, 12, 4);
    var tets = new PointTets(3, corners, links, new int[] {0, 0, 0, 0, 1, 2}, null);
    var star = new TetStar(tets, 0);
    assertThatThrownBy(() -> star.ring(1, new boolean[1]))
        .isInstanceOf(BrokenLinksException.class)
        .hasMessageContaining("the edge from point 0 to point 1");
  }
}
