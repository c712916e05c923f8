// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// The unit of a file, and of places beside its surface.
enum LengthUnit {
  /// Metres.
  M(1),
  /// Centimetres.
  CM(1e-2),
  /// Millimetres.
  MM(1e-3),
  /// Micrometres.
  UM(1e-6),
  /// Kilometres.
  KM(1e3),
  /// Inches.
  IN(0.0254),
  /// Feet.
  FT(0.3048);

  private final double metres;

  LengthUnit(double metres) {
    this.metres = metres;
  }

  /// Parses a name.
  ///
  /// @throws IllegalArgumentException with a sentence
  static LengthUnit of(String name) {
    for (LengthUnit each : values()) {
      if (each.toString().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "--units is one of "
            + Arrays.stream(values()).map(LengthUnit::toString).collect(Collectors.joining(", "))
            + ", not "
            + name);
  }

  /// Its length in metres.
  double metres() {
    return metres;
  }

  /// The name, as on the command line.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
