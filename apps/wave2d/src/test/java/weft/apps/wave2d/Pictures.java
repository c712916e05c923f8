// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.awt.image.BufferedImage;

/// Pictures for tests.
final class Pictures {
  private Pictures() {}

  static BufferedImage image(int width, int height, int type, Scenes.Cells levels) {
    var image = new BufferedImage(width, height, type);
    int most = (1 << image.getSampleModel().getSampleSize(0)) - 1;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        for (int band = 0; band < image.getRaster().getNumBands(); band++) {
          int sample = (int) Math.round(most * levels.at(x, y));
          image.getRaster().setSample(x, y, band, sample);
        }
      }
    }
    return image;
  }

  static Picture grey(int width, int height, Scenes.Cells levels) {
    return Picture.of(image(width, height, BufferedImage.TYPE_BYTE_GRAY, levels));
  }
}
