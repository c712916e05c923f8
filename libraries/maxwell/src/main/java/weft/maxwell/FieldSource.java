// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// A source that is known by its field in empty space.
public sealed interface FieldSource extends Source permits PlaneWave, ShortDipole {
  /// The field at one frequency.
  ///
  /// @param k the wave number
  IncidentField incident(double k);
}
