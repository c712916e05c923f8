// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.cli.Main;

/// Random command lines of `weft calibrate`, each with something that is not possible: it is
/// refused by a sentence, and nothing is measured.
///
/// `-Dweft.seed=N` sets the seed, and `-Dweft.lines=N` the number of lines.
final class RandomCalibrateLinesTest {
  private static final Map<String, List<String>> WRONG =
      Map.of(
          "--rounds", List.of("0", "-1", "x", "1e9", "99999999999", ""),
          "--ranks", List.of("1", "0", "-2", "x", "2,1", "99999"),
          "--hosts", List.of("a", "", "a,", ","),
          "--transport", List.of("shm", "tcp", "", "x"),
          "--seed", List.of("x", "", "1.5"),
          "--out", List.of("/proc/weft/profile"),
          "--loud", List.of("1"));
  private static final Map<String, List<String>> RIGHT =
      Map.of("--rounds", List.of("1", "25"), "--seed", List.of("7", "-1"), "--ranks", List.of("2"));

  @TempDir Path folder;

  private static void add(
      SplittableRandom random, Map<String, List<String>> from, List<String> words) {
    List<String> names = from.keySet().stream().sorted().toList();
    String name = names.get(random.nextInt(names.size()));
    List<String> values = from.getOrDefault(name, List.of());
    if (!words.contains(name)) {
      words.addAll(List.of(name, values.get(random.nextInt(values.size()))));
    }
  }

  @Test
  void impossibleLinesAreRefused() throws IOException {
    long seed = Long.getLong("weft.seed", System.nanoTime());
    System.out.println("seed " + seed);
    int lines = Integer.getInteger("weft.lines", 100);
    Path bent = Files.writeString(folder.resolve("bent"), "weft-profile 3\nfold operand -5\n");
    var random = new SplittableRandom(seed);
    for (int i = 0; i < lines; i++) {
      List<String> words = new ArrayList<>(List.of("calibrate"));
      add(random, WRONG, words);
      for (int more = random.nextInt(3); more > 0; more--) {
        add(random, RIGHT, words);
      }
      if (random.nextInt(3) == 0) {
        words.add("--quick");
      }
      if (random.nextInt(4) == 0) {
        words = new ArrayList<>(List.of("calibrate", "--check", "--out"));
        words.add((random.nextBoolean() ? bent : folder.resolve("none")).toString());
      }
      var out = new ByteArrayOutputStream();
      var print = new PrintStream(out, true, StandardCharsets.UTF_8);
      int code = new Main(print, print).run(words.toArray(String[]::new));
      String which = "seed %d, line %d: %s".formatted(seed, i, words);
      String text = out.toString(StandardCharsets.UTF_8);
      assertThat(code).as("%s%n%s", which, text).isEqualTo(2);
      assertThat(text).as(which).isNotBlank().doesNotContain("Exception", "\tat ");
    }
  }
}
