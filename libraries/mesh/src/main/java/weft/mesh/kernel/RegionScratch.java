// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.EdgeTable;
import weft.mesh.internal.Predicates;

/// What the regions of one rank use in turn: the signs of determinants, a table of edges, the new
/// tets of an attempt; and which region each place belongs to.
public final class RegionScratch {
  final Predicates predicates = new Predicates();
  final EdgeTable edges = new EdgeTable(16);
  final PatchFilling filling = new PatchFilling(edges);
  private @Nullable RegionCut cut;

  /// Scratch for one rank.
  public RegionScratch() {}

  /// Sets the lengths of a box that contains all points, also those of other regions.
  public void setBox(double x, double y, double z) {
    predicates.setBox(x, y, z);
  }

  /// Sets which region each place belongs to.
  public void setCut(RegionCut cut) {
    this.cut = cut;
  }

  /// Which region each place belongs to.
  RegionCut cut() {
    return Objects.requireNonNull(cut);
  }
}
