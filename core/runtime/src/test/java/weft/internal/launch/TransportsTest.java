// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.WeftException;

/// Which jar is missing.
final class TransportsTest {
  @ParameterizedTest
  @ValueSource(strings = {"shm", "mpi", "tcp", "ucx"})
  void theDependencyOfAMissingTransportIsNamed(String name) {
    assertThatThrownBy(() -> Transports.named(name))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("there is no transport \"" + name + "\"")
        .hasMessageContaining("Add the dependency io.github.weft-java:weft-" + name);
  }
}
