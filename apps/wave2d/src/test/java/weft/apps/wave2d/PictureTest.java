// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.apps.common.BadInputException;

class PictureTest {
  @TempDir Path folder;

  private Path write(BufferedImage image, String format) throws IOException {
    Path file = folder.resolve("picture." + format);
    assertThat(ImageIO.write(image, format, file.toFile())).isTrue();
    return file;
  }

  /// Half grey is 0.5, whatever the type it is stored in.
  @ParameterizedTest
  @ValueSource(
      ints = {
        BufferedImage.TYPE_BYTE_GRAY,
        BufferedImage.TYPE_USHORT_GRAY,
        BufferedImage.TYPE_INT_RGB,
        BufferedImage.TYPE_3BYTE_BGR
      })
  void levelsOfAllTypes(int type) throws IOException {
    BufferedImage image = Pictures.image(40, 30, type, (x, y) -> x / 39.0);
    Picture picture = Picture.read("picture", write(image, "png"));
    assertThat(picture.width()).isEqualTo(40);
    assertThat(picture.height()).isEqualTo(30);
    for (int x = 0; x < 40; x++) {
      assertThat(picture.level(x, 17)).isCloseTo(x / 39.0, within(0.003));
    }
  }

  @Test
  void coloursByLuma() throws IOException {
    var image = new BufferedImage(3, 1, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, Color.RED.getRGB());
    image.setRGB(1, 0, Color.GREEN.getRGB());
    image.setRGB(2, 0, Color.BLUE.getRGB());
    Picture picture = Picture.read("picture", write(image, "png"));
    assertThat(picture.level(0, 0)).isCloseTo(0.299, within(1e-4));
    assertThat(picture.level(1, 0)).isCloseTo(0.587, within(1e-4));
    assertThat(picture.level(2, 0)).isCloseTo(0.114, within(1e-4));
  }

  @Test
  void blackAndWhiteByPalette() throws IOException {
    var image = new BufferedImage(2, 1, BufferedImage.TYPE_BYTE_BINARY);
    image.setRGB(1, 0, 0xffffff);
    Picture picture = Picture.read("picture", write(image, "png"));
    assertThat(picture.level(0, 0)).isZero();
    assertThat(picture.level(1, 0)).isEqualTo(1);
  }

  @Test
  void transparentIsBlack() throws IOException {
    var image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, 0x00ffffff);
    image.setRGB(1, 0, 0x80ffffff);
    Picture picture = Picture.read("picture", write(image, "png"));
    assertThat(picture.level(0, 0)).isZero();
    assertThat(picture.level(1, 0)).isCloseTo(128 / 255.0, within(1e-4));
  }

  @Test
  void missing() {
    assertThatThrownBy(() -> Picture.read("speed map", folder.resolve("none.png")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("the speed map " + folder.resolve("none.png") + " does not exist");
  }

  @Test
  void aFolder() {
    assertThatThrownBy(() -> Picture.read("picture", folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be read: it is a folder; name a file in it");
  }

  @Test
  void notAPicture() throws IOException {
    Path file = Files.writeString(folder.resolve("text.png"), "Dear waves, ...");
    assertThatThrownBy(() -> Picture.read("picture", file))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("the picture " + file + " is not a picture that Java reads")
        .hasMessageContaining("png");
  }

  @Test
  void aPictureCutShort() throws IOException {
    BufferedImage image =
        Pictures.image(200, 200, BufferedImage.TYPE_BYTE_GRAY, (x, y) -> x * y % 17 / 16.0);
    Path file = write(image, "png");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, 100));
    assertThatThrownBy(() -> Picture.read("picture", file))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("the picture " + file + " cannot be read: ");
  }

  @Test
  void resizedKeepsAGradient() {
    Picture picture = Pictures.grey(50, 40, (x, y) -> (x + 0.5) / 50).resized(100, 80);
    assertThat(picture.width()).isEqualTo(100);
    assertThat(picture.height()).isEqualTo(80);
    for (int x = 1; x < 99; x++) {
      assertThat(picture.level(x, 40)).isCloseTo((x + 0.5) / 100, within(0.004));
    }
  }

  /// The pictures in the repository are those that the program beside them draws.
  @Test
  void shippedPicturesAreDrawn() throws IOException {
    assertSamePicture(Path.of("pictures", "weft.png"), MakePictures.word());
    assertSamePicture(Path.of("pictures", "speed.png"), MakePictures.speed());
  }

  private static void assertSamePicture(Path file, BufferedImage drawn) throws IOException {
    BufferedImage shipped = ImageIO.read(file.toFile());
    int[] expected =
        drawn.getRaster().getPixels(0, 0, drawn.getWidth(), drawn.getHeight(), (int[]) null);
    int[] actual =
        shipped.getRaster().getPixels(0, 0, shipped.getWidth(), shipped.getHeight(), (int[]) null);
    assertThat(actual).isEqualTo(expected);
  }
}
