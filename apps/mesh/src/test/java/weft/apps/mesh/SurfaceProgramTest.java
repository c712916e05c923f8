// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.apps.common.BadInputException;
import weft.apps.common.ResultsPage;
import weft.mesh.surface.Diagnosis;
import weft.mesh.surface.Surface;
import weft.options.OptionException;
import weft.testkit.Sampled;

@Sampled
final class SurfaceProgramTest {
  /// A tetrahedron with a face turned around, a repeated face, and a loose point.
  private static final String BROKEN =
      """
      v 0 0 0
      v 1 0 0
      v 0 1 0
      v 0 0 1
      v 5 6 7
      f 1 2 3
      f 1 2 4
      f 2 3 4
      f 1 4 3
      f 3 2 1
      """;

  @TempDir Path folder;

  private record Result(boolean clean, String text) {}

  private static Result work(String... args) {
    var bytes = new ByteArrayOutputStream();
    SurfaceOptions options = SurfaceOptions.parse(List.of(args));
    boolean clean =
        SurfaceProgram.work(
            options, new ResultsPage(options.report(), null), new PrintStream(bytes, true, UTF_8));
    return new Result(clean, bytes.toString(UTF_8));
  }

  @Test
  void aBrokenSurfaceIsNamedShownAndRepaired() throws IOException {
    Path file = Files.writeString(folder.resolve("a.obj"), BROKEN);
    Path repaired = folder.resolve("repaired.stl");
    Path problems = folder.resolve("problems.ply");
    Path report = folder.resolve("page.html");
    Result result =
        work(
            file.toString(),
            "--repair",
            repaired.toString(),
            "--problems",
            problems.toString(),
            "--report",
            report.toString());
    assertThat(result.clean()).isFalse();
    assertThat(result.text())
        .contains(
            "5 triangles, 5 points, 1 shell",
            "loose point: 1 point belongs to no triangle: at (5, 6, 7).",
            "repeated triangle: 1 triangle has the corners of another one",
            "flipped: 1 triangle faces the other way",
            "repair:",
            "1 repeated triangle was removed.",
            "1 triangle was turned.",
            "clean now");
    Surface read = Surface.read(repaired);
    assertThat(Diagnosis.of(read).isClean()).isTrue();
    assertThat(read.volume()).isEqualTo(1 / 6.0);
    assertThat(Surface.read(problems).triangleCount()).isEqualTo(2);
    assertThat(Files.readString(report))
        .contains("<td>1 triangle faces the other way", "three-library");
    assertThat(work(repaired.toString()).clean()).isTrue();
  }

  @Test
  void aLargeSphereIsCheckedAndDrawn() throws IOException {
    Path report = folder.resolve("large.html");
    Result result =
        work("--shape", "sphere", "--triangles", "327680", "--report", report.toString());
    assertThat(result.clean()).isTrue();
    assertThat(result.text())
        .startsWith("surface: checks ")
        .contains("327,680 triangles, 163,842 points, 1 shell", "clean: no defects");
    assertThat(Files.size(report)).isBetween(1_000_000L, 10_000_000L);
  }

  @Test
  void shapesAreWritten() throws IOException {
    for (String shape : List.of("sphere", "torus", "almond")) {
      Path file = folder.resolve(shape + ".msh");
      assertThat(work("--shape", shape, "--triangles", "500", "--out", file.toString()).clean())
          .isTrue();
      assertThat(work(file.toString(), "--weld", "1e-9").text())
          .contains("were joined (tolerance 1.0E-9)", "clean: no defects");
    }
    Path vtu = folder.resolve("a.vtu");
    work("--shape", "sphere", "--equal-volume", "--edge", "0.3", "--out", vtu.toString());
    assertThat(vtu).isNotEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.stl --shape sphere",
        "missing.stl",
        "a.xyz",
        "a.stl --edge 2",
        "--shape cube",
        "--shape torus --equal-volume",
        "--shape sphere --edge -1",
        "--shape sphere --edge 1e-12",
        "--shape sphere --edge 1 --triangles 5",
        "--shape sphere --weld x",
        "--shape sphere --out a.txt",
        "--shape sphere --report no/such/folder/a.html"
      })
  void wrongOptionsAreRefused(String args) {
    assertThatThrownBy(() -> work(args.split(" ")))
        .isInstanceOfAny(BadInputException.class, OptionException.class);
  }
}
