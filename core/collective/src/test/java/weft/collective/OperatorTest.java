// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import weft.collective.internal.reduction.Reduction;

class OperatorTest {
  @Test
  void shouldRefuseTypesThatItIsNotDefinedOn() {
    assertThatThrownBy(() -> Operator.AND.combiner(Type.DOUBLE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("AND is bitwise and not defined on DOUBLE");
    assertThatThrownBy(() -> Operator.SUM.combiner(Type.LONG_AT))
        .hasMessageContaining("use MIN_AT or MAX_AT");
    assertThatThrownBy(() -> Operator.MAX_AT.combiner(Type.LONG))
        .hasMessageContaining("LONG_AT or DOUBLE_AT, not LONG")
        .hasMessageContaining("use MAX");
    assertThatThrownBy(() -> Operator.ofInts("f", (a, b) -> a, true).combiner(Type.LONG))
        .hasMessage("the operator \"f\" is a function on INT or BYTE, the data is LONG");
    assertThatThrownBy(() -> Operator.ofLongs("f", (a, b) -> a, true).combiner(Type.INT))
        .hasMessageContaining("a function on LONG, the data is INT");
    assertThatThrownBy(() -> Operator.ofDoubles("f", (a, b) -> a, true).combiner(Type.LONG))
        .hasMessageContaining("DOUBLE or FLOAT");
    assertThatThrownBy(
            () -> Operator.ofBlocks("f", Type.INT, (a, b, n) -> {}, true).combiner(Type.LONG))
        .hasMessageContaining("a function on INT, the data is LONG");
    assertThatThrownBy(
            () -> Operator.ofBlocks("f", 12, (a, b, n) -> {}, true).combiner(Type.DOUBLE))
        .hasMessageContaining("give the data as BYTE");
    assertThatThrownBy(() -> Operator.ofBlocks("f", 0, (a, b, n) -> {}, true))
        .hasMessageContaining("at least one");
  }

  @Test
  void shouldSayWhatItIs() {
    assertThat(Operator.SUM.name()).isEqualTo("SUM");
    assertThat(Operator.SUM.commutative()).isTrue();
    Operator first = Operator.ofLongs("first", (a, b) -> a, false);
    assertThat(first.commutative()).isFalse();
    assertThat(first.combiner(Type.LONG).commutes()).isFalse();
    assertThat(first.combiner(Type.LONG)).isSameAs(first.combiner(Type.LONG));
    assertThat(Operator.ofBlocks("m", 72, (a, b, n) -> {}, false).combiner(Type.DOUBLE).element())
        .isEqualTo(72);
    for (Reduction reduction : Reduction.values()) {
      assertThat(Operator.of(reduction).name()).isEqualTo(reduction.name());
    }
  }
}
