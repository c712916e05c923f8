// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// What `weft bench mpi` understands.
final class OptionsTest {
  @Test
  void everythingIsMeasuredUnlessSaidOtherwise() {
    Options options = Options.of();
    assertThat(options.only()).containsExactlyInAnyOrderElementsOf(Options.PARTS);
    assertThat(options.rounds()).isEqualTo(40);
    assertThat(options.mpi()).isEmpty();
  }

  @Test
  void quickMeansFewerRoundsUnlessTheirNumberIsSaid() {
    assertThat(Options.of("--quick").rounds()).isEqualTo(10);
    assertThat(Options.of("--rounds", "7", "--quick").rounds()).isEqualTo(7);
  }

  @Test
  void partsAreNamed() {
    assertThat(Options.of("--only", "wait,stream").only())
        .containsExactlyInAnyOrder("wait", "stream");
    assertThatThrownBy(() -> Options.of("--only", "waits"))
        .hasMessage("there is no part called waits; there are tables, stream, wait, hosts");
  }

  @Test
  void operationsAreNamedWithoutTheirSizes() {
    assertThat(Options.of("--operations", "rsr1,put-op").operations())
        .extracting(Operation::label)
        .startsWith("rsr1", "put-op 8 B")
        .hasSize(7);
    assertThatThrownBy(() -> Options.of("--operations", "rsr5"))
        .hasMessage(
            "there is no operation called rsr5; there are rsr0, rsr1, rsr2, rsr3, rsr4, rsrN,"
                + " put-op");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThatThrownBy(() -> Options.of("--round", "7")).hasMessageContaining("--round;");
    assertThatThrownBy(() -> Options.of("--seed"))
        .hasMessage("the option --seed needs a value after it");
    assertThatThrownBy(() -> Options.of("--seed", "x"))
        .hasMessage("the option --seed needs a whole number, not x");
  }

  @Test
  void helpIsNoRun() {
    assertThat(Options.of("--only", "wait", "--help")).isNull();
    Options.PARTS.forEach(part -> assertThat(Options.HELP).contains(part));
  }
}
