// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.mesh.Complex;
import weft.mesh.ComplexException;
import weft.mesh.Mesher;
import weft.mesh.TetMesh;
import weft.mesh.surface.Defect;
import weft.mesh.surface.DefectKind;

/// Fills bodies that are made by chance. `-Dweft.seeds=N` sets how many of each kind,
/// `-Dweft.seed=N` the first seed.
final class BodiesTest {
  private static final int FEW = 14;

  private static final int MANY_TETS = 20_000;

  static Iterable<String> kinds() {
    return Bodies.kinds().keySet();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void areFilledAsPromised(String kind) {
    long first = Long.getLong("weft.seed", System.nanoTime() & 0xffff_ffffL);
    int count = Integer.getInteger("weft.seeds", FEW);
    Map<String, Integer> ends = new TreeMap<>();
    for (long seed = first; seed < first + count; seed++) {
      String name = "%s of seed %d".formatted(kind, seed);
      try {
        ends.merge(fill(Bodies.kind(kind), seed), 1, Integer::sum);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(name + ": " + e.getMessage(), e);
      }
    }
    System.out.printf("%s, seeds %d to %d: %s%n", kind, first, first + count - 1, ends);
  }

  /// Fills a body, and checks the mesh. Returns how it ended.
  private static String fill(Bodies.Kind kind, long seed) {
    var random = new SplittableRandom(seed);
    Body body = kind.make(random);
    boolean improves = random.nextBoolean();
    Complex complex = body.complex();
    assertThat(complex.defects()).as("defects").isEmpty();
    try {
      TetMesh mesh =
          Mesher.of(complex).improves(improves).listener(now -> now.tets() < MANY_TETS).mesh();
      MeshJudge judge = MeshJudge.check(mesh, body).ratios(2);
      if (!improves) {
        assertThat(notDelaunay(mesh)).as("free faces not Delaunay").isEqualTo(judge.notDelaunay());
      }
      return mesh.outcome().end().name();
    } catch (ComplexException e) {
      for (Defect defect : e.defects()) {
        assertThat(defect.kind()).as(defect.sentence()).isEqualTo(DefectKind.NOT_RECOVERED);
      }
      return e.defects().get(0).kind().name();
    }
  }

  /// The number of free faces that are not locally Delaunay, as the outcome says it.
  private static int notDelaunay(TetMesh mesh) {
    for (String remark : mesh.outcome().remarks()) {
      if (remark.contains("not locally Delaunay")) {
        return Integer.parseInt(remark.substring(0, remark.indexOf(' ')).replace(",", ""));
      }
    }
    return 0;
  }

  @Test
  void signsAreExact() {
    double[] xyz = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.1, 0.1, 0.1};
    var exact = new ExactSigns(xyz);
    assertThat(exact.orient(0, 1, 2, 3)).isOne();
    assertThat(exact.orient(0, 2, 1, 3)).isEqualTo(-1);
    assertThat(exact.orient(0, 4, 5, 1)).isZero();
    assertThat(exact.orient(0, 4, 6, 1)).isZero();
    assertThat(exact.isInSphere(0, 1, 2, 3, 4)).as("on the sphere").isFalse();
    assertThat(exact.isInSphere(0, 1, 2, 3, 5)).isTrue();
    xyz[12] = Math.nextUp(1.0);
    assertThat(new ExactSigns(xyz).isInSphere(0, 1, 2, 3, 4)).isFalse();
    xyz[12] = Math.nextDown(1.0);
    assertThat(new ExactSigns(xyz).isInSphere(0, 1, 2, 3, 4)).isTrue();
  }
}
