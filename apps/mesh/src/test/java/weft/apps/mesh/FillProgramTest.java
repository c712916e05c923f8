// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.apps.common.BadInputException;
import weft.apps.common.ResultsPage;
import weft.mesh.surface.Surface;
import weft.options.OptionException;
import weft.testkit.Browser;
import weft.testkit.Sampled;

@Sampled
final class FillProgramTest {
  private static final String TET =
      """
      v 0 0 0
      v 1 0 0
      v 0 1 0
      v 0 0 1
      g floor
      f 1 3 2
      g wall
      f 1 2 4
      f 2 3 4
      f 1 4 3
      """;

  @TempDir Path folder;

  private record Result(boolean met, String text) {}

  private Result work(String input, String... args) throws IOException {
    Path file = Files.writeString(folder.resolve("input.obj"), input);
    return workOn(file, args);
  }

  private static Result workOn(Path file, String... args) {
    List<String> all = new ArrayList<>(List.of("--input", file.toString()));
    all.addAll(List.of(args));
    MeshOptions options = MeshOptions.parse(all);
    var bytes = new ByteArrayOutputStream();
    FillOptions fill = Objects.requireNonNull(options.fill());
    try {
      boolean met =
          new FillProgram(
                  options,
                  fill,
                  new ResultsPage(options.report(), null),
                  new PrintStream(bytes, true, UTF_8))
              .run();
      return new Result(met, bytes.toString(UTF_8));
    } catch (BadInputException e) {
      return new Result(false, bytes.toString(UTF_8) + "REFUSED " + e.getMessage());
    }
  }

  @Test
  void aSurfaceIsFilledWrittenAndShown() throws IOException {
    Path out = folder.resolve("tets.msh");
    Path page = folder.resolve("page.html");
    Result result =
        work(TET, "--max-volume", "0.001", "--out", out.toString(), "--report", page.toString());
    assertThat(result.text())
        .contains(
            "of 4 facets and 4 points, by one rank",
            "The shortest segment, 1.000 long",
            "before the angles were improved",
            "volume 0.166667",
            "wrote " + out);
    assertThat(Files.readString(out, ISO_8859_1)).contains("\"floor\"", "\"wall\"");
    assertThat(Files.readString(page))
        .contains(
            "Tets of ", "Before and after the worst angles", "floor", "Mean edge of each tet");
  }

  @Test
  void aLimitThatIsReachedIsSaidAndMissed() throws IOException {
    Path page = folder.resolve("page.html");
    Result result =
        work(TET, "--max-volume", "1e-6", "--max-tets", "500", "--report", page.toString());
    assertThat(result.met()).isFalse();
    assertThat(result.text())
        .contains("The limit of tets was reached.", "tets are larger than wished");
    assertThat(Files.readString(page)).contains("The limit of tets was reached.");
    assertThat(work(TET, "--edge-length", "0.2", "--grade", "0.5", "--floor", "1e-3").met())
        .isTrue();
  }

  @Test
  void anEstimateStopsThere() throws IOException {
    Path out = folder.resolve("none.vtu");
    Result result = work(TET, "--max-volume", "1e-5", "--estimate", "--out", out.toString());
    assertThat(result.text()).contains("about ").doesNotContain("shapes:");
    assertThat(out).doesNotExist();
  }

  @Test
  void moreThanTheMemoryIsRefusedBeforeTheWork() throws IOException {
    assertThat(work(TET, "--max-volume", "1e-13").text())
        .contains("REFUSED", "MiB of memory, and there are", "--max-tets");
  }

  @Test
  void aMeshIsRefinedWhereABackgroundSaysSo() throws IOException {
    Path coarse = folder.resolve("coarse.vtu");
    Path fine = folder.resolve("fine.vtu");
    work(TET, "--out", coarse.toString());
    MeshOptions options =
        MeshOptions.parse(
            List.of(
                "--refine", coarse.toString(), "--max-volume", "1e-3", "--out", fine.toString()));
    var bytes = new ByteArrayOutputStream();
    assertThat(
            new FillProgram(
                    options,
                    Objects.requireNonNull(options.fill()),
                    new ResultsPage(null, null),
                    new PrintStream(bytes, true, UTF_8))
                .run())
        .isTrue();
    assertThat(bytes.toString(UTF_8)).contains("mesh: refines " + coarse, "wrote " + fine);
    assertThat(Files.readString(fine, ISO_8859_1)).contains("floor", "wall");
    assertThat(work(TET, "--background", coarse.toString()).text())
        .contains("REFUSED " + coarse, "no values called \"size\"");
  }

  @Test
  void defectsAreNamedAndDrawn() throws IOException {
    Path problems = folder.resolve("problems.stl");
    Path page = folder.resolve("page.html");
    Result result =
        work(
            TET + "v 0.1 0.1 -1\nv 0.2 0.1 2\nv 0.1 0.2 2\nf 5 6 7\n",
            "--problems",
            problems.toString(),
            "--report",
            page.toString());
    assertThat(result.text())
        .contains("intersect", "open border", "wrote " + problems, "REFUSED", "defects above");
    assertThat(Surface.read(problems).triangleCount()).isGreaterThan(1);
    assertThat(Files.readString(page)).contains("cannot be filled", "intersect");
  }

  @Test
  void pagesOpenInABrowser() throws Exception {
    Path whole = folder.resolve("whole.html");
    Path broken = folder.resolve("broken.html");
    work(TET, "--max-volume", "0.001", "--report", whole.toString());
    work(TET.substring(0, TET.lastIndexOf('f')), "--report", broken.toString());
    assumeTrue(Browser.missing().isEmpty(), () -> Browser.missing().orElse(""));
    try (Browser browser = Browser.start()) {
      for (Path page : List.of(whole, broken)) {
        browser.open(page);
        assertThat(browser.problems()).as("%s", page).isEmpty();
        assertThat(browser.eval("return document.querySelectorAll('figure.mesh').length"))
            .isEqualTo("1");
      }
      browser.open(whole);
      assertThat(browser.eval("return document.querySelectorAll('svg rect, svg path').length > 9"))
          .isEqualTo("true");
    }
  }

  @Test
  void inputThatIsNoneIsRefusedWithASentence() throws IOException {
    assertThat(workOn(folder.resolve("none.stl")).text()).contains("REFUSED", "does not exist");
    Path poly = Files.writeString(folder.resolve("cut.poly"), "8 3 0 0\n0 0 0 0\n");
    assertThat(workOn(poly).text()).contains("REFUSED the input cannot be read: ");
    assertThat(work(TET, "--out", folder.resolve("no/t.vtu").toString()).text())
        .contains("REFUSED");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--quality 2|--quality is for --input and --refine alone",
        "--input a.stl --random 10|exclude each other",
        "--input a.stl --hash|for points alone",
        "--input a.stl --quality 1|--quality",
        "--input a.stl --max-volume -1|--max-volume",
        "--input a.stl --problems a.xyz|.xyz",
        "--input a.stl --order 3|--order is one of 1, 2",
      })
  void wrongOptionsAreRefusedWithASentence(String line, String sentence) {
    assertThatThrownBy(() -> MeshOptions.parse(List.of(line.split(" "))))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(sentence);
  }
}
