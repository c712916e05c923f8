// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// Checks what tuners return, since a program may have its own.
final class TunerChecks {
  private TunerChecks() {}

  /// The value of `tuner` for the next step.
  static double value(int rank, Tuner tuner) {
    double value = tuner.value();
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw wrong(rank, tuner, "value", value + "; return 0 or a positive number");
    }
    return value;
  }

  /// The size of buffers that `tuner` wants for the next step, or 0.
  static int bufferBytes(int rank, Tuner tuner) {
    int bytes = tuner.bufferBytes();
    if (bytes < 0) {
      throw wrong(rank, tuner, "bufferBytes", bytes + "; return 0 or a number of bytes");
    }
    return bytes;
  }

  private static IllegalStateException wrong(int rank, Tuner tuner, String method, String what) {
    return new IllegalStateException(
        "Tuner."
            + method
            + " of "
            + tuner.getClass().getName()
            + " on rank "
            + rank
            + " has returned "
            + what);
  }
}
