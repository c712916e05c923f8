// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// The field of a source in empty space, at one frequency.
@FunctionalInterface
public interface IncidentField {
  /// The electric field in V/m and the magnetic field times [Wave#IMPEDANCE] at a point, for
  /// e^{−iωt}: real and imaginary part of each component.
  ///
  /// @param fields gets the 12 numbers
  void at(double x, double y, double z, double[] fields);
}
