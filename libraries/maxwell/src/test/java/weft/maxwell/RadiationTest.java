// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import weft.World;
import weft.collective.Group;
import weft.testkit.WeftTest;

/// Where most power goes, and how it is polarised.
class RadiationTest {
  /// No direction of a fine grid has more.
  @WeftTest(ranks = 1)
  void thePeakIsTheGreatestOfAllDirections(World world) {
    Group all = Group.world(world);
    world.start();
    CurrentBasis strip = CurrentBasis.of(Bodies.strip(2.3, 0.05, 40, 0.1, 0.2));
    var wave = PlaneWave.theta(new Direction(35, 20));
    var current = new ShortDipole(new double[] {0.4, 0.5, 0.1}, new double[] {0.02, 0.01, 0});
    try (var solver = SurfaceSolver.of(world, all, strip, 3e8, Equation.ELECTRIC)) {
      SurfaceCurrents driven = solver.solve(List.of(wave)).getFirst();
      double k = Wave.number(3e8);
      for (@Nullable ShortDipole beside : Arrays.asList(null, current)) {
        Radiation found = driven.radiation(beside);
        double most = 0;
        for (double theta = 0; theta <= 180; theta += 1.5) {
          List<Direction> ring = new ArrayList<>();
          for (double phi = 0; phi < 360; phi += 1.5) {
            ring.add(new Direction(theta, phi));
          }
          List<FarField> fields = driven.far(ring);
          for (int i = 0; i < ring.size(); i++) {
            FarField field = fields.get(i);
            field = beside == null ? field : field.plus(beside.far(k, ring.get(i)));
            most = Math.max(most, field.intensity());
          }
        }
        assertThat(most).isLessThanOrEqualTo(found.front().intensity() * (1 + 1e-3));
        assertThat(most).isGreaterThan(found.front().intensity() * 0.99);
        assertThat(found.power()).isCloseTo(driven.radiatedPower(beside), within(1e-30));
        assertThat(found.directivity()).isGreaterThan(1.5);
        assertThat(found.frontToBack()).isGreaterThanOrEqualTo(1 - 1e-6);
      }
    }
  }

  @Test
  void ellipsesHaveRatiosAndHands() {
    var one = new ComplexNumber(1, 0);
    // For e^{+jωt}, φ follows θ by a quarter of a period.
    var right = new FarField(one, new ComplexNumber(0, -1));
    assertThat(right.axialRatio()).isCloseTo(1, within(1e-12));
    assertThat(right.isRightHanded()).isTrue();
    assertThat(new FarField(one, new ComplexNumber(0, 1)).isRightHanded()).isFalse();
    assertThat(new FarField(one, new ComplexNumber(0, 0.25)).axialRatio())
        .isCloseTo(4, within(1e-12));
    assertThat(new FarField(one, new ComplexNumber(2, 0)).axialRatio()).isGreaterThan(1e12);
  }
}
