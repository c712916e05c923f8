// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.maxwell.CurrentBasis;
import weft.maxwell.ShortDipole;

/// Checks places beside a surface: not far away, as of another unit, and not on the metal.
///
/// @param options the options
/// @param basis the functions of the surface
/// @param low the least coordinates of the surface
/// @param high the greatest coordinates
@SuppressWarnings("ArrayRecordComponent") // never compared
record SurfacePlaces(MaxwellOptions options, CurrentBasis basis, double[] low, double[] high) {
  /// Wavelengths, and sizes of the surface, to which a near point may be away.
  private static final double FAR = 10;

  /// Sizes of the surface to which a current may be away: its power is summed over a sphere around
  /// both.
  private static final double FAR_CURRENT = 2;

  /// A distance that counts as none, over the median edge.
  private static final double ON = 1e-3;

  static SurfacePlaces of(MaxwellOptions options, CurrentBasis basis) {
    double[] points = basis.surface().points();
    double[] low = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    for (int i = 0; i < points.length; i++) {
      low[i % 3] = Math.min(low[i % 3], points[i]);
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
    return new SurfacePlaces(options, basis, low, high);
  }

  /// The longest side of the box around the surface, in metres.
  double size() {
    return Math.max(high[0] - low[0], Math.max(high[1] - low[1], high[2] - low[2]));
  }

  /// What is wrong with a point of `--near`, in metres; null if nothing is.
  @Nullable String wrongNear(double x, double y, double z) {
    String far = far(FAR, x, y, z);
    if (far != null) {
      return far + "; far fields are those of --monostatic, --bistatic and antennas";
    }
    return isOn(basis.distance(x, y, z)) ? "is on the metal; give a place beside it" : null;
  }

  /// What is wrong with the place of `--current`; null if nothing is.
  @Nullable String wrongCurrent(ShortDipole current, List<String> notes) {
    double x = current.place()[0];
    double y = current.place()[1];
    double z = current.place()[2];
    String far = far(FAR_CURRENT, x, y, z);
    if (far != null) {
      return far + "; the wave of a distant source is that of --bistatic";
    }
    double distance = basis.distance(x, y, z);
    if (isOn(distance)) {
      return "is on the metal, where a short current radiates nothing that can be computed; give a"
          + " place beside it, or a port";
    }
    if (basis.encloses(x, y, z)) {
      return "is inside a closed body, from which nothing gets out; give a place outside";
    }
    if (distance < basis.surface().medianEdge()) {
      notes.add(
          "  note: --current is nearer to the surface than an edge of its triangles, which are too"
              + " long for its field there");
    }
    return null;
  }

  private boolean isOn(double distance) {
    return distance <= ON * basis.surface().medianEdge();
  }

  private @Nullable String far(double sizes, double... at) {
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
      double beside = Math.max(0, Math.max(low[axis] - at[axis], at[axis] - high[axis]));
      square += beside * beside;
    }
    double wave = options.shortestWave();
    if (Math.sqrt(square) <= Math.max(FAR * wave, sizes * size())) {
      return null;
    }
    return String.format(
        Locale.ROOT,
        "is %s m away from the surface, which is more than %.0f wavelengths and %.0f times its size%s",
        ConductingSurface.digits(Math.sqrt(square)),
        FAR,
        sizes,
        options.unitHint());
  }
}
