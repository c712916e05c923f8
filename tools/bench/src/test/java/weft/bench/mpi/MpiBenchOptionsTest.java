// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What `weft bench mpi` understands.
final class MpiBenchOptionsTest {
  private static MpiBenchOptions options(String... args) {
    return Objects.requireNonNull(MpiBenchOptions.of(args));
  }

  @Test
  void everythingIsMeasuredUnlessSaidOtherwise() {
    MpiBenchOptions options = options();
    assertThat(options.only()).containsExactlyInAnyOrderElementsOf(MpiBenchOptions.PARTS);
    assertThat(options.rounds()).isEqualTo(40);
    assertThat(options.mpi()).isEmpty();
  }

  @Test
  void quickMeansFewerRoundsUnlessTheirNumberIsSaid() {
    assertThat(options("--quick").rounds()).isEqualTo(10);
    assertThat(options("--rounds", "7", "--quick").rounds()).isEqualTo(7);
  }

  @Test
  void partsAreNamed() {
    assertThat(options("--only", "wait,hosts").only()).containsExactlyInAnyOrder("wait", "hosts");
    assertThatThrownBy(() -> MpiBenchOptions.of("--only", "waits"))
        .hasMessage("there is no part called waits; there are tables, wait, hosts");
  }

  @Test
  void operationsAreNamedWithoutTheirSizes() {
    assertThat(options("--operations", "rsr1,put-op").operations())
        .extracting(MeasuredOperation::label)
        .startsWith("rsr1", "put-op 8 B")
        .hasSize(7);
    assertThatThrownBy(() -> MpiBenchOptions.of("--operations", "rsr5"))
        .hasMessage(
            "there is no operation called rsr5; there are rsr0, rsr1, rsr2, rsr3, rsr4, rsrN,"
                + " put-op");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThatThrownBy(() -> MpiBenchOptions.of("--round", "7")).hasMessageContaining("--round;");
    assertThatThrownBy(() -> MpiBenchOptions.of("--seed"))
        .hasMessage("the option --seed needs a value after it");
    assertThatThrownBy(() -> MpiBenchOptions.of("--seed", "x"))
        .hasMessage("the option --seed needs a whole number, not x");
  }

  @Test
  void helpIsNoRun() {
    assertThat(MpiBenchOptions.of("--only", "wait", "--help")).isNull();
    MpiBenchOptions.PARTS.forEach(part -> assertThat(MpiBenchOptions.HELP).contains(part));
  }
}
