// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import weft.apps.common.Gif;
import weft.apps.common.UserFiles;

/// Writes the results.
final class Output {
  private Output() {}

  /// Writes the displacement as a PNG. Its colours are scaled so that the largest displacement has
  /// the last colour.
  static void picture(double[] field, Scene scene, Path file) {
    double most = 0;
    for (double displacement : field) {
      most = Math.max(most, Math.abs(displacement));
    }
    double scale = most > 0 ? 1 / most : 1;
    int width = scene.width();
    var image = new BufferedImage(width, scene.height(), BufferedImage.TYPE_INT_RGB);
    int[] row = new int[width];
    for (int y = 0; y < scene.height(); y++) {
      for (int x = 0; x < width; x++) {
        row[x] = Palette.colour(field[y * width + x] * scale, scene.speed(x, y));
      }
      image.setRGB(0, y, width, 1, row, 0, width);
    }
    png(image, file);
  }

  /// Writes an image as a PNG.
  static void png(BufferedImage image, Path file) {
    UserFiles.write(
        file,
        stream -> {
          // The stream that Java usually takes needs room in the temporary folder.
          try (var out = new MemoryCacheImageOutputStream(stream)) {
            if (!ImageIO.write(image, "png", out)) {
              throw new IOException("this JDK has no PNG writer");
            }
          }
        });
  }

  /// Writes the animation.
  static void animation(List<byte[]> frames, int width, int height, Path file) {
    Gif.write(frames, width, height, Palette.model(), file);
  }

  /// A checksum that is equal for fields with the same bits: CRC-32 of the doubles in row order,
  /// each as eight bytes, the lowest first.
  static String digest(double[] field) {
    var crc = new CRC32();
    byte[] bytes = new byte[Double.BYTES];
    for (double displacement : field) {
      long bits = Double.doubleToRawLongBits(displacement);
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (bits >>> 8 * i);
      }
      crc.update(bytes);
    }
    return "%08x".formatted(crc.getValue());
  }
}
