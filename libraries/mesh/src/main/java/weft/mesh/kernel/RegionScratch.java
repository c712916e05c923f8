// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import weft.mesh.internal.EdgeTable;
import weft.mesh.internal.Predicates;

/// What the regions of one rank use in turn: the signs of determinants, and a table of edges.
public final class RegionScratch {
  final Predicates predicates = new Predicates();
  final EdgeTable edges = new EdgeTable(16);

  /// Scratch for one rank.
  public RegionScratch() {}

  /// Sets the lengths of a box that contains all points, also those of other regions.
  public void setBox(double x, double y, double z) {
    predicates.setBox(x, y, z);
  }
}
