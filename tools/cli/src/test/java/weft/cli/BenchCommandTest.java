// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs that start a JVM are among the system tests; here is what happens before.
class BenchCommandTest {
  private final Console console = new Console();

  @Test
  void shouldListBenchmarksThatAreDeclared() {
    assertThat(console.weft("bench")).isZero();
    assertThat(console.out()).contains("  probe  Says what it was given.");
  }

  @Test
  void shouldSuggestAName() {
    assertThat(console.weft("bench", "prob")).isEqualTo(2);
    assertThat(console.err()).contains("There is no benchmark prob. Did you mean probe?");
  }

  @Test
  void shouldWantAFileAfterJson() {
    assertThat(console.weft("bench", "probe", "--json")).isEqualTo(2);
    assertThat(console.err()).contains("--json needs a file name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--json FILE probe",
        "--json=FILE probe",
        "probe --json FILE",
        "probe --json=FILE"
      })
  void shouldLookAtTheFileBeforeItMeasures(String line) {
    String[] words = ("bench " + line.replace("FILE", "/no/such/x.json")).split(" ");
    assertThat(console.weft(words)).isEqualTo(2);
    assertThat(console.err())
        .isEqualTo(
            "weft: The file /no/such/x.json cannot be written: the folder /no/such does not"
                + " exist; make it, or name another file.\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--report FILE probe", "probe --report FILE", "probe --report=FILE"})
  void shouldLookAtTheReportBeforeItMeasures(String line) {
    String[] words = ("bench " + line.replace("FILE", "/no/such/x.html")).split(" ");
    assertThat(console.weft(words)).isEqualTo(2);
    assertThat(console.err())
        .contains(
            "The report cannot be written to /no/such/x.html: the folder /no/such does not exist;"
                + " make it, or name another file.");
  }

  @Test
  void shouldMakeAPageOfFigures(@TempDir Path folder) throws IOException {
    var sizes =
        List.of(
            row("payload", "8 B", "rsrN ns", 90.5),
            row("payload", "1 KiB", "rsrN ns", 120),
            row("payload", "1 MiB", "rsrN ns", 9000));
    var ratios =
        List.of(
            row("collective", "barrier", "arrays / MPI", 0.5),
            row("collective", "gather", "arrays / MPI", 1.5));
    var limit =
        Map.of(
            "what",
            "trip",
            "where",
            "near",
            "measured",
            1.5,
            "limit",
            1.2,
            "atMost",
            true,
            "unit",
            "",
            "reached",
            false);
    Map<String, Object> probe =
        Map.of(
            "cores",
            2,
            "processor",
            "a <processor>",
            "sizes",
            sizes,
            "ratios",
            ratios,
            "limits",
            List.of(limit),
            "titles",
            Map.of("sizes", "By size", "ratios", "Beside MPI"),
            "samples",
            List.of(Map.of("raw", 1)));
    Path file = folder.resolve("page.html");
    var machine = Map.of("processorModel", "a <processor>", "cores", 2, "system", "Linux 6");
    BenchPage.write(
        file,
        Map.of(
            "weft", "1", "java", "25", "machine", machine, "benchmarks", Map.of("probe", probe)));
    String text = Files.readString(file);
    assertThat(text.contains("\"name\":\"rsrN ns\"") && text.contains("[8,1024,1048576]")).isTrue();
    assertThat(text.contains("Ratios: Beside MPI") && text.contains("trip, near does not hold."))
        .isTrue();
    assertThat(text.contains("a &lt;processor&gt;, 2 cores, Linux 6, Java 25, Weft 1.")).isTrue();
  }

  private static Map<String, Object> row(Object... cells) {
    var row = new LinkedHashMap<String, Object>();
    for (int i = 0; i < cells.length; i += 2) {
      row.put(cells[i].toString(), cells[i + 1]);
    }
    return row;
  }
}
