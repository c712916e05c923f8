// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;

/// Tets that may be flat although their shape is within its bound. They are noted when they are
/// made, as a look at all tets in the end takes as long as a tenth of the refinement.
final class FlatTets {
  /// A tet with a smaller sine of a dihedral angle is flat.
  private static final double FLAT = 1e-5;

  /// The sine at an edge e is 3 V |e| / 2 over the areas of its two faces, each of which is at most
  /// √3/4 of the longest edge's square. So V² l² of a flat tet is at most so many times the eighth
  /// power of its longest edge, where l is its shortest.
  private static final double SUSPECT = 2e-12;

  private final ConstrainedTets mesh;
  private int[] noted = new int[64];
  private int count;

  FlatTets(ConstrainedTets mesh) {
    this.mesh = mesh;
  }

  /// Notes a tet if it may be flat.
  ///
  /// @param shape that of the tet
  void note(int t, TetShape shape) {
    double longest4 = shape.longest2 * shape.longest2;
    if (shape.volume * shape.volume * shape.shortest2 < SUSPECT * longest4 * longest4) {
      add(t);
    }
  }

  private void add(int t) {
    if (count == noted.length) {
      noted = Arrays.copyOf(noted, 2 * count);
    }
    noted[count++] = t;
  }

  boolean isFlat(int t) {
    int[] v = mesh.tets.vertex;
    int o = 4 * t;
    return mesh.isReal(t) && TetAngles.sine(mesh.xyz, v[o], v[o + 1], v[o + 2], v[o + 3]) < FLAT;
  }

  /// The tets noted so far, in ascending order; those that are flat still stay noted.
  int[] take() {
    int[] taken = Arrays.stream(noted, 0, count).sorted().distinct().filter(this::isFlat).toArray();
    count = 0;
    for (int t : taken) {
      add(t);
    }
    return taken;
  }
}
