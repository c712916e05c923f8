// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.JobFailedException;
import weft.Weft;
import weft.WeftConfig;
import weft.apps.common.Throttle;
import weft.model.partition.Partition;
import weft.testkit.PatientTimeout;
import weft.testkit.Sampled;

/// The whole program, from files to files.
@PatientTimeout(120)
@Sampled
class Wave2dTest {
  @TempDir Path folder;

  private void solve(int ranks, String... args) {
    try (var job = Weft.open(WeftConfig.ofRanks(ranks).withArgs(List.of(args)))) {
      job.run(Wave2d::solve);
    }
  }

  private String write(String name, int width, int height, Scenes.Cells levels) throws IOException {
    Path file = folder.resolve(name);
    BufferedImage image = Pictures.image(width, height, BufferedImage.TYPE_BYTE_GRAY, levels);
    ImageIO.write(image, "png", file.toFile());
    return file.toString();
  }

  private String drop(int width, int height) throws IOException {
    return write(
        "drop.png",
        width,
        height,
        (x, y) -> Math.exp(-(Math.pow(x - width / 2.0, 2) + Math.pow(y - height / 2.0, 2)) / 30));
  }

  @Test
  void writesAPage() throws IOException {
    Path report = folder.resolve("wave.html");
    solve(
        3,
        "--input",
        drop(60, 50),
        "--steps",
        "700",
        "--out",
        folder.resolve("wave.png").toString(),
        "--report",
        report.toString());
    String page = Files.readString(report);
    assertThat(page.contains("wave2d on 3 ranks") && page.contains("sending edges")).isTrue();
  }

  @Test
  void writesAPictureAndAnAnimation() throws IOException {
    String input = drop(120, 90);
    String speed = write("speed.png", 120, 90, (x, y) -> x == 100 ? 0 : x < 30 ? 0.5 : 1);
    Path out = folder.resolve("wave.png");
    Path gif = folder.resolve("wave.gif");
    solve(
        3,
        "--input",
        input,
        "--steps",
        "250",
        "--out",
        out.toString(),
        "--gif",
        gif.toString(),
        "--speed",
        speed,
        "--weights",
        "2,1,1");
    BufferedImage picture = ImageIO.read(out.toFile());
    assertThat(picture.getWidth()).isEqualTo(120);
    assertThat(picture.getHeight()).isEqualTo(90);
    assertThat(picture.getRGB(100, 45)).isEqualTo(0xff000000 | Palette.colour(0, 0));

    ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
    try (var stream = ImageIO.createImageInputStream(gif.toFile())) {
      reader.setInput(stream);
      // 250 steps: every third, from 0 to 249.
      assertThat(reader.getNumImages(true)).isEqualTo(84);
      BufferedImage first = reader.read(0);
      assertThat(first.getWidth()).isEqualTo(120);
      assertThat(first.getRGB(60, 45)).isEqualTo(0xff000000 | Palette.colour(1, 1));
      assertThat(first.getRGB(110, 5)).isEqualTo(0xff000000 | Palette.colour(0, 1));
      assertThat(first.getRGB(100, 5)).isEqualTo(0xff000000 | Palette.colour(0, 0));
      assertThat(first.getRGB(10, 5)).isNotEqualTo(first.getRGB(110, 5));
      var tree =
          (IIOMetadataNode) reader.getImageMetadata(0).getAsTree("javax_imageio_gif_image_1.0");
      var control = (IIOMetadataNode) tree.getElementsByTagName("GraphicControlExtension").item(0);
      assertThat(control.getAttribute("delayTime")).isEqualTo("4");
      var loop = (IIOMetadataNode) tree.getElementsByTagName("ApplicationExtension").item(0);
      assertThat(loop.getAttribute("applicationID")).isEqualTo("NETSCAPE");
      assertThat((byte[]) loop.getUserObject()).containsExactly(1, 0, 0);
    } finally {
      reader.dispose();
    }
  }

  /// Frames are put together from pieces: they are the same however many there are.
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void framesDoNotShowTheCut(int ranks) {
    Scene scene = Scenes.random(1300, 40, 11);
    var filming = Problem.Filming.of(30, 1300, 40);
    assertThat(filming.stride()).isEqualTo(3);
    var whole =
        new Problem(Partition.of(1300, 40, Scenes.equal(1)), 30, 0.7, Throttle.NONE, filming);
    var cut =
        new Problem(Partition.of(1300, 40, Scenes.equal(ranks)), 30, 0.7, Throttle.NONE, filming);
    List<byte[]> expected = Scenes.solve(scene, whole).frames();
    List<byte[]> frames = Scenes.solve(scene, cut).frames();
    assertThat(expected).hasSize(31);
    assertThat(frames).hasSameSizeAs(expected);
    for (int i = 0; i < frames.size(); i++) {
      assertThat(frames.get(i)).isEqualTo(expected.get(i));
    }
  }

  /// A slow rank, and parts by measured speeds, change no bit of the picture.
  @Test
  void aSlowRankPaintsTheSame() throws IOException {
    Path alone = folder.resolve("alone.png");
    Path slow = folder.resolve("slow.png");
    String input = drop(90, 70);
    solve(1, "--input", input, "--steps", "40", "--out", alone.toString());
    for (String[] way :
        new String[][] {
          {"--weights", "1,2,1"}, {"--weights", "measured"}, {"--partition", "auto"}
        }) {
      solve(
          3,
          "--input",
          input,
          "--steps",
          "40",
          "--out",
          slow.toString(),
          way[0],
          way[1],
          "--throttle",
          "1,3,2");
      assertThat(Files.readAllBytes(slow)).isEqualTo(Files.readAllBytes(alone));
    }
  }

  @Test
  void nothingToDoIsDone() throws IOException {
    Path out = folder.resolve("wave.png");
    solve(2, "--input", drop(20, 20), "--steps", "0", "--out", out.toString());
    assertThat(out).isNotEmptyFile();
  }

  @Test
  void scales() throws IOException {
    Path out = folder.resolve("wave.png");
    solve(2, "--input", drop(20, 20), "--steps", "3", "--out", out.toString(), "--size", "50x30");
    assertThat(ImageIO.read(out.toFile()).getWidth()).isEqualTo(50);
  }

  private void assertRefused(String sentence, int ranks, String... args) {
    assertThatThrownBy(() -> solve(ranks, args))
        .isInstanceOf(JobFailedException.class)
        .rootCause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void refusesWhatIsWrong() throws IOException {
    String out = folder.resolve("wave.png").toString();
    String input = drop(20, 20);
    String map = write("map.png", 21, 20, (x, y) -> 1);
    assertRefused("--speed is for the picture of --input", 3, "--speed", map);
    assertRefused(
        "nowhere.png does not exist", 3, "--input", "nowhere.png", "--steps", "1", "--out", out);
    assertRefused(
        "is 21 x 20, but the picture",
        2,
        "--input",
        input,
        "--steps",
        "1",
        "--out",
        out,
        "--speed",
        map);
    assertRefused(
        "8 ranks cannot share 2 x 3 cells; use 6 ranks or fewer",
        8,
        "--input",
        input,
        "--steps",
        "1",
        "--out",
        out,
        "--size",
        "2x3");
  }
}
