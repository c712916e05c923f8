// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.mesh.files.MeshFormat;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;
import weft.testkit.Sampled;

/// Bad surfaces and options: the right result, or a sentence.
@Sampled
final class BadInputTest {
  @TempDir Path folder;

  private Path write(String name, Surface surface) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      surface.write(MeshFormat.of(file), out);
    }
    return file;
  }

  private static Surface cube(double size, double x) {
    double[] points = new double[24];
    for (int i = 0; i < 8; i++) {
      points[3 * i] = x + size * (i & 1);
      points[3 * i + 1] = size * (i >> 1 & 1);
      points[3 * i + 2] = size * (i >> 2);
    }
    int[] triangles = {
      0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1,
      3, 7, 1, 7, 5
    };
    return Surface.of(points, triangles);
  }

  private static Surface both(Surface a, Surface b) {
    double[] points = new double[a.points().length + b.points().length];
    System.arraycopy(a.points(), 0, points, 0, a.points().length);
    System.arraycopy(b.points(), 0, points, a.points().length, b.points().length);
    int[] triangles = new int[a.triangles().length + b.triangles().length];
    System.arraycopy(a.triangles(), 0, triangles, 0, a.triangles().length);
    for (int i = 0; i < b.triangles().length; i++) {
      triangles[a.triangles().length + i] = b.triangles()[i] + a.pointCount();
    }
    return Surface.of(points, triangles);
  }

  private static String refusal(String... args) {
    MaxwellRun run = MaxwellRun.of(2, args);
    assertThat(run.refusal()).as(run.text()).isNotNull();
    assertThat(run.text()).doesNotContain("NaN").doesNotContain("Exception");
    return String.valueOf(run.refusal());
  }

  private static String result(Path file, String... more) {
    List<String> args = new ArrayList<>(List.of("--input", file.toString()));
    args.addAll(List.of(more));
    MaxwellRun run = MaxwellRun.of(2, args.toArray(String[]::new));
    assertThat(run.refusal()).as(run.text()).isNull();
    assertThat(run.text()).doesNotContain("NaN");
    return run.text();
  }

  private static String sections(String text) {
    return text.lines().filter(line -> line.contains("RCS")).toList().toString();
  }

  @Test
  void aCubeWithHalfOfItsTrianglesFlippedScattersLikeTheGoodOne() throws IOException {
    Surface good = cube(0.2, 0);
    Surface flipped = cube(0.2, 0);
    for (int t = 0; t < 12; t += 2) {
      int corner = flipped.triangles()[3 * t];
      flipped.triangles()[3 * t] = flipped.triangles()[3 * t + 1];
      flipped.triangles()[3 * t + 1] = corner;
    }
    String[] options = {"--frequency", "2e8", "--monostatic", "0:90:30"};
    String right = result(write("good.obj", good), options);
    String same = result(write("flipped.obj", flipped), options);
    assertThat(same).contains("repaired: 6 triangles were turned.");
    assertThat(sections(same)).isEqualTo(sections(right));
  }

  @Test
  void anStlIsWelded() throws IOException {
    String text =
        result(
            write("ball.stl", SurfaceShapes.icosphere(0.2, Fineness.triangles(80))),
            "--frequency",
            "3e8");
    assertThat(text).contains("240 points became 42").contains("1 closed part, 0 open");
  }

  @Test
  void aSlitIsRefused() throws IOException {
    Surface ball = SurfaceShapes.icosphere(0.2, Fineness.triangles(80));
    Path file = write("slit.stl", ball);
    byte[] bytes = Files.readAllBytes(file);
    // One coordinate of one corner, a little off.
    bytes[84 + 12 + 1] ^= 8;
    Files.write(file, bytes);
    assertThat(refusal("--input", file.toString(), "--frequency", "3e8"))
        .startsWith("currents cannot be computed on this surface; weft run surface shows where");
  }

  @Test
  void aFinAndAPointOfContactAreAllowed() throws IOException {
    double[] points = {0, 0, 0, 0, 0.1, 0, 0.1, 0, 0, -0.1, 0, 0, 0, 0, 0.1, 0.1, 0.1, 0};
    int[] fin = {0, 1, 2, 0, 1, 3, 0, 1, 4, 1, 5, 2};
    assertThat(result(write("fin.obj", Surface.of(points, fin)), "--frequency", "3e8"))
        .contains("3 unknowns");
    Surface touching = both(cube(0.1, 0), cube(0.1, 0.1));
    for (int i = 24; i < 48; i += 3) {
      touching.points()[i + 1] += 0.1;
      touching.points()[i + 2] += 0.1;
    }
    assertThat(result(write("touch.stl", touching), "--frequency", "3e8"))
        .contains("2 closed parts");
  }

  @Test
  void bodiesThatIntersectAreRefused() throws IOException {
    assertThat(
            refusal(
                "--input",
                write("two.obj", both(cube(0.1, 0), cube(0.1, 0.05))).toString(),
                "--frequency",
                "3e8"))
        .contains("currents cannot be computed on this surface");
  }

  /// In its own plane a wave that is polarised across a plate drives no current at all.
  @Test
  void aPlateThatAWaveDoesNotSeeHasNumbers() throws IOException {
    double[] points = {0, 0, 0, 0.2, 0, 0, 0.2, 0.2, 0, 0, 0.2, 0};
    Path file = write("plate.obj", Surface.of(points, new int[] {0, 1, 2, 0, 2, 3}));
    String table = folder.resolve("plate.csv").toString();
    assertThat(result(file, "--frequency", "1e8", "--out", table)).contains("-300.00 to -300.00");
    assertThat(Files.readString(Path.of(table))).doesNotContain("NaN");
    assertThat(result(file, "--frequency", "1e8", "--cut", "elevation"))
        .contains("power scattered / lost 1.0");
  }

  @Test
  void anOctahedronOfEightTrianglesIsSolved() throws IOException {
    double[] points = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    int[] triangles = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    for (int i = 0; i < points.length; i++) {
      points[i] *= 0.1;
    }
    assertThat(result(write("o.off", Surface.of(points, triangles)), "--frequency", "2e8"))
        .contains("8 triangles, 12 unknowns");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--frequency 0 | frequency",
        "--frequency -1 | frequency",
        "--frequency NaN | has a part that is not a number",
        "--frequency 1e9:2e9 | is not one value, and not FROM:TO:STEP",
        "--frequency 2e9:1e9:1e8 | does not go upwards",
        "--frequency 1:1e9:1 | has more than 100000 values",
        "--monostatic 0:4000:1 | is not between -360 and 360",
        "--monostatic 0:90:1 --bistatic 0:90:1 | exclude each other",
        "--ports nose/tail | as the surface has no named groups",
        "--ports 1:2 | is not 3 numbers with colons between",
        "--ports 1:2:NaN | is not 3 numbers with colons between",
        "--ports 0:0:0,0.0001:0:0 | has an edge of another port",
        "--sphere --torus | give --input or one shape",
        "--units yd | --units is one of m, cm, mm",
        "--units mm | --units is for --input",
        "--edge 0.06 | so the currents cannot follow the phase",
        "--edge 1e-5 | is not possible; ask for",
        "--edge 0.002 | their registered heaps have",
        "--from 90:0 | --from belongs to --bistatic",
        "--bistatic 0:10:1 --from 90 | is not 2 numbers",
        "--near a.csv | --near and --near-out belong together",
        "--near none.csv --near-out b.csv | none.csv",
        "--touchstone a.s1p | --touchstone needs --ports",
        "--dipole --touchstone a.s2p | ends with .s1p",
        "--dipole --touchstone a.txt | does not end with .s1p",
        "--out /proc/a.csv | /proc/a.csv",
        "--report /nowhere/at/all.html | /nowhere",
        "--current 0:0:0:0:0:0 | not all zero",
        "--current 0:0:0:1:0:0 | is inside a closed body",
        "--reference 0 | --reference",
        "--cut sideways | --cut is one of azimuth, elevation",
        "--frequenzy 3e9 | frequency"
      })
  void wrongOptionsAreRefused(String args, String part) {
    assertThat(refusal(args.strip().split(" "))).contains(part);
  }

  @Test
  void wrongFilesAreRefused() throws IOException {
    assertThat(refusal("--input", folder.resolve("no.stl").toString(), "--frequency", "1e9"))
        .contains("no.stl");
    Path file = Files.writeString(folder.resolve("a.obj"), "v 0 0 0\n");
    assertThat(refusal("--input", file.toString(), "--frequency", "1e9"))
        .contains("has no triangles");
    assertThat(refusal("--input", file.toString())).contains("needs --frequency in hertz");
    Path stl = write("cut.stl", cube(0.1, 0));
    byte[] bytes = Files.readAllBytes(stl);
    Files.write(stl, java.util.Arrays.copyOf(bytes, bytes.length - 30));
    assertThat(refusal("--input", stl.toString(), "--frequency", "1e9")).contains("ends before");
    Path points = Files.writeString(folder.resolve("p.csv"), "1,2\n");
    assertThat(
            refusal(
                "--sphere",
                "--near",
                points.toString(),
                "--near-out",
                folder.resolve("n.csv").toString()))
        .contains("p.csv, line 1: there are not three numbers x,y,z");
  }

  /// Of an aircraft in millimetres, whose numbers would be metres.
  @Test
  void aWrongUnitIsNoticed() throws IOException {
    Path file = write("aircraft.stl", SurfaceShapes.almond(5000, Fineness.triangles(2000)));
    assertThat(refusal("--input", file.toString(), "--frequency", "1e9"))
        .contains("the surface is 5,000 m long, which is 16")
        .contains("give --units mm");
    assertThat(refusal("--input", file.toString(), "--frequency", "1e9", "--units", "mm"))
        .contains("so the currents cannot follow the phase");
  }
}
