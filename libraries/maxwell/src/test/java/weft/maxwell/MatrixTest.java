// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import weft.linalg.kernel.Tile;
import weft.maxwell.internal.ClosedPart;
import weft.maxwell.internal.MatrixRows;
import weft.mesh.surface.Surface;

/// Elements of the matrix: known ones, and by sums of another kind.
class MatrixTest {
  private static final int[][] EDGES = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

  /// Of the unit tetrahedron at k = 1, computed by ten points per axis: upper half, row by row.
  private static final double[] TETRAHEDRON = {
    -0.25792480814,
    0.01156358727,
    -0.17146053707,
    0.00507562275,
    0.17146053707,
    -0.00507562275,
    -0.15533727199,
    0.00542722489,
    0.15533727199,
    -0.00542722489,
    0,
    0,
    -0.25792480814,
    0.01156358727,
    -0.17146053707,
    0.00507562275,
    -0.15533727199,
    0.00542722489,
    0,
    0,
    0.15533727199,
    -0.00542722489,
    -0.25792480814,
    0.01156358727,
    0,
    0,
    -0.15533727199,
    0.00542722489,
    0.15533727199,
    -0.00542722489,
    -0.19069315665,
    0.00564495548,
    -0.06666370627,
    -0.00013743489,
    -0.06666370627,
    -0.00013743489,
    -0.19069315665,
    0.00564495548,
    -0.06666370627,
    -0.00013743489,
    -0.19069315665,
    0.00564495548
  };

  /// The matrix of the electric field as one rank has it: real and imaginary part, row by row.
  private static double[] electric(CurrentBasis basis, double k, int perAxis) {
    double[] points = basis.surface().points();
    int[] triangles = basis.surface().triangles();
    int n = basis.size();
    var open = new ClosedPart(points, triangles, basis.firsts(), basis.entries(), new boolean[n]);
    var rows = new MatrixRows(points, triangles, n, basis.firsts(), basis.entries(), k, open);
    Tile tile = Tile.ofArray(2 * n, 2 * n);
    int[] columns = new int[n];
    java.util.Arrays.setAll(columns, i -> i);
    rows.fill(tile, columns, perAxis, (done, of) -> {});
    double[] elements = new double[2 * n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        // −ikZ is stored.
        elements[2 * (i * n + j)] = -tile.get(2 * i + 1, 2 * j) / k;
        elements[2 * (i * n + j) + 1] = tile.get(2 * i, 2 * j) / k;
        assertThat(tile.get(2 * i + 1, 2 * j + 1)).isEqualTo(tile.get(2 * i, 2 * j));
        assertThat(tile.get(2 * i, 2 * j + 1)).isEqualTo(-tile.get(2 * i + 1, 2 * j));
      }
    }
    return elements;
  }

  @Test
  void theTetrahedronHasKnownElements() {
    CurrentBasis basis = Bodies.tetrahedron();
    double[] elements = electric(basis, 1, 10);
    int[] at = new int[6];
    for (int j = 0; j < 6; j++) {
      for (int edge = 0; edge < 6; edge++) {
        boolean here = true;
        for (int axis = 0; axis < 3; axis++) {
          double[] p = basis.surface().points();
          double middle = (p[3 * EDGES[edge][0] + axis] + p[3 * EDGES[edge][1] + axis]) / 2;
          here &= Math.abs(basis.middle(j)[axis] - middle) < 1e-12;
        }
        at[edge] = here ? j : at[edge];
      }
    }
    int known = 0;
    for (int i = 0; i < 6; i++) {
      for (int j = i; j < 6; j++) {
        int element = 2 * (6 * at[i] + at[j]);
        assertThat(elements[element])
            .as("element %d, %d", i, j)
            .isCloseTo(TETRAHEDRON[known++], within(1e-6));
        assertThat(elements[element + 1]).isCloseTo(TETRAHEDRON[known++], within(1e-6));
      }
    }
  }

  @Test
  void itIsSymmetric() {
    var random = new Random(4);
    Surface plate = Bodies.plate(1, 3);
    for (int i = 2; i < plate.points().length; i += 3) {
      plate.points()[i] = 0.1 * random.nextDouble();
    }
    CurrentBasis basis = CurrentBasis.of(plate);
    double[] z = electric(basis, 3, 4);
    int n = basis.size();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        for (int part = 0; part < 2; part++) {
          assertThat(z[2 * (i * n + j) + part]).isCloseTo(z[2 * (j * n + i) + part], within(1e-13));
        }
      }
    }
  }

  /// Elements of functions far from each other, by many points on each triangle.
  @Test
  void farElementsAreIntegrals() {
    CurrentBasis basis =
        CurrentBasis.of(
            Bodies.both(Bodies.strip(1, 0.3, 2, 0, 0), Bodies.strip(1, 0.3, 2, 0.1, 1.5)));
    double k = 2;
    double[] z = electric(basis, k, 4);
    int n = basis.size();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (basis.part(basis.from(i)) != basis.part(basis.from(j))) {
          double[] sum = Sums.potential(basis, i, j, k);
          assertThat(z[2 * (i * n + j)]).isCloseTo(sum[0], within(1e-6));
          assertThat(z[2 * (i * n + j) + 1]).isCloseTo(sum[1], within(1e-6));
        }
      }
    }
  }

  /// The matrix that turns by 90°: on a flat closed part of functions it is exact, R A⁻¹ A = R.
  @Test
  void turningUndoesTheGramMatrix() {
    CurrentBasis basis = Bodies.sphere(80);
    int n = basis.size();
    boolean[] has = new boolean[n];
    java.util.Arrays.fill(has, true);
    Surface surface = basis.surface();
    var part =
        new ClosedPart(surface.points(), surface.triangles(), basis.firsts(), basis.entries(), has);
    double[] vector = new Random(5).doubles(2L * n).toArray();
    double[] gram = Sums.gram(basis, vector);
    double[] turned = part.turn(gram, 2);
    double[] direct = Sums.turned(basis, vector);
    for (int i = 0; i < 2 * n; i++) {
      assertThat(turned[i]).isCloseTo(direct[i], within(1e-8));
    }
  }
}
