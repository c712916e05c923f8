// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;

/// The number of tets that is said before the work is about that of the mesh, also where curved
/// parts alone ask for small ones.
final class EstimateTest {
  static Stream<Arguments> shapes() {
    return Stream.of(
        arguments("a ball", SurfaceShapes.icosphere(1, Fineness.triangles(1280))),
        arguments("a torus", SurfaceShapes.torus(3, 1, Fineness.triangles(3000))),
        arguments("a thin torus", SurfaceShapes.torus(3, 0.2, Fineness.triangles(3000))),
        arguments("an almond", SurfaceShapes.almond(1, Fineness.triangles(1500))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void curvedPartsAreWithinTwice(String name, Surface surface) {
    for (double size : new double[] {0, 0.5, 0.1}) {
      Mesher mesher = Mesher.of(Complex.of(surface));
      double volume = surface.volume();
      if (size > 0) {
        mesher.maxVolume(volume * size * size * size);
      }
      double estimated = mesher.estimate().tets();
      assertThat(estimated / mesher.mesh().tetCount()).as("%s, %s", name, size).isBetween(0.5, 2.0);
    }
  }
}
