// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

/// What points extend over: the smallest of these that contains them all, exactly.
public enum Dimension {
  /// There is no point.
  NONE,
  /// All points have the same place.
  POINT,
  /// All points are on one line.
  LINE,
  /// All points are in one plane.
  PLANE,
  /// Some four of the points are the corners of a tet with a volume.
  SPACE
}
