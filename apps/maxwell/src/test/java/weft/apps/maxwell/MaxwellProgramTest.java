// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.mesh.files.MeshFormat;
import weft.mesh.surface.Surface;
import weft.testkit.Browser;
import weft.testkit.Sampled;

/// What the program writes.
@Sampled
final class MaxwellProgramTest {
  @TempDir Path folder;

  private static String run(int ranks, String... args) {
    MaxwellRun run = MaxwellRun.of(ranks, args);
    assertThat(run.refusal()).as(run.text()).isNull();
    assertThat(run.text()).doesNotContain("NaN").doesNotContain("Infinity");
    return run.text();
  }

  private List<String[]> table(String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(name));
    int columns = lines.getFirst().split(",").length;
    List<String[]> rows = lines.stream().map(line -> line.split(",", -1)).toList();
    assertThat(rows).allMatch(row -> row.length == columns);
    assertThat(String.join("\n", lines)).doesNotContain("NaN").doesNotContain("Infinity");
    return rows;
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void aSphereIsComparedWithTheSeries() throws IOException {
    String text =
        run(
            2,
            "--sphere",
            "--frequency",
            "1e8",
            "--bistatic",
            "0:180:5",
            "--cut",
            "elevation",
            "--out",
            file("rcs.csv"));
    assertThat(text)
        .startsWith(
            "maxwell: the bistatic radar cross section, sphere at 100 MHz, 2 ranks (threads), about"
                + " ")
        .contains("power scattered / lost 1.00")
        .contains("gained: the RCS of the sphere differs by 0.00");
    List<String[]> rows = table("rcs.csv");
    assertThat(rows).hasSize(38);
    assertThat(rows.getFirst()[5]).isEqualTo("rcs_theta_theta_m2");
    for (String[] row : rows.subList(1, rows.size())) {
      double metres = Double.parseDouble(row[5]);
      assertThat(Double.parseDouble(row[6])).isCloseTo(10 * Math.log10(metres), within(1e-6));
      // A sphere does not turn the polarisation in this plane.
      assertThat(Double.parseDouble(row[8])).isLessThan(1e-3 * metres);
    }
  }

  /// In e^{+jωt}, and relative to the wave at the origin: a large sphere's front is half a
  /// wavelength before its centre, so its echo comes earlier, by a phase that grows with frequency.
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void phasesAreThoseOfEngineers(int ranks) throws IOException {
    run(
        ranks,
        "--sphere",
        "--frequency",
        "2e8:2.05e8:5e6",
        "--edge",
        "0.29",
        "--coarse",
        "--monostatic",
        "0",
        "--out",
        file("rcs.csv"));
    List<String[]> rows = table("rcs.csv");
    double first = Double.parseDouble(rows.get(1)[7]);
    double second = Double.parseDouble(rows.get(2)[7]);
    double change = Math.IEEEremainder(second - first, 360);
    // 2ka radians is 360° · 2a/λ: 12° for 5 MHz, to which the creeping wave adds some.
    assertThat(change).isBetween(3.0, 25.0);
  }

  @Test
  void theDipoleHasASweepAndATouchstoneFile() throws IOException {
    String text =
        run(
            2,
            "--dipole",
            "--frequency",
            "290e6:310e6:10e6",
            "--touchstone",
            file("d.s1p"),
            "--out",
            file("d.csv"),
            "--currents",
            file("d.vtu"));
    assertThat(text)
        .startsWith("maxwell: what the antenna radiates, dipole at 290 MHz to 310 MHz, 2 ranks")
        .contains("Z 71.82 - 1.40j ohm")
        .contains("gain 2.13 dBi at theta 90, phi 90")
        .contains("gained: impedance and gain");
    List<String> lines = Files.readAllLines(folder.resolve("d.s1p"));
    assertThat(lines).hasSize(5);
    assertThat(lines.get(1)).isEqualTo("# Hz S RI R 50");
    assertThat(lines.get(3)).matches("300000000 0\\.179\\d+ -0\\.0094\\d+");
    assertThat(table("d.csv")).hasSize(1 + 3 * 181);
    assertThat(
            Files.readString(folder.resolve("d.vtu"), java.nio.charset.StandardCharsets.ISO_8859_1))
        .contains("Name=\"current density A/m\"");
  }

  @Test
  void theGreatestGainIsThatOfAllDirections() {
    assertThat(run(2, "--dipole", "--frequency", "300MHz", "--cut", "elevation"))
        .containsPattern(
            "of all directions most: gain 2\\.13 dBi at theta [0-9.]+, phi [0-9.]+; front to back"
                + " -?0\\.0 dB; polarised linearly");
  }

  @Test
  void elevationHasThetaUpTo180() throws IOException {
    run(
        1,
        "--dipole",
        "--frequency",
        "3e8",
        "--cut",
        "elevation",
        "--monostatic",
        "-90:270:90",
        "--out",
        file("e.csv"));
    List<String> directions =
        table("e.csv").stream().skip(1).map(row -> row[3] + ":" + row[4]).toList();
    assertThat(directions).containsExactly("90:180", "0:0", "90:0", "180:0", "90:180");
  }

