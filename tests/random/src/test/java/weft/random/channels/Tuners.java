// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import weft.overlap.Tuner;

/// The tuners of programs, by number.
final class Tuners {
  private Tuners() {}

  static String name(int number) {
    return switch (number) {
      case 0 -> "fixed(0)";
      case 1 -> "fixed(3)";
      case 2 -> "exponential";
      case 3 -> "fastAdaptive";
      case 4 -> "logQuadratic";
      case 5 -> "logQuadratic(20)";
      case 6 -> "withBuffers(fixed)";
      default -> "withBuffers(logQuadratic)";
    };
  }

  static Tuner of(int number) {
    return switch (number) {
      case 0 -> Tuner.fixed(0);
      case 1 -> Tuner.fixed(3);
      case 2 -> Tuner.exponential();
      case 3 -> Tuner.fastAdaptive();
      case 4 -> Tuner.logQuadratic();
      case 5 -> Tuner.logQuadratic(20);
      case 6 -> Tuner.withBuffers(Tuner.fixed(2), 128, 64, 512);
      default -> Tuner.withBuffers(Tuner.logQuadratic(), 1024, 64, 8192);
    };
  }
}
