// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// A source that is known by its field in empty space.
public sealed interface FieldSource extends Source permits PlaneWave, ShortDipole {
  /// The electric field in V/m and the magnetic field times [Wave#IMPEDANCE] at a point, for
  /// e^{−iωt}: real and imaginary part of each component.
  ///
  /// @param k the wave number
  /// @param fields gets the 12 numbers
  void fields(double k, double x, double y, double z, double[] fields);
}
