// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.mesh.ComplexException;
import weft.mesh.Mesher;
import weft.mesh.MeshingOutcome;
import weft.mesh.TetMesh;

/// Meshes that are divided without moving a vertex: each tet lies in one of before, and all else is
/// as of any mesh. `-Dweft.seeds=N` sets how many of each kind, `-Dweft.seed=N` the first seed.
final class NestedTest {
  private static final double ROUNDING = 1e-9;

  static Iterable<String> kinds() {
    return Bodies.kinds().keySet();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void eachTetLiesInOneOfBefore(String kind) {
    long first = Long.getLong("weft.seed", System.nanoTime() & 0xffff_ffffL);
    int count = Integer.getInteger("weft.seeds", 3);
    System.out.printf("%s, seeds %d to %d%n", kind, first, first + count - 1);
    for (long seed = first; seed < first + count; seed++) {
      var random = new SplittableRandom(seed);
      Body body = Bodies.kind(kind).make(random);
      TetMesh coarse;
      try {
        coarse = Mesher.of(body.complex()).listener(now -> now.tets() < 2000).mesh();
      } catch (ComplexException e) {
        // Nearer than rounding.
        continue;
      }
      double volume = coarse.quality().volume();
      Mesher mesher = coarse.refine().nested();
      switch (random.nextInt(3)) {
        case 0 -> mesher.maxVolume(volume / (3 * coarse.tetCount()));
        case 1 -> {
          double x = coarse.coordinate(0, 0);
          double size = Math.cbrt(volume);
          mesher.sizing((a, b, c) -> 0.1 * size + 0.5 * Math.abs(a - x));
        }
        default -> {}
      }
      TetMesh fine = mesher.mesh();
      try {
        assertThat(fine.tetCount()).isGreaterThan(coarse.tetCount());
        assertThat(fine.outcome().isMet()).isTrue();
        MeshJudge.check(fine, body);
        checkNested(coarse, fine);
      } catch (AssertionError e) {
        throw new AssertionError("%s of seed %d: %s".formatted(kind, seed, e.getMessage()), e);
      }
    }
  }

  private static void checkNested(TetMesh coarse, TetMesh fine) {
    double[] before = coarse.vertices();
    double[] after = fine.vertices();
    assertThat(Arrays.copyOf(after, before.length)).as("vertices of before").isEqualTo(before);
    double[] sums = new double[coarse.tetCount()];
    for (int t = 0; t < fine.tetCount(); t++) {
      double[] middle = new double[3];
      for (int i = 0; i < 12; i++) {
        middle[i % 3] += after[3 * fine.corner(t, i / 3) + i % 3] / 4;
      }
      int parent = coarse.locate(middle[0], middle[1], middle[2]);
      assertThat(parent).as("the tet of before that has the middle of tet %d", t).isNotNegative();
      for (int i = 0; i < 4; i++) {
        int at = 3 * fine.corner(t, i);
        for (double share : shares(coarse, parent, Arrays.copyOfRange(after, at, at + 3))) {
          assertThat(share).as("tet %d in tet %d", t, parent).isGreaterThan(-ROUNDING);
        }
      }
      sums[parent] += volume(fine, t);
      assertThat(fine.materials()[t]).isEqualTo(coarse.materials()[parent]);
    }
    for (int t = 0; t < sums.length; t++) {
      assertThat(sums[t] / volume(coarse, t))
          .as("volume of tet %d", t)
          .isBetween(1 - 1e-9, 1 + 1e-9);
    }
  }

  /// Barycentric coordinates of a place.
  private static double[] shares(TetMesh mesh, int tet, double[] place) {
    double[] shares = new double[4];
    for (int i = 0; i < 4; i++) {
      double[][] p = new double[4][];
      for (int k = 0; k < 4; k++) {
        int v = mesh.corner(tet, k);
        p[k] =
            k == i
                ? place
                : new double[] {
                  mesh.coordinate(v, 0), mesh.coordinate(v, 1), mesh.coordinate(v, 2)
                };
      }
      shares[i] = volume(p) / volume(mesh, tet);
    }
    return shares;
  }

  private static double volume(TetMesh mesh, int tet) {
    double[][] p = new double[4][3];
    for (int i = 0; i < 12; i++) {
      p[i / 3][i % 3] = mesh.coordinate(mesh.corner(tet, i / 3), i % 3);
    }
    return volume(p);
  }

  private static double volume(double[][] p) {
    double[][] e = new double[3][3];
    for (int i = 0; i < 9; i++) {
      e[i / 3][i % 3] = p[i / 3 + 1][i % 3] - p[0][i % 3];
    }
    double six = 0;
    for (int k = 0; k < 3; k++) {
      six +=
          e[2][k] * (e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3]);
    }
    return six / 6;
  }

  @Test
  void limitsLeaveAMesh() {
    Body body = Bodies.kind("voxels").make(new SplittableRandom(7));
    TetMesh coarse = Mesher.of(body.complex()).mesh();
    int most = 20 * coarse.tetCount();
    TetMesh limited = coarse.refine().nested().maxVolume(1e-7).maxTets(most).mesh();
    assertThat(limited.tetCount()).isBetween(coarse.tetCount() + 1, most);
    assertThat(limited.outcome().end()).isEqualTo(MeshingOutcome.End.MAX_TETS);
    assertThat(limited.outcome().missedSizes()).isPositive();
    MeshJudge.check(limited, body);
    TetMesh ended =
        coarse.refine().nested().maxVolume(1e-9).listener(now -> now.tets() < 5000).mesh();
    assertThat(ended.outcome().end()).isEqualTo(MeshingOutcome.End.LISTENER);
    MeshJudge.check(ended, body);
    assertThatThrownBy(() -> Mesher.of(body.complex()).nested())
        .hasMessageContaining("no tets that could be divided");
    assertThatThrownBy(() -> coarse.refine().nested().floor(1).mesh())
        .hasMessageContaining("middles of edges");
  }

  @Test
  void anglesStayAboveAFloorWhenDividedAgainAndAgain() {
    Body body = Bodies.kind("voxels").make(new SplittableRandom(3));
    TetMesh mesh = Mesher.of(body.complex()).radiusEdge(3).mesh();
    double before = mesh.quality().smallestDihedral();
    double volume = mesh.quality().largestVolume();
    for (int round = 0; round < 3 && mesh.tetCount() < 60_000; round++) {
      volume /= 4;
      mesh = mesh.refine().nested().maxVolume(volume).mesh();
    }
    // Longest edges: the smallest angle of a triangle falls to half at most; dihedral ones were
    // never seen below a third.
    assertThat(mesh.quality().smallestDihedral()).isGreaterThan(0.25 * before);
  }
}
