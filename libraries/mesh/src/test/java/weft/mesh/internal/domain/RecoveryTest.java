// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.mesh.Complex;
import weft.mesh.Mesher;
import weft.mesh.TetMesh;
import weft.mesh.check.Bodies;
import weft.mesh.check.Body;
import weft.mesh.check.MeshJudge;
import weft.mesh.check.Polyhedra;
import weft.mesh.surface.Surface;

/// Recovers facets in all ways. `-Dweft.seeds=N` sets how many bodies, `-Dweft.seed=N` the first.
final class RecoveryTest {
  private static final int FEW = 6;

  private static long first() {
    return Long.getLong("weft.seed", System.nanoTime() & 0xffff_ffffL);
  }

  private static int count() {
    return Integer.getInteger("weft.seeds", FEW);
  }

  /// Constrained Delaunay tets are unique, so both ways to fill a cavity make the same ones.
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"box with one thing inside", "walls", "nested"})
  void giftWrappingMakesTheSameTets(String kind) {
    long first = first();
    for (long seed = first; seed < first + count(); seed++) {
      Body body = Bodies.kind(kind).make(new SplittableRandom(seed));
      TetMesh plain = coarse(body);
      CrossedTets.alwaysWraps = true;
      TetMesh wrapped;
      try {
        wrapped = coarse(body);
      } finally {
        CrossedTets.alwaysWraps = false;
      }
      assertThat(sorted(wrapped)).as("%s of seed %d", kind, seed).isEqualTo(sorted(plain));
      MeshJudge.check(wrapped, body);
    }
  }

  /// The tets as recovery leaves them, but for those that encroach.
  private static TetMesh coarse(Body body) {
    return Mesher.of(body.complex()).radiusEdge(1e6).improves(false).maxTets(1).mesh();
  }

  private static String[] sorted(TetMesh mesh) {
    int[] tets = mesh.tets();
    return IntStream.range(0, tets.length / 4)
        .mapToObj(t -> {
          int[] corners = Arrays.copyOfRange(tets, 4 * t, 4 * t + 4);
          Arrays.sort(corners);
          return Arrays.toString(corners);
        })
        .sorted()
        .toArray(String[]::new);
  }

  /// The sides of a turned cube are plane up to rounding only, and their squares are on circles up
  /// to rounding only.
  @Test
  void turnedCubesHaveNoFlatTets() {
    long first = first();
    for (long seed = first; seed < first + 2L * count(); seed++) {
      var random = new SplittableRandom(seed);
      Body body = Polyhedra.squaredCube(3 + random.nextInt(4)).turned(random, 2);
      Body rounded = random.nextBoolean() ? body.asFloats() : body;
      Surface surface = rounded.surface();
      Complex complex = Complex.of(surface);
      assertThat(complex.defects()).as("defects of seed %d", seed).isEmpty();
      TetMesh mesh = Mesher.of(complex).mesh();
      assertThat(mesh.quality().smallestDihedral()).as("seed %d", seed).isGreaterThan(5);
    }
  }
}
