// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.mesh.internal.TetDigest;

/// TetGen and Qhull, where they are installed, compute the same tets and read our files.
final class PeersTest {
  private static final int POINTS = 3000;

  @TempDir Path folder;

  private static void assumeInstalled(String program) {
    boolean found =
        Stream.of(String.valueOf(System.getenv("PATH")).split(":"))
            .anyMatch(it -> Files.isExecutable(Path.of(it, program)));
    assumeTrue(found, "there is no " + program + " on the PATH, so it is not compared");
  }

  private Delaunay writeNodes() throws IOException {
    long seed = new SplittableRandom().nextLong();
    System.out.println("points of seed " + seed);
    Delaunay mesh = Delaunay.of(PointSets.cube(POINTS, seed));
    mesh.write(folder.resolve("p.node"));
    return mesh;
  }

  private List<String> run(Path input, String... command) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(input.toFile())
            .redirectOutput(output.toFile())
            .start();
    int code = process.waitFor();
    List<String> lines = Files.readAllLines(output);
    assertThat(code).as("exit code of %s: %s", command[0], lines).isZero();
    return lines;
  }

  /// The digest of tets in the lines of a file, from token `first` of each on.
  private static String hash(List<String> lines, int first) {
    int[] corners = new int[4 * lines.size()];
    for (int i = 0; i < lines.size(); i++) {
      String[] tokens = lines.get(i).strip().split("\\s+");
      for (int k = 0; k < 4; k++) {
        corners[4 * i + k] = Integer.parseInt(tokens[first + k]);
      }
    }
    return TetDigest.of(corners, POINTS);
  }

  @Test
  void tetGenHasTheSameTets() throws Exception {
    assumeInstalled("tetgen");
    Delaunay mesh = writeNodes();
    run(Path.of("/dev/null"), "tetgen", "-zNFI", "p.node");
    List<String> lines =
        Files.readAllLines(folder.resolve("p.ele")).stream()
            .filter(line -> !line.startsWith("#"))
            .skip(1)
            .toList();
    assertThat(hash(lines, 1)).isEqualTo(mesh.hash());
  }

  @Test
  void qhullHasTheSameTets() throws Exception {
    assumeInstalled("qdelaunay");
    Delaunay mesh = writeNodes();
    Path input = folder.resolve("p.txt");
    try (OutputStream out = Files.newOutputStream(input)) {
      out.write(("3\n" + POINTS + "\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      for (String line : Files.readAllLines(folder.resolve("p.node")).subList(1, POINTS + 1)) {
        out.write(
            (line.substring(line.indexOf(' ')) + "\n")
                .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      }
    }
    List<String> lines = run(input, "qdelaunay", "Qt", "i");
    assertThat(hash(lines.subList(1, lines.size()), 0)).isEqualTo(mesh.hash());
  }
}
