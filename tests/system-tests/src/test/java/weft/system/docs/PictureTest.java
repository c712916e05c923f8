// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import weft.system.ProjectTree;
import weft.testkit.Sampled;

/// The picture in the README is what its command makes.
@Sampled
final class PictureTest {
  @Test
  void theReadmeShowsWhatItsCommandMakes() throws Exception {
    Markdown.Block block =
        Markdown.blocks(ProjectTree.root().resolve("README.md")).stream()
            .filter(it -> it.language().equals("console"))
            .filter(it -> it.text().getFirst().contains(" wave.png "))
            .findFirst()
            .orElseThrow();
    try (Shell shell = Shell.open()) {
      Shell.Result result = shell.run(block.text().get(0).substring(2));
      assertThat(result.exitCode()).as(String.join("\n", result.lines())).isZero();

      BufferedImage made = read(shell.file("wave.png").toFile());
      BufferedImage shown = read(ProjectTree.root().resolve("docs/images/wave2d.png").toFile());
      assertThat(pixels(made)).isEqualTo(pixels(shown));
      assertThat(shell.file("wave.gif")).isNotEmptyFile();
    }
  }

  private static BufferedImage read(File file) throws IOException {
    BufferedImage image = ImageIO.read(file);
    assertThat(image).as("the picture in %s", file).isNotNull();
    return image;
  }

  private static int[] pixels(BufferedImage image) {
    return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
  }
}
