// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.apps.common.BadInputException;
import weft.options.HelpWanted;
import weft.options.OptionException;

class WaveOptionsTest {
  private static final String NEEDED = "--input a.png --steps 10 --out b.png";

  private static WaveOptions parse(String line) {
    return WaveOptions.parse(List.of(line.split(" ")), 3);
  }

  @Test
  void theLeast() {
    WaveOptions options = parse(NEEDED);
    assertThat(options.input()).isEqualTo(Path.of("a.png"));
    assertThat(options.steps()).isEqualTo(10);
    assertThat(options.out()).isEqualTo(Path.of("b.png"));
    assertThat(options.courant()).isEqualTo(0.7);
    assertThat(options.weights(3)).containsExactly(1, 1, 1);
    assertThat(options.gif()).isNull();
    assertThat(options.speed()).isNull();
    assertThat(options.size()).isNull();
  }

  @Test
  void all() {
    WaveOptions options =
        parse(NEEDED + " --gif=w.gif --speed=s.png --weights 2,1,0.5 --courant 0.5 --size 640x480");
    assertThat(options.gif()).isEqualTo(Path.of("w.gif"));
    assertThat(options.speed()).isEqualTo(Path.of("s.png"));
    assertThat(options.weights(3)).containsExactly(2, 1, 0.5);
    assertThat(options.courant()).isEqualTo(0.5);
    assertThat(options.size()).isEqualTo(new WaveOptions.Size(640, 480));
  }

  @Test
  void slowRanksAndMeasuredWeights() {
    WaveOptions options = parse(NEEDED + " --weights measured --throttle 1,3,2");
    assertThat(options.division()).isEqualTo(WaveOptions.Division.MEASURED);
    assertThat(options.weights(3)).containsExactly(1, 1, 1);
    assertThat(options.throttle().times(1)).isEqualTo(3);
    assertThat(parse(NEEDED).division()).isEqualTo(WaveOptions.Division.WEIGHTS);
    assertThat(parse(NEEDED + " --partition auto").division()).isEqualTo(WaveOptions.Division.AUTO);
    assertThat(parse(NEEDED).throttle().times(2)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --steps 1 --speed b.png                 | --speed is for the picture of --input
          --input a.png --steps -1 --out b.png    | --steps -1 is not a number of steps; give 0 or more
          --input a.png --steps many --out b.png  | --steps many is not a number of steps
          --input a.png --steps 1 --out b.jpg     | --out writes a PNG file, but its name is b.jpg
          --input a.png --steps 1 --out           | the option --out needs a value after it
          --speed a --speed b                     | the option --speed is given twice
          --colour red                            | "--colour" is not an option of wave2d
          a.png                                   | "a.png" is not an option of wave2d
          """)
  void sentences(String line, String sentence) {
    assertThatThrownBy(() -> parse(line))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --throttle 1,2      | --throttle 1,2 is not possible with 3 ranks; give each a whole number
          --throttle 1,2,1.5  | --throttle 1,2,1.5 is not possible
          --weights 2,1       | --weights 2,1 has 2 numbers for 3 ranks; give one for each
          --weights 2,1,0     | "0" is not a weight; give numbers above 0
          --weights 2,,1      | --weights: "" is not a number
          --weights 1,1,NaN   | "NaN" is not a weight
          --courant 0.75      | --courant 0.75 is not stable
          --courant 0         | --courant 0 is not stable
          --courant NaN       | --courant NaN is not stable
          --courant fast      | --courant: "fast" is not a number
          --size 640          | --size 640 is not a size; write it as 1024x768
          --size 0x9          | --size 0x9 is not a size
          --size 99999x99999  | --size 99999x99999 is not a size
          --gif wave.png      | --gif writes a GIF file, but its name is wave.png
          """)
  void moreSentences(String line, String sentence) {
    assertThatThrownBy(() -> parse(NEEDED + " " + line))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void everyOptionIsInTheUsage() {
    for (String name : Arrays.asList("input", "steps", "out", "gif", "speed", "weights", "size")) {
      assertThatThrownBy(() -> parse("--help"))
          .isInstanceOf(HelpWanted.class)
          .hasMessageContaining("  --" + name + " ");
    }
  }

  @Test
  void targetsThatCannotBeWritten(@TempDir Path folder) throws Exception {
    Path lost = folder.resolve("none").resolve("b.png");
    assertThatThrownBy(() -> parse("--input a.png --steps 1 --out " + lost).checkTargets())
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "%s cannot be written: the folder %s does not exist; make it, or name another file",
            lost, lost.getParent());
    Path taken = Files.createDirectory(folder.resolve("b.png"));
    assertThatThrownBy(() -> parse("--input a.png --steps 1 --out " + taken).checkTargets())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is a folder");
    parse("--input a.png --steps 1 --out " + folder.resolve("c.png")).checkTargets();
  }
}
