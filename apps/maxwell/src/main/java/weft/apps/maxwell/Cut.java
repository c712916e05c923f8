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
        .mapToObj(angle -> this == AZIMUTH ? new Direction(90, angle) : new Direction(angle, 0))
        .toList();
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
