// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The check of `weft doctor` for the library that multiplies matrices.
final class BlasCheck {
  private static final String NAME = "blas";
  private static final String PROBE = "weft.blas.BlasProbe";
  private static final String FORCED = "OPENBLAS_CORETYPE";

  private BlasCheck() {}

  static Check check() {
    return check(ProbeJvm.answer(PROBE), System.getenv(FORCED));
  }

  /// @param answer a line of the probe: library or java, GF/s, a name
  /// @param forced the kernel that the environment forces on OpenBLAS, or null
  static Check check(String answer, @Nullable String forced) {
    String[] words = answer.split(" ", 3);
    if (words.length < 3 || !(words[0].equals("library") || words[0].equals("java"))) {
      return answer.contains(PROBE)
          ? Check.of(
              NAME,
              Check.State.ABSENT,
              "weft-blas not found",
              "Put weft-blas on the class path of programs that use matrices.")
          : Check.of(NAME, Check.State.ADVICE, "the JVM for this check failed", answer);
    }
    String found = words[2] + ", " + words[1] + " GF/s on one core";
    if (words[0].equals("java")) {
      return Check.of(
          NAME,
          Check.State.ABSENT,
          found,
          "Products of matrices are several times faster with OpenBLAS; install it (Debian:"
              + " libopenblas0-pthread).");
    }
    return Check.ok(NAME, found, Map.of("library", words[2], "gigaflops", words[1]))
        .adviceIf(
            forced != null,
            FORCED + "=" + forced + " forces a kernel on OpenBLAS, often a slow one; unset it.");
  }
}
