// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import weft.testkit.PatientTimeout;

/// The numbers are those of a wave.
@PatientTimeout(120)
class PhysicsTest {
  /// The mode sin(2 pi x) sin(3 pi y) of the unit square swings as cos(sqrt(13) pi t). The scheme
  /// is of second order: half the cell width, a quarter of the error.
  @Test
  void standingWaveConvergesInSecondOrder() {
    double coarse = errorOfStandingWave(39, 40);
    double fine = errorOfStandingWave(79, 80);
    double finest = errorOfStandingWave(159, 160);
    assertThat(finest).isLessThan(1e-3);
    assertThat(coarse / fine).isCloseTo(4, within(0.2));
    assertThat(fine / finest).isCloseTo(4, within(0.05));
  }

  private static double errorOfStandingWave(int cells, int steps) {
    // The edges, where the displacement is 0, stand one cell outside the grid.
    double width = 1.0 / (cells + 1);
    double courant = 0.5;
    Scene scene =
        Scenes.of(
            cells,
            cells,
            (x, y) ->
                Math.sin(2 * Math.PI * (x + 1) * width) * Math.sin(3 * Math.PI * (y + 1) * width));
    double[] field =
        Scenes.solve(scene, Scenes.problem(scene, steps, courant, 1, 2, 2)).field().cells;
    double phase = Math.cos(Math.sqrt(13) * Math.PI * steps * courant * width);
    double error = 0;
    for (int y = 0; y < cells; y++) {
      for (int x = 0; x < cells; x++) {
        double exact = scene.displacement(x, y) * phase;
        error = Math.max(error, Math.abs(field[y * cells + x] - exact));
      }
    }
    return error;
  }

  @Test
  void energyStays() {
    Scene scene = Scenes.random(64, 48, 7);
    var figures = Scenes.solve(scene, Scenes.problem(scene, 2000, 0.7, 3, 1, 2)).figures();
    assertThat(figures.energy()).isPositive();
    assertThat(Math.abs(figures.drift())).isLessThan(1e-10);
  }

  /// The energy of the mode is known: half the sum of the squares of its discrete gradient at rest.
  @Test
  void energyIsThatOfTheBeginning() {
    int cells = 99;
    double wave = Math.PI / (cells + 1);
    Scene scene =
        Scenes.of(cells, cells, (x, y) -> Math.sin(wave * (x + 1)) * Math.sin(wave * (y + 1)));
    var figures = Scenes.solve(scene, Scenes.problem(scene, 10, 0.5, 1, 1)).figures();
    double eigenvalue = 8 * Math.pow(Math.sin(wave / 2), 2);
    double squares = Math.pow((cells + 1) / 2.0, 2);
    // Leap-frog's energy differs from the continuous one by a part of the order of the time step.
    assertThat(figures.energy()).isCloseTo(eigenvalue * squares / 2, within(0.01));
  }

  @Test
  void wallsKeepWavesOut() {
    int width = 60;
    Scene scene =
        new PictureScene(
            Pictures.grey(width, 20, (x, y) -> x < 10 ? 1 : 0),
            Pictures.grey(width, 20, (x, y) -> x == 30 ? 0 : 1));
    double[] field = Scenes.solve(scene, Scenes.problem(scene, 300, 0.7, 1, 1)).field().cells;
    double left = 0;
    for (int y = 0; y < 20; y++) {
      for (int x = 0; x < width; x++) {
        if (x < 30) {
          left = Math.max(left, Math.abs(field[y * width + x]));
        } else {
          assertThat(field[y * width + x]).isZero();
        }
      }
    }
    assertThat(left).isGreaterThan(0.05);
  }
}
