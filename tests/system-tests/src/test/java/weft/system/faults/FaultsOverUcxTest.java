// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import weft.testkit.Sampled;
import weft.testkit.UcxInstallation;

/// The faults over UCX, and what a host without the library says.
@Sampled
final class FaultsOverUcxTest extends NetworkFaults {
  FaultsOverUcxTest() {
    super("ucx");
  }

  @BeforeAll
  static void ucxIsThere() {
    var missing = UcxInstallation.missing();
    assumeTrue(missing.isEmpty(), missing.orElse(""));
  }

  @Test
  void aHostWithoutTheLibraryIsToldWhatToInstall() throws Exception {
    job().weft().variable("WEFT_NETWORK_ONLY", "1");
    job().weft().variable("WEFT_UCX_LIBRARY", "/no/libucp.so.0");
    var result = job().weft().run("run", "-n", "2", "--transport", "ucx", "hello");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err())
        .contains("no UCX library was found (looked for /no/libucp.so.0); install UCX", "libucx0");
  }

  @Test
  void devicesThatDoNotExistAreNamed() throws Exception {
    job().weft().variable("WEFT_NETWORK_ONLY", "1");
    job().weft().variable("UCX_NET_DEVICES", "nothing0");
    var result = job().weft().run("run", "-n", "2", "--transport", "ucx", "hello");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains("has no way from rank ", "UCX_NET_DEVICES and UCX_TLS");
  }
}
