// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.Arrays;
import java.util.List;
import weft.maxwell.Direction;

/// The plane of the directions of a run.
enum Cut {
  /// The xy plane: θ is 90°, and φ varies.
  AZIMUTH,
  /// The xz plane: φ is 0, and θ varies.
  ELEVATION;

  List<Direction> directions(double[] angles) {
    return Arrays.stream(angles)
        .mapToObj(angle -> this == AZIMUTH ? new Direction(90, angle) : inElevation(angle))
        .toList();
  }

  /// Beyond the z axis θ falls again, on the other side.
  private static Direction inElevation(double angle) {
    double turned = ((angle % 360) + 360) % 360;
    return turned <= 180 ? new Direction(turned, 0) : new Direction(360 - turned, 180);
  }

  /// The angle that varies.
  String angle() {
    return this == AZIMUTH ? "φ" : "θ";
  }

  /// The plane, as a reader needs it.
  String plane() {
    return this == AZIMUTH ? "the xy plane (θ = 90°)" : "the xz plane (φ = 0°)";
  }
}