  @Test
  void twoPortsHaveATouchstoneFileOfTwo() throws IOException {
    run(
        2,
        "--dipole",
        "--frequency",
        "3e8",
        "--ports",
        "-0.1:0:0,0.12:0:0",
        "--touchstone",
        file("d.s2p"));
    String[] numbers = Files.readAllLines(folder.resolve("d.s2p")).get(2).split(" ");
    assertThat(numbers).hasSize(9);
    // S21 and S12.
    assertThat(Double.parseDouble(numbers[3]))
        .isCloseTo(Double.parseDouble(numbers[5]), within(1e-6));
    assertThat(Double.parseDouble(numbers[4]))
        .isCloseTo(Double.parseDouble(numbers[6]), within(1e-6));
  }

  /// The strip of the shape `dipole`, from a file in centimetres whose groups meet in the middle.
  @Test
  void aPortIsWhereGroupsMeet() throws IOException {
    Surface strip = BuiltInShape.DIPOLE.make(0.1);
    double[] points = strip.points().clone();
    for (int i = 0; i < points.length; i++) {
      points[i] *= 100;
    }
    int[] groups = new int[strip.triangleCount()];
    for (int t = groups.length / 2; t < groups.length; t++) {
      groups[t] = 1;
    }
    Surface named = Surface.of(points, strip.triangles(), groups, List.of("left", "right"));
    try (var out = Files.newOutputStream(folder.resolve("strip.obj"))) {
      named.write(MeshFormat.OBJ, out);
    }
    String text =
        run(
            2,
            "--input",
            file("strip.obj"),
            "--units",
            "cm",
            "--frequency",
            "300e6",
            "--ports",
            "left/right");
    assertThat(text).contains("left/right: Z 71.82 - 1.40j ohm").contains("size 0.470 m");
  }

  @Test
  void nearFieldsVanishInsideAndAreMarkedAtTheSurface() throws IOException {
    Files.writeString(folder.resolve("p.csv"), "x,y,z\n0,0,0.1\n0 0 1.01\n# far\n3;0;0\n");
    String text =
        run(
            2,
            "--sphere",
            "--frequency",
            "1e8",
            "--monostatic",
            "0",
            "--near",
            file("p.csv"),
            "--near-out",
            file("near.csv"));
    assertThat(text).contains("3 points").contains("note: 1 of them");
    List<String[]> rows = table("near.csv");
    double inside = 0;
    double outside = 0;
    for (int part = 4; part < 10; part++) {
      inside += Math.abs(Double.parseDouble(rows.get(1)[part]));
      outside += Math.abs(Double.parseDouble(rows.get(3)[part]));
    }
    assertThat(inside).isLessThan(0.02);
    assertThat(outside).isGreaterThan(0.3);
    assertThat(rows.get(2)[16]).isEqualTo("1");
  }

  @Test
  void aCurrentBesideABodyHasAGain() {
    assertThat(run(2, "--sphere", "--frequency", "1e8", "--current", "0:0:1.5:0.01:0:0"))
        .contains("current: gain", "power radiated / without the surface ")
        .contains("gained: the fields of a current beside a surface of any shape");
  }

  @Test
  void bodiesAreSolvedInSteps() throws IOException {
    String text =
        run(
            2,
            "--sphere",
            "--frequency",
            "1e8",
            "--method",
            "multipole",
            "--bistatic",
            "0:180:30",
            "--cut",
            "elevation",
            "--report",
            file("steps.html"));
    assertThat(text)
        .contains("multipole method: levels 2 to 2, leaves of 0.50 wavelengths")
        .contains("memory of a rank, about")
        .contains("steps for 2 sources, residual")
        .contains("power scattered / lost 1.00")
        .contains("gained: the RCS of the sphere differs by 0.00");
    assertThat(Files.readString(folder.resolve("steps.html")))
        .contains("approximate inverse")
        .contains("of the multipole method");
  }

  @Test
  void aResidualThatIsNotReachedIsTold() throws IOException {
    MaxwellRun run =
        MaxwellRun.of(
            1,
            "--sphere",
            "--frequency",
            "1.5e8",
            "--monostatic",
            "0:10:10",
            "--method",
            "multipole",
            "--electric",
            "--steps",
            "2",
            "--residual",
            "2e-3",
            "--out",
            file("rcs.csv"));
    assertThat(run.text())
        .contains("note: the residual 2e-03 was not reached: ", " after 2 steps", "wrote ");
    assertThat(run.refusal())
        .isEqualTo("a residual was not reached; results are as far as they are");
    assertThat(table("rcs.csv")).hasSize(3);
    assertThat(MaxwellRun.of(1, "--sphere", "--method", "dense", "--steps", "5").refusal())
        .startsWith(
            "--residual and --steps are for the multipole method; a dense matrix has factors");
  }

  @Test
  void pagesOpenInABrowser() throws Exception {
    Path scattering = folder.resolve("a.html");
    Path antenna = folder.resolve("d.html");
    run(2, "--torus", "--frequency", "1e8", "--report", scattering.toString());
    run(2, "--dipole", "--frequency", "290e6:310e6:10e6", "--report", antenna.toString());
    String text = Files.readString(scattering);
    assertThat(text).contains("Radar cross section").contains("<svg viewBox");
    assertThat(Files.readString(antenna)).contains("Impedance over frequency");
    assumeTrue(Browser.missing().isEmpty(), () -> Browser.missing().orElse(""));
    try (Browser browser = Browser.start()) {
      for (Path page : List.of(scattering, antenna)) {
        browser.open(page);
        assertThat(browser.problems()).as("%s", page).isEmpty();
        assertThat(browser.eval("return document.querySelectorAll('svg path').length > 0"))
            .isEqualTo("true");
      }
    }
  }
}
