// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.Locale;

/// What a refinement will take, before it begins.
///
/// @param tets about how many tets there will be, up to a factor of two
/// @param bytes about how much memory that needs
/// @param seconds about how long it takes on one thread
/// @param smallestAngle the smallest angle between segments or facets of the input, in degrees
/// @param smallestAngleAt six coordinates of a segment at that angle; empty if there is none
/// @param shortest the length of the shortest segment
/// @param shortestAt six coordinates of that segment; empty if there is none
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MeshingEstimate(
    long tets,
    long bytes,
    double seconds,
    double smallestAngle,
    double[] smallestAngleAt,
    double shortest,
    double[] shortestAt) {
  /// Whether an angle of the input is so sharp that the bound may be missed there.
  public boolean isSharp() {
    return smallestAngle < 60;
  }

  /// What forces the smallest tets: a sentence.
  public String cause() {
    if (shortestAt.length == 0) {
      return "There are no segments.";
    }
    String edge =
        "The shortest segment, %s long, is at %s.".formatted(number(shortest), place(shortestAt));
    return smallestAngleAt.length > 0 && isSharp()
        ? edge
            + " The sharpest angle, %s°, is at %s: the bound may be missed there."
                .formatted(number(smallestAngle), place(smallestAngleAt))
        : edge;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private static String place(double[] line) {
    return String.format(
        Locale.ROOT,
        "(%.4g, %.4g, %.4g)",
        (line[0] + line[3]) / 2,
        (line[1] + line[4]) / 2,
        (line[2] + line[5]) / 2);
  }
}
