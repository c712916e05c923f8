// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// What is radiated in all directions together, and where most of it goes.
///
/// @param power in watts
/// @param direction into which most power goes; of equal ones the first that was found
/// @param front the field in this direction
/// @param back the field in the opposite direction
public record Radiation(double power, Direction direction, FarField front, FarField back) {
  /// The greatest power in a direction over that of a source that radiates equally into all.
  public double directivity() {
    return 4 * Math.PI * front.intensity() / power;
  }

  /// The power that goes forward over the one that goes backward.
  public double frontToBack() {
    return front.intensity() / back.intensity();
  }
}
