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
        "--dipole --ports 0:0:0,0.0001:0:0 | has an edge of another port",
        "--sphere --torus | give --input or one shape",
        "--units yd | --units is one of m, cm, mm",
        "--units mm | --units is for --input",
        "--edge 0.06 | so the currents cannot follow the phase",
        "--edge 1e-5 | is not possible; ask for",
        "--edge 0.002 --method dense | their registered heaps have",
        "--edge 0.002 | MiB of each JVM's heap, which has",
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
        "--current 0:3000:0:1:0:0 | is 3,000 m away from the surface",
        "--dipole --current 0.01:0:0:1:0:0 | is on the metal",
        "--dipole --ports 100:0:0 | no edge is near (100, 0, 0) m",
        "--dipole --ports 0:0:0, | has a port without a name",
        "--frequency 1e-300 | is not between 1 and 1.0E18",
        "--frequency 1 | has no digits left",
        "--frequency 0x1p30 | has a part that is not a number",
        "--monostatic 1d | has a part that is not a number",
        "--bistatic 0:10:1 --from 181:0 | is no direction; theta is from 0 to 180",
        "--bistatic 0:10:1 --from 90:361 | is no direction",
        "--report a.csv | writes a HTML file, but its name is a.csv",
        "--reference 0 | --reference",
        "--cut sideways | --cut is one of azimuth, elevation",
        "--frequenzy 3e9 | frequency"
      })
  void wrongOptionsAreRefused(String args, String part) {
    assertThat(refusal(args.strip().split(" "))).contains(part);
  }

  @Test
  void aListOfPortsHasNames() {
    assertThat(refusal("--dipole", "--ports", "")).contains("has a port without a name");
  }

  @Test
  void wrongNearPointsAreRefusedBeforeTheWork() throws IOException {
    String[][] cases = {
      {"x,y,z\n0,0,2\nfoo,bar,baz\n", "line 3: there are not three numbers"},
      {"0,0,2\nx,y,z\n", "line 2: there are not three numbers"},
      {"nan,0,0\n", "line 1: there are not three numbers"},
      {"0x1,0,2\n", "line 1: there are not three numbers"},
      {"0,,0,2\n", "line 1: there are not three numbers"},
      {"0,1;0,2;0,3\n", "line 1: there are not three numbers"},
      {"# none\nx y z\n", "has no point"},
      {"0,0,2\n# far\n0,0,1e4\n0,0,2e4\n", "line 3: the point 0:0:10000 m is 9,999 m away"},
    };
    for (String[] each : cases) {
      Path points = Files.writeString(folder.resolve("points.csv"), each[0]);
      String out = folder.resolve("n.csv").toString();
      assertThat(refusal("--sphere", "--near", points.toString(), "--near-out", out))
          .as(each[0])
          .contains("points.csv", each[1]);
    }
    Path on = Files.writeString(folder.resolve("on.csv"), "x,y,z\n0.1,0,0.01\n0.1,0.001,0\n");
    assertThat(
            refusal(
                "--dipole",
                "--near",
                on.toString(),
                "--near-out",
                folder.resolve("n.csv").toString()))
        .contains("on.csv, line 3: the point 0.1:0.001:0 m is on the metal");
  }

  @Test
  void placesAreInTheUnitOfTheFile() throws IOException {
    Surface plate = SurfaceShapes.icosphere(100, Fineness.triangles(80));
    Path file = write("ball.obj", plate);
    Path near = Files.writeString(folder.resolve("p.csv"), "0,0,200\n");
    Path out = folder.resolve("near.csv");
    String text =
        result(
            file,
            "--units",
            "mm",
            "--frequency",
            "3e8",
            "--near",
            near.toString(),
            "--near-out",
            out.toString());
    assertThat(text).contains("1 points in mm, total fields of the first source");
    assertThat(Files.readAllLines(out).getFirst()).startsWith("frequency_hz,x_mm,y_mm,z_mm,ex_re");
    assertThat(Files.readAllLines(out).get(1)).startsWith("300000000,0,0,200,");
    String[] args = {
      "--input", file.toString(), "--units", "mm", "--frequency", "3e8", "--current"
    };
    List<String> list = new ArrayList<>(List.of(args));
    list.add("0:0:50:1:0:0");
    assertThat(refusal(list.toArray(String[]::new)))
        .contains("--current at 0:0:50 mm is inside a closed body");
    list.set(args.length, "0:0:1e6:1:0:0");
    assertThat(refusal(list.toArray(String[]::new)))
        .contains("is 1,000 m away", "Places are in mm, as --units says");
  }

  @Test
  void whatAFileHasBesideMetalIsSaid() throws IOException {
    Surface ball = SurfaceShapes.icosphere(0.2, Fineness.triangles(80));
    int[] less = java.util.Arrays.copyOf(ball.triangles(), ball.triangles().length - 3);
    Path file = write("open.obj", Surface.of(ball.points(), less));
    Files.writeString(
        file, "mtllib a.mtl\nusemtl copper\n" + Files.readString(file) + "usemtl fr4\n");
    assertThat(result(file, "--frequency", "3e8"))
        .contains("The materials of the file were ignored: copper, fr4.")
        .contains("a part would be closed but that it lacks a triangle, as around ");
    Surface plate =
        Surface.of(
            new double[] {0, 0, 0, 0.2, 0, 0, 0.2, 0.2, 0, 0, 0.2, 0},
            new int[] {0, 1, 2, 0, 2, 3});
    assertThat(result(write("plate.obj", plate), "--frequency", "2e8")).doesNotContain("lacks");
  }

  @Test
  void adviceOnMemoryCountsAngles() {
    assertThat(refusal("--sphere", "--monostatic", "0:360:0.01"))
        .contains("unknowns and 72,002 sources take")
        .contains("fewer angles");
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
