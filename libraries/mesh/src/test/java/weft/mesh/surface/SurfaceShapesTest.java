// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import weft.mesh.files.MeshFormat;

/// Shapes against their formulas, and a large one through reading and checking.
final class SurfaceShapesTest {
  @Test
  void spheresHaveTheirSizes() {
    for (int f : new int[] {1, 2, 5, 16}) {
      Surface sphere = SurfaceShapes.icosphere(2, Fineness.triangles(20 * f * f));
      assertThat(sphere.triangleCount()).isEqualTo(20 * f * f);
      assertThat(sphere.pointCount()).isEqualTo(10 * f * f + 2);
      for (int p = 0; p < sphere.pointCount(); p++) {
        double[] xyz = sphere.points();
        double square =
            xyz[3 * p] * xyz[3 * p]
                + xyz[3 * p + 1] * xyz[3 * p + 1]
                + xyz[3 * p + 2] * xyz[3 * p + 2];
        assertThat(square).isCloseTo(4, within(1e-14));
      }
      assertThat(Diagnosis.of(sphere).isClean()).isTrue();
    }
    Surface equal = SurfaceShapes.icosphereOfEqualVolume(2, Fineness.edge(0.4));
    assertThat(equal.volume()).isCloseTo(32 * Math.PI / 3, within(1e-12));
    assertThat(equal.medianEdge()).isCloseTo(0.4, within(0.05));
  }

  @Test
  void toriAndAlmondsAreClosed() {
    for (int n : new int[] {30, 300, 3000}) {
      Surface torus = SurfaceShapes.torus(3, 1, Fineness.triangles(n));
      assertThat(Diagnosis.of(torus).isClosed()).isTrue();
      assertThat(torus.triangleCount()).isBetween(n / 2, 2 * n + 20);
      assertThat(torus.volume()).isPositive();
      Surface almond = SurfaceShapes.almond(0.2524, Fineness.triangles(n));
      assertThat(Diagnosis.of(almond).isClosed()).isTrue();
      assertThat(almond.triangleCount()).isBetween(n / 2, 2 * n + 40);
      assertThat(almond.volume()).isPositive();
    }
    assertThat(SurfaceShapes.torus(3, 1, Fineness.edge(0.1)).volume())
        .isCloseTo(6 * Math.PI * Math.PI, within(0.3));
    Surface almond = SurfaceShapes.almond(1, Fineness.edge(0.01));
    assertThat(almond.medianEdge()).isCloseTo(0.01, within(0.002));
    assertThat(almond.area()).isCloseTo(0.628, within(0.002));
  }

  @Test
  void wrongSizesAreRefused() {
    assertThatThrownBy(() -> Fineness.edge(0)).hasMessageContaining("cannot be 0.0 long");
    assertThatThrownBy(() -> Fineness.triangles(0)).hasMessageContaining("1 to 100000000");
    assertThatThrownBy(() -> SurfaceShapes.torus(1, 1, Fineness.triangles(9)))
        .hasMessageContaining("0 < tube < ring");
    assertThatThrownBy(() -> SurfaceShapes.icosphere(1, Fineness.edge(1e-9)))
        .hasMessageContaining("not possible");
  }

  /// The memory that a program announces is at least what the arrays of a check take.
  @Test
  void aLargeSphereIsReadAndChecked() throws IOException {
    Surface made = SurfaceShapes.icosphere(1, Fineness.triangles(327_680));
    Surface sphere = DiagnosisTest.read(MeshFormat.STL, DiagnosisTest.bytes(MeshFormat.STL, made));
    assertThat(sphere.triangleCount()).isEqualTo(327_680);
    assertThat(sphere.pointCount()).isEqualTo(163_842);
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Diagnosis diagnosis = Diagnosis.of(sphere);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    System.out.printf("a check of 327,680 triangles allocated %,d bytes in all%n", bytes);
    assertThat(diagnosis.defects()).isEmpty();
    assertThat(diagnosis.isClosed()).isTrue();
    assertThat(Diagnosis.memory(327_680, 163_842)).isBetween(bytes / 4, 2 * bytes);
  }
}
