// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.Locale;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;

/// Surfaces that need no file.
enum BuiltInShape {
  /// NASA's almond.
  ALMOND("NASA's almond, 0.2524 m long, at 3 GHz", new Range(3e9, 3e9, 1)),
  /// A sphere.
  SPHERE("a sphere of radius 1 m, at 200 MHz, beside the exact series", new Range(2e8, 2e8, 1)),
  /// A torus.
  TORUS("a torus of radii 1 and 0.4 m, at 150 MHz", new Range(1.5e8, 1.5e8, 1)),
  /// An antenna.
  DIPOLE(
      "an antenna: a strip of 0.47 x 0.01 m, fed in its middle, from 250 to 350 MHz",
      new Range(2.5e8, 3.5e8, 5e6));

  private static final double ALMOND_LENGTH = 0.2524;
  private static final double STRIP = 0.47;
  private static final double WIDTH = 0.01;
  private static final int LEAST_PAIRS = 40;

  private final String help;
  private final Range frequencies;

  BuiltInShape(String help, Range frequencies) {
    this.help = help;
    this.frequencies = frequencies;
  }

  String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  String help() {
    return help;
  }

  Range frequencies() {
    return frequencies;
  }

  /// Its length in metres.
  double size() {
    return switch (this) {
      case ALMOND -> ALMOND_LENGTH;
      case SPHERE, TORUS -> 2;
      case DIPOLE -> STRIP;
    };
  }

  /// Makes the surface, with edges of about a length in metres.
  Surface make(double edge) {
    return switch (this) {
      case ALMOND -> SurfaceShapes.almond(ALMOND_LENGTH, Fineness.edge(edge));
      case SPHERE -> SurfaceShapes.icosphereOfEqualVolume(1, Fineness.edge(edge));
      case TORUS -> SurfaceShapes.torus(1, 0.4, Fineness.edge(edge));
      case DIPOLE -> strip(edge);
    };
  }

  /// A strip along x of an even number of pairs of triangles, so that an edge lies in its middle.
  private static Surface strip(double edge) {
    int pairs = Math.max(LEAST_PAIRS, 2 * (int) Math.ceil(STRIP / edge / 2));
    double[] points = new double[6 * (pairs + 1)];
    int[] triangles = new int[6 * pairs];
    for (int i = 0; i <= pairs; i++) {
      points[6 * i] = STRIP * ((double) i / pairs - 0.5);
      points[6 * i + 1] = -WIDTH / 2;
      points[6 * i + 3] = points[6 * i];
      points[6 * i + 4] = WIDTH / 2;
    }
    for (int i = 0; i < pairs; i++) {
      int a = 2 * i;
      int[] corners = {a, a + 2, a + 3, a, a + 3, a + 1};
      System.arraycopy(corners, 0, triangles, 6 * i, corners.length);
    }
    return Surface.of(points, triangles);
  }

  /// A surface without a triangle, of ranks that wait for that of rank 0.
  static Surface none() {
    return Surface.of(new double[0], new int[0]);
  }
}
