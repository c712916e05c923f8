// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import weft.mesh.Complex;
import weft.mesh.Mesher;
import weft.mesh.MeshingEstimate;
import weft.mesh.MeshingListener;
import weft.mesh.MeshingOutcome;
import weft.mesh.TetMesh;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.SurfaceShapes;

/// Limits of time and tets, and a listener that ends the work, in each of its stages.
final class LimitsTest {
  @Test
  void anEstimateLeavesItsRecoveryToTheMesh() {
    Complex complex = Complex.of(SurfaceShapes.torus(1, 0.4, Fineness.triangles(600)));
    int[] recoveries = new int[1];
    var last = new MeshingListener.Stage[1];
    Mesher mesher =
        Mesher.of(complex)
            .listener(now -> {
              boolean begins =
                  now.stage() == MeshingListener.Stage.RECOVERY
                      && now.left() == complex.facetCount();
              recoveries[0] += begins && now.tets() == 0 ? 1 : 0;
              last[0] = now.stage();
              return true;
            });
    MeshingEstimate estimate = mesher.estimate();
    assertThat(recoveries[0]).as("recoveries of the estimate").isOne();
    assertThat(estimate.tets()).isPositive();
    TetMesh after = mesher.mesh();
    assertThat(recoveries[0]).as("recoveries of both").isOne();
    assertThat(last[0]).isNotEqualTo(MeshingListener.Stage.RECOVERY);
    TetMesh alone = mesher.mesh();
    assertThat(recoveries[0]).as("a mesh after a mesh recovers again").isEqualTo(2);
    assertThat(after.tets()).isEqualTo(alone.tets());
    assertThat(after.vertices()).isEqualTo(alone.vertices());
  }

  @Test
  void aListenerEndsEachStage() {
    Body body = Polyhedra.squaredCube(4);
    Complex complex = body.complex();
    int[] calls = new int[1];
    Set<MeshingListener.Stage> met = EnumSet.noneOf(MeshingListener.Stage.class);
    Mesher mesher = Mesher.of(complex).maxVolume(0.01);
    mesher.listener(now -> ++calls[0] > 0).mesh();
    var random = new SplittableRandom(System.nanoTime());
    int all = calls[0];
    for (int i = 0; i < 8; i++) {
      int most = i == 0 ? 0 : random.nextInt(all);
      calls[0] = 0;
      mesher.listener(now -> {
        met.add(now.stage());
        return calls[0]++ < most;
      });
      try {
        TetMesh mesh = mesher.mesh();
        MeshJudge.check(mesh, body);
        assertThat(mesh.outcome().end())
            .isIn(MeshingOutcome.End.LISTENER, MeshingOutcome.End.COMPLETE);
      } catch (CancellationException e) {
        assertThat(e).hasMessage("the work was ended before there was a mesh");
        assertThat(calls[0]).as("calls, when it was ended at %d", most).isEqualTo(most + 1);
      }
    }
    assertThat(met).contains(MeshingListener.Stage.RECOVERY);
  }

  @Test
  void theTimeIsForAllStages() {
    Complex complex = Polyhedra.squaredCube(3).complex();
    Mesher late = Mesher.of(complex).maxTime(Duration.ofNanos(1));
    assertThatThrownBy(late::mesh)
        .isInstanceOf(CancellationException.class)
        .hasMessageContaining("the time was over before there was a mesh");
    assertThatThrownBy(late::estimate).isInstanceOf(CancellationException.class);
    // Sizes that take long to ask for.
    Mesher slow =
        Mesher.of(complex)
            .sizing((x, y, z) -> {
              sleep();
              return 0.01;
            })
            .maxTime(Duration.ofMillis(300));
    assertThatThrownBy(slow::estimate).isInstanceOf(CancellationException.class);
  }

  private static void sleep() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void noMoreTetsAreWrittenThanAllowed() {
    Body body = Polyhedra.squaredCube(2);
    for (int most : new int[] {200, 777, 3000}) {
      TetMesh mesh = Mesher.of(body.complex()).maxVolume(1e-4).maxTets(most).mesh();
      MeshJudge.check(mesh, body).ratios(2);
      assertThat(mesh.outcome().end()).isEqualTo(MeshingOutcome.End.MAX_TETS);
      assertThat(mesh.tetCount()).isBetween(most * 8 / 10, most);
    }
  }

  @Test
  void aVolumeOfAMaterialThatIsNotThereIsTold() {
    TetMesh mesh =
        Mesher.of(Polyhedra.squaredCube(1).complex()).maxVolume(1, 0.1).maxVolume(7, 1e-9).mesh();
    assertThat(mesh.outcome().remarks())
        .contains(
            "A largest volume was given for material 7, which is not there; the materials are 1.");
  }
}
