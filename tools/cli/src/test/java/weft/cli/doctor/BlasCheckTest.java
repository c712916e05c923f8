// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlasCheckTest {
  private static final String FOUND = "library 51.2 OpenBLAS 0.3.21, kernel Cooperlake";

  @Test
  void namesLibraryKernelAndRate() {
    Check check = BlasCheck.check(FOUND, null);
    assertThat(check.state()).isEqualTo(Check.State.OK);
    assertThat(check.found())
        .isEqualTo("OpenBLAS 0.3.21, kernel Cooperlake, 51.2 GF/s on one core");
  }

  @Test
  void warnsOfAForcedKernel() {
    Check check = BlasCheck.check(FOUND, "Haswell");
    assertThat(check.state()).isEqualTo(Check.State.ADVICE);
    assertThat(check.advice()).startsWith("OPENBLAS_CORETYPE=Haswell forces a kernel");
  }

  @Test
  void tellsHowToGetALibrary() {
    Check java = BlasCheck.check("java 9.8 portable Java", null);
    assertThat(java.state()).isEqualTo(Check.State.ABSENT);
    assertThat(java.advice()).contains("libopenblas0-pthread");
    Check none =
        BlasCheck.check(
            "Error: Could not find or load main class weft.blas.BlasProbe\nCaused by: more", null);
    assertThat(none.found()).isEqualTo("weft-blas not found");
    assertThat(BlasCheck.check("", null).state()).isEqualTo(Check.State.ADVICE);
  }
}
