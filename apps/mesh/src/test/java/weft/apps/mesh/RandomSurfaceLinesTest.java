// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.apps.common.BadInputException;
import weft.apps.common.ResultsPage;
import weft.options.OptionException;

/// Random command lines of `surface`: each is answered, or refused by a sentence.
///
/// `-Dweft.seed=N` sets the seed, and `-Dweft.lines=N` the number of lines.
final class RandomSurfaceLinesTest {
  private static final Map<String, List<String>> OPTIONS =
      Map.ofEntries(
          Map.entry("--shape", List.of("sphere", "torus", "almond", "cube", "")),
          Map.entry("--triangles", List.of("1", "80", "2000", "0", "-1", "x", "99999999999")),
          Map.entry("--edge", List.of("0.5", "0.1", "0", "-1", "NaN", "1e30", "1e-30", "x")),
          Map.entry("--weld", List.of("0", "0.01", "1e9", "-1", "NaN", "x", "1e300")),
          Map.entry("--equal-volume", List.of()),
          Map.entry("--repair", List.of("OUT.stl", "OUT.txt", "/proc/a.stl", "")),
          Map.entry("--problems", List.of("OUT.ply", "OUT")),
          Map.entry("--out", List.of("OUT.vtu", "OUT.obj", "OUT.png")),
          Map.entry("--report", List.of("OUT.html", "OUT.csv", "/nowhere/a.html", "")));
  private static final List<String> FILES =
      List.of(
          "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
          "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n",
          "v 0 0\nf\n",
          "usemtl copper\nv 1e300 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n",
          "");

  @TempDir Path folder;

  private List<String> line(SplittableRandom random, List<Path> files) {
    List<String> words = new ArrayList<>();
    if (random.nextBoolean()) {
      words.add(files.get(random.nextInt(files.size())).toString());
    }
    List<String> names = OPTIONS.keySet().stream().sorted().toList();
    for (int count = random.nextInt(5); count > 0; count--) {
      String name = names.get(random.nextInt(names.size()));
      words.add(name);
      List<String> values = OPTIONS.getOrDefault(name, List.of());
      if (!values.isEmpty()) {
        String value = values.get(random.nextInt(values.size()));
        words.add(value.startsWith("OUT") ? folder.resolve(value).toString() : value);
      }
    }
    return words;
  }

  @Test
  void eachLineIsAnsweredOrRefused() throws IOException {
    long seed = Long.getLong("weft.seed", System.nanoTime());
    System.out.println("seed " + seed);
    int lines = Integer.getInteger("weft.lines", 100);
    List<Path> files = new ArrayList<>(List.of(folder.resolve("none.obj")));
    for (int i = 0; i < FILES.size(); i++) {
      files.add(Files.writeString(folder.resolve(i + ".obj"), FILES.get(i)));
    }
    var random = new SplittableRandom(seed);
    int answered = 0;
    for (int i = 0; i < lines; i++) {
      List<String> words = line(random, files);
      String which = "seed %d, line %d: %s".formatted(seed, i, words);
      var bytes = new ByteArrayOutputStream();
      try {
        SurfaceOptions options = SurfaceOptions.parse(words);
        SurfaceProgram.work(
            options, new ResultsPage(options.report(), null), new PrintStream(bytes, true, UTF_8));
        answered++;
        assertThat(bytes.toString(UTF_8)).as(which).isNotBlank().doesNotContain("Exception");
      } catch (BadInputException | OptionException e) {
        assertThat(e.getMessage()).as(which).isNotBlank().doesNotContain("Exception");
      } catch (RuntimeException e) {
        throw new AssertionError(which, e);
      }
    }
    assertThat(answered).isGreaterThan(lines / 50);
  }
}
