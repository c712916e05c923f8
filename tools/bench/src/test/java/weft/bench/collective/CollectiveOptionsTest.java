// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import weft.options.HelpWanted;
import weft.options.Options;

class CollectiveOptionsTest {
  private static CollectiveOptions options(String... args) {
    return CollectiveOptions.of(new Options("weft bench collective", "", List.of(args)));
  }

  @Test
  void everythingIsMeasuredUnlessNarrowed() {
    CollectiveOptions options = options();
    assertThat(options.ranks()).containsExactly(2, 4, 8);
    assertThat(options.sizes()).containsExactly(8L, 8192L, 262_144L, 4_194_304L);
    assertThat(options.collectives()).hasSize(11).startsWith("barrier", "broadcast");
    assertThat(options.only()).contains(CollectiveOptions.PANELS);
    assertThat(options.peers()).isTrue();
    assertThat(options.explain()).isNull();
  }

  @Test
  void theOrderOfTheTablesDoesNotFollowTheUsers() {
    CollectiveOptions options =
        options("--only", "alltoall,broadcast", "--ranks", "3", "--sizes", "8,1M");
    assertThat(options.collectives()).containsExactly("broadcast", "alltoall");
    assertThat(options.ranks()).containsExactly(3);
    assertThat(options.sizes()).containsExactly(8L, 1L << 20);
  }

  @Test
  void quickMeansFewerRoundsUnlessTheyAreGiven() {
    assertThat(options("--quick").rounds()).isLessThan(options().rounds());
    assertThat(options("--quick", "--rounds", "50").rounds()).isEqualTo(50);
  }

  @Test
  void whatIsSentIsNewUnlessItIsToStay() {
    assertThat(options().unchanged()).isFalse();
    assertThat(options("--unchanged").unchanged()).isTrue();
  }

  @Test
  void explaining() {
    CollectiveOptions options =
        options("--explain", "allreduce", "--ranks", "5", "--bytes", "8K", "--algorithm", "ring");
    assertThat(options.explain())
        .isEqualTo(new CollectiveOptions.Explain("allreduce", "ring", 0, 0));
    assertThat(options.ranks()).containsExactly(5);
    assertThat(options.sizes()).containsExactly(8192L);
  }

  @Test
  void helpIsNoMeasuring() {
    assertThatThrownBy(() -> options("--quick", "--help"))
        .isInstanceOf(HelpWanted.class)
        .hasMessageContaining("--explain COLLECTIVE");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThatThrownBy(() -> options("--fast")).hasMessageContaining("\"--fast\" is not an option");
    assertThatThrownBy(() -> options("--ranks")).hasMessageContaining("needs a value");
    assertThatThrownBy(() -> options("--ranks", "two")).hasMessageContaining("--ranks two");
    assertThatThrownBy(() -> options("--ranks", "0")).hasMessageContaining("--ranks 0");
    assertThatThrownBy(() -> options("--only", "bcast")).hasMessageContaining("called bcast");
    assertThatThrownBy(() -> options("--rounds", "x")).hasMessageContaining("whole number");
  }

  @Test
  void onlyACollectiveIsExplained() {
    assertThatThrownBy(() -> options("--explain", "late"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("there is no collective called late; there are barrier, ");
  }
}
