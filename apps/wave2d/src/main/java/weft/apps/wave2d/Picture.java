// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageInputStream;
import weft.apps.common.BadInputException;
import weft.files.FileException;
import weft.files.InputFile;

/// The grey levels, from 0 (black) to 1 (white), of a picture of any type that the JDK reads.
///
/// Grey pictures are read unchanged, with 8 or 16 bits. Colours are converted to luma (0.299 red,
/// 0.587 green, 0.114 blue, ITU-R BT.601). Transparent pixels are black.
final class Picture {
  private static final double WHITE = Character.MAX_VALUE;

  private final int width;
  private final int height;
  private final char[] levels;

  private Picture(int width, int height, char[] levels) {
    this.width = width;
    this.height = height;
    this.levels = levels;
  }

  /// Reads a file.
  ///
  /// @param what the purpose of the file, for the error message
  /// @throws BadInputException if the file does not exist or is not a picture
  static Picture read(String what, Path file) {
    if (!Files.exists(file)) {
      throw new BadInputException("the " + what + " " + file + " does not exist");
    }
    try (InputStream in = InputFile.openStream(file)) {
      // The stream that Java usually takes needs room in the temporary folder.
      BufferedImage image = ImageIO.read(new MemoryCacheImageInputStream(in));
      if (image == null) {
        throw new BadInputException(
            "the %s %s is not a picture that Java reads; it reads %s"
                .formatted(what, file, readable()));
      }
      return of(image);
    } catch (FileException e) {
      throw new BadInputException("the " + what + " " + e.getMessage(), e);
    } catch (BadInputException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // The readers throw all kinds of unchecked exceptions on damaged files.
      throw new BadInputException(
          "the %s %s cannot be read: %s".formatted(what, file, e.getMessage()), e);
    }
  }

  private static String readable() {
    return Arrays.stream(ImageIO.getReaderFileSuffixes())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /// The levels of an image in memory.
  static Picture of(BufferedImage image) {
    int width = image.getWidth();
    int height = image.getHeight();
    if ((long) width * height > Integer.MAX_VALUE - 8) {
      throw new BadInputException(
          "a picture of %d x %d has more cells than an array can hold".formatted(width, height));
    }
    char[] levels = new char[width * height];
    if (image.getRaster().getNumBands() <= 2
        && !(image.getColorModel() instanceof IndexColorModel)) {
      readGrey(image, levels);
    } else {
      readColours(image, levels);
    }
    return new Picture(width, height, levels);
  }

  /// This does not use getRGB, which interprets grey as linear light and makes it brighter.
  private static void readGrey(BufferedImage image, char[] levels) {
    Raster raster = image.getRaster();
    int width = image.getWidth();
    boolean alpha = raster.getNumBands() == 2;
    double most = (1L << raster.getSampleModel().getSampleSize(0)) - 1;
    double opaque = alpha ? (1L << raster.getSampleModel().getSampleSize(1)) - 1 : 1;
    int[] grey = new int[width];
    int[] alphas = new int[width];
    for (int y = 0; y < image.getHeight(); y++) {
      raster.getSamples(raster.getMinX(), raster.getMinY() + y, width, 1, 0, grey);
      if (alpha) {
        raster.getSamples(raster.getMinX(), raster.getMinY() + y, width, 1, 1, alphas);
      }
      for (int x = 0; x < width; x++) {
        double level = grey[x] / most * (alpha ? alphas[x] / opaque : 1);
        levels[y * width + x] = (char) Math.round(WHITE * level);
      }
    }
  }

  private static void readColours(BufferedImage image, char[] levels) {
    int width = image.getWidth();
    int[] row = new int[width];
    for (int y = 0; y < image.getHeight(); y++) {
      image.getRGB(0, y, width, 1, row, 0, width);
      for (int x = 0; x < width; x++) {
        int argb = row[x];
        int luma = 299 * (argb >> 16 & 255) + 587 * (argb >> 8 & 255) + 114 * (argb & 255);
        double level = luma / 255_000.0 * ((argb >>> 24) / 255.0);
        levels[y * width + x] = (char) Math.round(WHITE * level);
      }
    }
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /// The level of one cell, from 0 to 1.
  double level(int x, int y) {
    return levels[y * width + x] / WHITE;
  }

  /// This picture scaled to another size by bilinear interpolation.
  Picture resized(int newWidth, int newHeight) {
    if (newWidth == width && newHeight == height) {
      return this;
    }
    char[] scaled = new char[newWidth * newHeight];
    for (int y = 0; y < newHeight; y++) {
      double v = Math.clamp((y + 0.5) * height / newHeight - 0.5, 0, height - 1.0);
      int top = (int) v;
      int bottom = Math.min(top + 1, height - 1);
      for (int x = 0; x < newWidth; x++) {
        double u = Math.clamp((x + 0.5) * width / newWidth - 0.5, 0, width - 1.0);
        int left = (int) u;
        int right = Math.min(left + 1, width - 1);
        double above = mix(level(left, top), level(right, top), u - left);
        double below = mix(level(left, bottom), level(right, bottom), u - left);
        scaled[y * newWidth + x] = (char) Math.round(WHITE * mix(above, below, v - top));
      }
    }
    return new Picture(newWidth, newHeight, scaled);
  }

  private static double mix(double a, double b, double share) {
    return a + (b - a) * share;
  }
}
