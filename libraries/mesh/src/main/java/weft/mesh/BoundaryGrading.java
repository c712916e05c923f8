// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.Arrays;
import weft.mesh.internal.TetLocator;
import weft.mesh.internal.Tets;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.WishedSizes;

/// Edge lengths that grow from the boundary inwards: at a vertex of the boundary the mean of its
/// edges there, inside that of the nearest such vertex and the distance from it.
final class BoundaryGrading {
  private BoundaryGrading() {}

  static WishedSizes.EdgeLength of(ConstrainedTets mesh, double growth) {
    double[] sum = new double[mesh.vertices];
    int[] count = new int[mesh.vertices];
    for (int i = 0; i < mesh.faces.places(); i++) {
      for (int k = 0; k < 3 && mesh.faces.isUsed(i); k++) {
        int a = mesh.faces.vertex(i, k);
        int b = mesh.faces.vertex(i, (k + 1) % 3);
        double length = Math.sqrt(mesh.distance2(a, b));
        sum[a] += length;
        sum[b] += length;
        count[a]++;
        count[b]++;
      }
    }
    int used = 0;
    double[] xyz = new double[3 * mesh.vertices];
    double[] lengths = new double[mesh.vertices];
    for (int v = 1; v < mesh.vertices; v++) {
      if (v != Tets.GHOST && count[v] > 0) {
        System.arraycopy(mesh.xyz, 3 * v, xyz, 3 * used, 3);
        lengths[used++] = sum[v] / count[v];
      }
    }
    double[] places = Arrays.copyOf(xyz, 3 * used);
    var locator = new TetLocator(places, new int[0]);
    return (x, y, z) -> {
      int p = locator.nearest(x, y, z);
      double u = places[3 * p] - x;
      double v = places[3 * p + 1] - y;
      double w = places[3 * p + 2] - z;
      return lengths[p] + growth * Math.sqrt(u * u + v * v + w * w);
    };
  }
}
