// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What is known of pieces of segments that could not be divided.
final class RefusedPiecesTest {
  @Test
  void refuseWhatIsNearerThanAsked() {
    var refused = new RefusedPieces(new FeatureTable());
    assertThat(refused.has(3, 7, 100)).isFalse();
    refused.note(3, 7, 4, 0);
    assertThat(refused.has(7, 3, 4.5)).isTrue();
    assertThat(refused.has(3, 7, 4)).isFalse();
    assertThat(refused.has(3, 8, 100)).isFalse();
    // The place itself asks for more than the caller.
    refused.note(7, 3, 4, Double.POSITIVE_INFINITY);
    assertThat(refused.has(3, 7, 0)).isTrue();
  }

  @Test
  void refuseAsLongAsTheWallIsThere() {
    var faces = new FeatureTable();
    faces.put(11, 12, 13, 0, 0);
    var refused = new RefusedPieces(faces);
    refused.noteHidden(3, 7, new int[] {13, 11, 12});
    assertThat(refused.has(3, 7, 0)).isTrue();
    faces.remove(faces.find(11, 12, 13));
    assertThat(refused.has(3, 7, 0)).isFalse();
    refused.note(3, 7, 4, 0);
    faces.put(11, 12, 13, 0, 0);
    assertThat(refused.has(3, 7, 0)).isFalse();
  }

  @Test
  void keepThousandsApart() {
    var refused = new RefusedPieces(new FeatureTable());
    var random = new SplittableRandom(60);
    double[] near2 = new double[5000];
    for (int i = 0; i < near2.length; i++) {
      near2[i] = random.nextDouble();
      refused.note(i + 1, i + 2, near2[i], 0);
    }
    for (int i = 0; i < near2.length; i++) {
      double asked2 = random.nextDouble();
      assertThat(refused.has(i + 2, i + 1, asked2)).as("piece %d", i).isEqualTo(near2[i] < asked2);
    }
  }
}
