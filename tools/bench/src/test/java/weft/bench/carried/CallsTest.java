// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The bindings of the transports have what the benchmarks call, under the names by which they call
/// it; no library is needed to know that.
final class CallsTest {
  @ParameterizedTest
  @ValueSource(classes = {MpiCalls.class, UcxCalls.class})
  void theBindingHasAllCalls(Class<?> calls) {
    assertThatCode(() -> Class.forName(calls.getName(), true, getClass().getClassLoader()))
        .doesNotThrowAnyException();
  }
}
