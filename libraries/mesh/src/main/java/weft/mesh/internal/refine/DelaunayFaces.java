// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.List;
import java.util.Locale;

/// Counts the free faces of a mesh that are not locally Delaunay, exactly.
public final class DelaunayFaces {
  private final ConstrainedTets mesh;
  private int free;
  private int not;
  private int first = -1;

  private DelaunayFaces(ConstrainedTets mesh) {
    this.mesh = mesh;
  }

  /// Whether all are.
  public static boolean areAll(ConstrainedTets mesh) {
    var faces = new DelaunayFaces(mesh);
    faces.count();
    return faces.not == 0;
  }

  /// Adds a sentence on those that are not: where angles are sharp the refinement leaves out what
  /// would spoil a facet or a segment.
  public static void addRemark(ConstrainedTets mesh, List<String> remarks) {
    var faces = new DelaunayFaces(mesh);
    faces.count();
    if (faces.not > 0) {
      remarks.add(faces.sentence());
    }
  }

  private void count() {
    int[] v = mesh.tets.vertex;
    for (int t = 0; t < mesh.tets.slots; t++) {
      for (int f = 4 * t; f < 4 * t + 4 && mesh.isReal(t); f++) {
        int beyond = mesh.tets.link[f];
        if (beyond > f && !mesh.isFixed(f) && mesh.isReal(beyond >> 2)) {
          free++;
          int o = 4 * t;
          if (mesh.predicates.insphere(mesh.xyz, v[o], v[o + 1], v[o + 2], v[o + 3], v[beyond])
              > 0) {
            not++;
            first = first < 0 ? f : first;
          }
        }
      }
    }
  }

  private String sentence() {
    double[] at = new double[3];
    for (int i = 0; i < 9; i++) {
      at[i % 3] += mesh.xyz[3 * mesh.faceVertex(first, i / 3) + i % 3] / 3;
    }
    return String.format(
        Locale.ROOT,
        "%,d of %,d free faces are not locally Delaunay, by rounding or beside sharp angles; the first is at (%.6g, %.6g, %.6g).",
        not,
        free,
        at[0],
        at[1],
        at[2]);
  }
}
