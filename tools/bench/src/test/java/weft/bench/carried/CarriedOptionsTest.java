// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import weft.options.HelpWanted;
import weft.options.Options;

/// What `weft bench mpi`, `tcp` and `ucx` understand.
final class CarriedOptionsTest {
  private static CarriedOptions options(String... args) {
    return CarriedOptions.of(new Options("weft bench mpi", "", List.of(args)));
  }

  @Test
  void everythingIsMeasuredUnlessSaidOtherwise() {
    CarriedOptions options = options();
    assertThat(options.only()).containsExactlyInAnyOrderElementsOf(CarriedOptions.PARTS);
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
    assertThatThrownBy(() -> options("--only", "waits"))
        .hasMessageStartingWith("there is no part called waits; there are tables, wait, hosts;");
  }

  @Test
  void operationsAreNamedWithoutTheirSizes() {
    assertThat(options("--operations", "rsr1,put-op").operations())
        .extracting(MeasuredOperation::label)
        .startsWith("rsr1", "put-op 8 B")
        .hasSize(7);
    assertThatThrownBy(() -> options("--operations", "rsr5"))
        .hasMessageStartingWith(
            "there is no operation called rsr5; there are rsr0, rsr1, rsr2, rsr3, rsr4, rsrN,"
                + " put-op");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThatThrownBy(() -> options("--round", "7"))
        .hasMessageContaining("\"--round\" is not an option");
    assertThatThrownBy(() -> options("--seed"))
        .hasMessageStartingWith("the option --seed needs a value after it");
    assertThatThrownBy(() -> options("--seed", "x"))
        .hasMessageStartingWith("--seed x is not possible; give a whole number");
  }

  @Test
  void helpIsNoRun() {
    for (String part : CarriedOptions.PARTS) {
      assertThatThrownBy(() -> options("--only", "wait", "--help"))
          .isInstanceOf(HelpWanted.class)
          .hasMessageContaining(part);
    }
  }
}
