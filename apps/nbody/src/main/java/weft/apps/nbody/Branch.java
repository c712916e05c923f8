// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A cell and its subtree, grown separately from the rest of the tree.
///
/// @param tree the tree that contains the cell
/// @param at the position of its node in that tree
record Branch(SpaceCell cell, BodyTree tree, int at) {
  /// Appends all `branches` to `whole`, and adds the cells above them. The branches are in the
  /// order of the curve.
  static void join(List<Branch> branches, BodyTree whole) {
    new Joiner(branches.iterator(), whole).join(SpaceCell.ROOT);
  }

  private static final class Joiner {
    private final Iterator<Branch> branches;
    private final BodyTree whole;
    private @Nullable Branch next;

    Joiner(Iterator<Branch> branches, BodyTree whole) {
      this.branches = branches;
      this.whole = whole;
      this.next = branches.next();
    }

    void join(SpaceCell cell) {
      Branch branch = next;
      if (branch == null || branch.cell().first() > cell.last()) {
        return;
      }
      if (branch.cell().equals(cell)) {
        whole.append(branch.tree(), branch.at());
        next = branches.hasNext() ? branches.next() : null;
        return;
      }
      int at = whole.open(cell);
      for (int octant = 0; octant < 8; octant++) {
        join(cell.child(octant));
      }
      whole.close(at);
    }
  }
}
