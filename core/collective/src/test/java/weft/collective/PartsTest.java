// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PartsTest {
  private final Data ten = Data.of(new int[10]);

  @Test
  void shouldPlaceParts() {
    Parts parts = Parts.of(3, 0, 7);
    assertThat(parts.total()).isEqualTo(10);
    assertThat(parts.places(ten, 4, 3, true)).containsExactly(0, 0, 12, 12, 0, 28);
    long[] places = parts.places(ten, 4, 3, false);
    assertThat(parts.places(ten, 4, 3, true)).isSameAs(places); // nothing is allocated
    assertThat(parts.places(Data.of(new long[10]), 8, 3, true))
        .containsExactly(0, 0, 24, 24, 0, 56);
    int[] counts = {2, 3, 0};
    int[] displacements = {8, 1, 99};
    parts = Parts.of(counts, displacements);
    counts[0] = 100;
    assertThat(parts.count(0)).isEqualTo(2);
    assertThat(parts.displacement(1)).isEqualTo(1);
    // where nothing is, the displacement means nothing
    assertThat(parts.places(ten, 4, 3, true)).containsExactly(32, 4, 0, 8, 12, 0);
    assertThat(parts).isEqualTo(Parts.of(new int[] {2, 3, 0}, displacements));
    assertThat(parts).isNotEqualTo(Parts.of(2, 3, 0));
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertThatThrownBy(() -> Parts.of(3, -1)).hasMessageContaining("count for rank 1 is -1");
    assertThatThrownBy(() -> Parts.of(new int[] {1}, new int[] {-4}))
        .hasMessageContaining("displacement for rank 0 is -4");
    assertThatThrownBy(() -> Parts.of(new int[] {1}, new int[] {1, 2}))
        .hasMessageContaining("1 counts and 2 displacements");
    assertThatThrownBy(() -> Parts.of(3, 8).places(ten, 4, 2, false))
        .hasMessageContaining("the part of rank 1, 8 elements from element 3 on")
        .hasMessageContaining("the 10 elements");
    assertThatThrownBy(() -> Parts.of(3, 4).places(ten, 4, 3, false))
        .hasMessageContaining("parts for 2 ranks; the group has 3");
    Parts overlapping = Parts.of(new int[] {3, 0, 4, 2}, new int[] {5, 6, 0, 3});
    assertThat(overlapping.places(ten, 4, 4, false)).hasSize(8);
    assertThatThrownBy(() -> overlapping.places(ten, 4, 4, true))
        .hasMessageContaining("the parts of ranks 2 and 3 overlap at element 3");
  }
}
