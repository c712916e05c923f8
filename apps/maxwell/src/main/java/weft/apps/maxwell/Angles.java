// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import org.jspecify.annotations.Nullable;
import weft.maxwell.Direction;
import weft.options.Options;

/// The directions of a run.
///
/// @param bistatic whether the waves come from one direction, and the angles are those of receivers
/// @param values the angles, or null for the default ones
/// @param cut the plane of the directions
/// @param from where the wave of a bistatic run comes from
record Angles(boolean bistatic, @Nullable Range values, Cut cut, Direction from) {
  /// Reads the options.
  ///
  /// @param turned whether the surface looks alike in the xy plane
  static Angles of(Options given, boolean turned) {
    Range monostatic =
        given.optional(
            "monostatic ANGLES",
            text -> Range.parse("monostatic", text, -360, 360),
            "sender and receiver at the same angles, FROM:TO:STEP in degrees; the default,"
                + " 0:180:2");
    Range bistatic =
        given.optional(
            "bistatic ANGLES",
            text -> Range.parse("bistatic", text, -360, 360),
            "receivers at these angles, and the wave from --from");
    Cut named =
        given.one(
            "cut PLANE",
            "azimuth: the angles are phi in the xy plane; elevation: they are theta in the xz"
                + " plane, the default of the torus, which looks alike in the other one",
            Cut.AZIMUTH,
            Cut.ELEVATION);
    Direction from =
        given.read("from THETA:PHI", "90:0", Angles::direction, "where a bistatic wave comes from");
    given.require(
        bistatic != null || !given.isGiven("from"), "--from belongs to --bistatic; give both");
    return new Angles(
        bistatic != null,
        monostatic != null ? monostatic : bistatic,
        turned && !given.isGiven("cut") ? Cut.ELEVATION : named,
        from);
  }

  private static Direction direction(String text) {
    double[] angles = MaxwellOptions.numbers("from", text, 2);
    if (!(angles[0] >= 0 && angles[0] <= 180 && Math.abs(angles[1]) <= 360)) {
      throw new IllegalArgumentException(
          "--from "
              + text
              + " is no direction; theta is from 0 to 180 degrees, phi from -360 to 360");
    }
    return new Direction(angles[0], angles[1]);
  }
}
