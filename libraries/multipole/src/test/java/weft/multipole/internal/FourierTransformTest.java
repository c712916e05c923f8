// SPDX-License-Identifier: Apache-2.0
package weft.multipole.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Transforms against the sums that define them, in double precision.
class FourierTransformTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 8, 12, 14, 20, 22, 30, 36, 49, 62, 64, 75, 90, 128, 202})
  void sumsAreThoseOfTheDefinition(int length) {
    var random = new SplittableRandom(length);
    for (int batch : new int[] {1, 3, 16}) {
      float[] re = values(random, length * batch);
      float[] im = values(random, length * batch);
      for (boolean backward : new boolean[] {false, true}) {
        float[] toRe = re.clone();
        float[] toIm = im.clone();
        new FourierTransform(length).run(toRe, toIm, batch, backward);
        for (int k = 0; k < length; k++) {
          for (int q = 0; q < batch; q++) {
            check(re, im, batch, q, k, backward, toRe[k * batch + q], toIm[k * batch + q]);
          }
        }
      }
    }
  }

  private static void check(
      float[] re, float[] im, int batch, int q, int k, boolean backward, float gotRe, float gotIm) {
    int length = re.length / batch;
    double sumRe = 0;
    double sumIm = 0;
    for (int i = 0; i < length; i++) {
      double angle = (backward ? 2 : -2) * Math.PI * ((long) i * k % length) / length;
      double c = Math.cos(angle);
      double s = Math.sin(angle);
      sumRe += c * re[i * batch + q] - s * im[i * batch + q];
      sumIm += c * im[i * batch + q] + s * re[i * batch + q];
    }
    double most = 1e-6 * Math.sqrt(length) * (2 + Math.log(length));
    assertThat((double) gotRe).isCloseTo(sumRe, within(most));
    assertThat((double) gotIm).isCloseTo(sumIm, within(most));
  }

  private static float[] values(SplittableRandom random, int count) {
    var values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextDouble(-1, 1);
    }
    return values;
  }
}
