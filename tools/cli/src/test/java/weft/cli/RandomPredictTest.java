// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random command lines of `weft predict`: each is answered, or refused by a sentence.
///
/// `-Dweft.seed=N` sets the seed, and `-Dweft.seeds=N` a fifth of the number of lines.
final class RandomPredictTest {
  private static final String GUIDELINES = "--guidelines";
  private static final List<String> WHAT =
      List.of(
          "barrier",
          "broadcast",
          "reduce",
          "allreduce",
          "gather",
          "scatter",
          "allgather",
          "alltoall",
          "reduce-scatter",
          "scan",
          "exscan",
          "summa",
          "wave2d",
          GUIDELINES,
          "shout");
  private static final List<String> NUMBERS =
      List.of(
          "1",
          "2",
          "3",
          "7",
          "8",
          "16",
          "64",
          "65",
          "96",
          "1000",
          "1-4",
          "2,4,8",
          "0",
          "-1",
          "x",
          "",
          "4-1",
          "1,,2",
          "99999999999999999999",
          "300",
          "10000",
          "2147483647",
          "1e3",
          "3.5");
  private static final List<String> SIZES =
      List.of(
          "0",
          "1",
          "8",
          "64",
          "4k",
          "100",
          "64k",
          "1m",
          "4m",
          "1g",
          "8k-64k",
          "-5",
          "k",
          "9999999t");
  private static final Map<String, List<String>> OPTIONS =
      Map.ofEntries(
          Map.entry("--bytes", SIZES),
          Map.entry("--ranks", NUMBERS),
          Map.entry("--hosts", List.of("1", "2", "3", "1-3", "0", "-2", "x", "9")),
          Map.entry("--mapping", List.of("blocks", "round-robin", "all", "heap", "")),
          Map.entry("--memory", List.of("arrays", "segments", "tape")),
          Map.entry("--profile", List.of("one-host", "rack", "/none", ".", "")),
          Map.entry(
              "--scale",
              List.of(
                  "latency=0.5",
                  "bandwidth=10,latency=2",
                  "memory-latency=0.1",
                  "combining=0",
                  "combining=-1",
                  "speed=2",
                  "latency",
                  "latency=NaN",
                  "latency=Infinity",
                  "latency=1e-300")),
          Map.entry("--place", List.of("2:blocks", "4:round-robin", "x")),
          Map.entry("--distance", List.of("near", "far", "middle")),
          Map.entry("--explain", List.of()),
          Map.entry("--size", List.of("1", "64", "1000", "0", "-3", "x", "2147483647")),
          Map.entry("--block", List.of("1", "16", "100", "0", "-3", "2147483647")),
          Map.entry("--speed", List.of("1", "0", "-1", "NaN", "1e-300", "Infinity", "x")),
          Map.entry("--speeds", List.of("1,2", "0,0", "1,-1", "NaN", "1,Infinity", "", "1,1e300")),
          Map.entry("--pays", List.of("5", "0", "-1", "NaN", "100", "x")));

  @TempDir Path folder;

  @Test
  void eachLineIsAnsweredOrRefused() throws Exception {
    long seed = Long.getLong("weft.seed", System.nanoTime());
    int lines = Integer.getInteger("weft.seeds", 60) * 5;
    var random = new SplittableRandom(seed);
    var names = OPTIONS.keySet().stream().sorted().toList();
    int answered = 0;
    for (int i = 0; i < lines; i++) {
      List<String> words = new ArrayList<>(List.of("predict"));
      words.add(WHAT.get(random.nextInt(WHAT.size())));
      if (words.contains(GUIDELINES)) {
        words.addAll(List.of("--ranks", "5", "--bytes", "4k")); // all ranks up to 64 take seconds
      }
      for (int options = random.nextInt(5); options > 0; options--) {
        String name = names.get(random.nextInt(names.size()));
        List<String> values = OPTIONS.getOrDefault(name, List.of());
        words.add(name);
        if (!values.isEmpty()) {
          words.add(values.get(random.nextInt(values.size())));
        }
      }
      Path page = folder.resolve("page" + i + ".html");
      boolean draws = random.nextInt(8) == 0;
      if (draws) {
        words.addAll(List.of("--report", page.toString()));
      }
      var console = new Console();
      int code = console.weft(words.toArray(String[]::new));
      String all = console.out() + console.err();
      String which = "seed %d, line %d: %s%n%s".formatted(seed, i, words, all);
      assertThat(code).as(which).isIn(0, 2);
      assertThat(all).as(which).doesNotContain("Exception", "\tat ");
      if (code == 0) {
        answered++;
        assertThat(console.out()).as(which).isNotBlank().doesNotContain("NaN", "Infinity");
        assertThat(draws && !words.contains(GUIDELINES) && !Files.exists(page)).as(which).isFalse();
      } else {
        assertThat(console.err()).as(which).isNotBlank();
      }
    }
    assertThat(answered).isGreaterThan(lines / 20);
  }
}
