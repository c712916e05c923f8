// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.mesh.files.MeshFormat;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.SurfaceShapes;

/// Random command lines: each is answered with numbers, or refused by a sentence.
///
/// `-Dweft.seed=N` sets the seed, and `-Dweft.lines=N` the number of lines.
final class RandomLinesTest {
  private static final Map<String, List<String>> OPTIONS =
      Map.ofEntries(
          Map.entry("--units", List.of("mm", "m", "km", "yd", "")),
          Map.entry(
              "--frequency",
              List.of(
                  "1e8",
                  "3e8",
                  "1e8:3e8:1e8",
                  "0",
                  "-1",
                  "1e-300",
                  "1e300",
                  "1",
                  "1e17",
                  "x",
                  "1:2",
                  "3e8:1e8:1",
                  "",
                  "NaN",
                  "1e8:1e8:1e-320")),
          Map.entry("--cut", List.of("azimuth", "elevation", "", "z")),
          Map.entry("--monostatic", List.of("0", "0:180:45", "-360:360:90", "0:361:1", "x", "")),
          Map.entry("--bistatic", List.of("0:180:60", "90", "1e3", "0:1:0")),
          Map.entry("--from", List.of("90:0", "0:0", "181:0", "-1:0", "90", "90:1e9", "")),
          Map.entry(
              "--ports",
              List.of(
                  "0:0:0",
                  "0:0:0.1",
                  "a/b",
                  "",
                  ",",
                  "1:2",
                  "0:0:0,0:0:0",
                  "100:0:0",
                  "/",
                  "+/+",
                  "NaN:0:0",
                  "0:0.00001:0",
                  "//",
                  "1e99:0:0")),
          Map.entry(
              "--current",
              List.of(
                  "0:0:1:1:0:0",
                  "0:0:0:1:0:0",
                  "0:0:3000:1:0:0",
                  "0:0:1:0:0:0",
                  "1:2",
                  "0:0:1:1e99:0:0",
                  "0:0:1e-9:1:0:0",
                  "0:0:1:1e-200:0:0")),
          Map.entry("--reference", List.of("50", "0", "-1", "1e6", "NaN")),
          Map.entry("--edge", List.of("0.3", "0.1", "1e-30", "0", "1e30", "-1", "x")),
          Map.entry("--method", List.of("auto", "dense", "multipole", "multipole", "x", "")),
          Map.entry("--residual", List.of("1e-3", "1e-4", "1e-9", "2", "x")),
          Map.entry("--steps", List.of("1", "50", "0")),
          Map.entry("--coarse", List.of()),
          Map.entry("--electric", List.of()),
          Map.entry("--near", List.of("POINTS", "none.csv", "FAR", "TEXT", "")),
          Map.entry("--near-out", List.of("OUT.csv", "OUT.txt", "/proc/x.csv")),
          Map.entry("--out", List.of("OUT.csv", "OUT.html")),
          Map.entry("--touchstone", List.of("OUT.s1p", "OUT.s2p", "OUT.s", "")),
          Map.entry("--currents", List.of("OUT.vtu", "OUT.obj")),
          Map.entry("--report", List.of("OUT.html", "OUT.csv", "")));
  private static final List<String> BODIES =
      List.of("--dipole", "--dipole", "--sphere", "--torus", "--almond", "--input", "--input", "");

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private List<String> line(SplittableRandom random, Map<String, Path> files) {
    List<String> words = new ArrayList<>();
    String body = BODIES.get(random.nextInt(BODIES.size()));
    if (!body.isEmpty()) {
      words.add(body);
    }
    if (body.equals("--input")) {
      words.add(String.valueOf(files.get(random.nextInt(4) == 0 ? "TEXT" : "BALL")));
    }
    if (random.nextInt(5) > 0) {
      words.addAll(List.of("--coarse", "--frequency", "2e8"));
    }
    List<String> names = OPTIONS.keySet().stream().sorted().toList();
    for (int count = random.nextInt(5); count > 0; count--) {
      String name = names.get(random.nextInt(names.size()));
      words.add(name);
      List<String> values = OPTIONS.getOrDefault(name, List.of());
      if (!values.isEmpty()) {
        String value = values.get(random.nextInt(values.size()));
        Path file = files.get(value);
        words.add(
            file != null
                ? file.toString()
                : value.startsWith("OUT") ? folder.resolve(value).toString() : value);
      }
    }
    return words;
  }

  @Test
  void eachLineIsAnsweredOrRefused() throws IOException {
    long seed = Long.getLong("weft.seed", System.nanoTime());
    System.out.println("seed " + seed);
    int lines = Integer.getInteger("weft.lines", 50);
    Path ball = folder.resolve("ball.obj");
    try (OutputStream out = Files.newOutputStream(ball)) {
      SurfaceShapes.icosphere(0.2, Fineness.triangles(80)).write(MeshFormat.OBJ, out);
    }
    Map<String, Path> files =
        Map.of(
            "BALL", ball,
            "POINTS", write("points.csv", "x,y,z\n0.3,0.3,0.4\n0,1.5,1.5\n"),
            "FAR", write("far.csv", "0,0,1e7\n"),
            "TEXT", write("text.csv", "hello\nworld\n"));
    var random = new SplittableRandom(seed);
    int answered = 0;
    for (int i = 0; i < lines; i++) {
      List<String> words = line(random, files);
      String which = "seed %d, line %d: %s".formatted(seed, i, words);
      long began = System.nanoTime();
      MaxwellRun run;
      try {
        run = MaxwellRun.of(1, words.toArray(String[]::new));
      } catch (RuntimeException e) {
        throw new AssertionError(which, e);
      }
      if (System.nanoTime() - began > 20e9) {
        System.out.println("slow: " + which);
      }
      assertThat(run.text()).as(which).doesNotContain("NaN", "Infinity", "Exception");
      if (run.refusal() == null) {
        answered++;
        assertThat(run.text()).as(which).isNotBlank();
      } else {
        assertThat(run.refusal()).as(which).isNotBlank().doesNotContain("Exception", "null");
      }
    }
    System.out.println(answered + " of " + lines + " answered");
    assertThat(answered).isGreaterThan(lines / 50);
  }
}
