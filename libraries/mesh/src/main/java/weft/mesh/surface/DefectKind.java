// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Locale;

/// The kinds of what can be wrong with a surface.
public enum DefectKind {
  /// The file ends too early.
  CUT_FILE,
  /// The header of the file promises another number of triangles.
  WRONG_HEADER,
  /// Coordinates are NaN or infinite.
  NOT_FINITE,
  /// Coordinates are neither 0 nor between 1e-20 and 1e20 in magnitude: exact tests need that.
  OUT_OF_RANGE,
  /// Several points have the same coordinates: the surface is not welded.
  REPEATED_POINT,
  /// Points of open borders are close to each other, but not at one place.
  CLOSE_POINTS,
  /// Points belong to no triangle.
  LOOSE_POINT,
  /// Triangles have their corners on a line, or two corners at one place.
  FLAT_TRIANGLE,
  /// Triangles are a thousand times longer than high.
  NEEDLE,
  /// Triangles have the same corners as another one.
  REPEATED_TRIANGLE,
  /// Edges belong to one triangle only: the surface has a hole or ends there.
  OPEN_BORDER,
  /// A point of an open border lies inside an edge of another one.
  T_JUNCTION,
  /// Three or more triangles have an edge in common.
  CROWDED_EDGE,
  /// Triangles around a point do not form one fan: parts of the surface touch in the point only.
  PINCHED_POINT,
  /// Triangles face the other way than their neighbours.
  FLIPPED,
  /// The surface has one side only, as a Möbius strip.
  NOT_ORIENTABLE,
  /// A closed shell has its front inside.
  INSIDE_OUT,
  /// A closed shell lies inside another, and both face the same way.
  NESTED_SHELL,
  /// A closed shell lies inside another and faces it: a cavity. This is no defect.
  CAVITY,
  /// Neighbours are folded onto each other: the angle between them is less than 0.1°.
  FOLD,
  /// Neighbours are less than 0.1° from one plane, and not in it.
  NEARLY_COPLANAR,
  /// Triangles in one plane overlap.
  OVERLAP,
  /// Triangles meet elsewhere than in common corners and edges.
  INTERSECTION,
  /// Points of a facet are not in one plane.
  NOT_PLANAR,
  /// A facet has too few points, or encloses nothing.
  EMPTY_FACET,
  /// The facets enclose no volume.
  NOTHING_ENCLOSED,
  /// A segment or a facet could not be recovered: others cross it, or are too near.
  NOT_RECOVERED;

  /// Whether a surface with this is not clean.
  public boolean isDefect() {
    return this != CAVITY;
  }

  /// The name for tables, such as `open border`.
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("t junction", "T-junction");
  }
}
