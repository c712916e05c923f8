// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

/// The transport's binding has what the benchmark calls, under the names by which it calls it; no
/// MPI library is needed to know that.
final class MpiCallsTest {
  @Test
  void theBindingHasAllCalls() {
    assertThatCode(() -> Class.forName(MpiCalls.class.getName(), true, getClass().getClassLoader()))
        .doesNotThrowAnyException();
  }
}
