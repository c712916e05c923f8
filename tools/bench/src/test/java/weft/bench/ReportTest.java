// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a benchmark prints, and what it writes to its file.
final class ReportTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(bytes, true, UTF_8));

  private List<String> printed() {
    return bytes.toString(UTF_8).lines().toList();
  }

  private JsonNode written() throws IOException {
    Path file = folder.resolve("figures.json");
    report.write(file);
    return JsonMapper.builder().build().readTree(Files.readString(file));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.004, 0.00",
    "1.004, 1.00",
    "3.14159, 3.14",
    "31.4159, 31.4",
    "-31.4159, -31.4",
    "99.94, 99.9",
    "1234567.8, '1,234,568'",
    "NaN, -"
  })
  void aNumberHasAsManyDigitsAsItDeserves(double value, String text) {
    assertThat(Report.text(value)).isEqualTo(text);
  }

  @Test
  void aTableIsAlignedAndGoesIntoTheFileByColumn() throws IOException {
    report.fact("seed", 17);
    report.table(
        "rates",
        "Rates",
        List.of("kind", "near", "count"),
        List.of(List.of("rsr1", 3.25, 12L), List.of("a longer one", Double.NaN, 7L)));

    assertThat(printed())
        .containsExactly(
            "",
            "Rates",
            "  kind          near  count",
            "  rsr1          3.25     12",
            "  a longer one     -      7");
    JsonNode json = written();
    assertThat(json.get("seed").asInt()).isEqualTo(17);
    assertThat(json.get("rates").size()).isEqualTo(2);
    assertThat(json.get("rates").get(0).get("kind").asString()).isEqualTo("rsr1");
    assertThat(json.get("rates").get(0).get("near").asDouble()).isEqualTo(3.25);
    assertThat(json.get("rates").get(1).get("count").asLong()).isEqualTo(7);
    // JSON has no NaN.
    assertThat(json.get("rates").get(1).get("near").asString()).isEmpty();
  }

  @Test
  void aLimitIsReachedFromItsOwnSideAndOnTheSpot() throws IOException {
    report.limit("ratio", "near", 1.5, true, 1.5, "x");
    report.limit("ratio", "far", 1.6, true, 1.5, "x");
    report.limit("rate", "near", 0.8, false, 0.8, "x");
    report.limit("rate", "far", 0.79, false, 0.8, "x");
    report.limit("not measured", "far", Double.NaN, false, 0.8, "x");
    report.limits();

    assertThat(printed())
        .containsExactly(
            "",
            "Must hold",
            "  what         measured    limit  reached",
            "  ratio  near    1.50 x  <= 1.50      yes",
            "  ratio   far    1.60 x  <= 1.50       NO",
            "  rate   near    0.80 x  >= 0.80      yes",
            "  rate    far    0.79 x  >= 0.80       NO");
    JsonNode limits = written().get("limits");
    assertThat(limits.size()).isEqualTo(4);
    assertThat(limits.get(1).get("what").asString()).isEqualTo("ratio");
    assertThat(limits.get(1).get("where").asString()).isEqualTo("far");
    assertThat(limits.get(1).get("measured").asDouble()).isEqualTo(1.6);
    assertThat(limits.get(1).get("limit").asDouble()).isEqualTo(1.5);
    assertThat(limits.get(1).get("atMost").asBoolean()).isTrue();
    assertThat(limits.get(1).get("reached").asBoolean()).isFalse();
    assertThat(limits.get(2).get("reached").asBoolean()).isTrue();
    assertThat(written().has("limitsAsText")).isFalse();
  }

  @Test
  void withoutLimitsThereIsNoTableOfThem() throws IOException {
    report.limits();
    assertThat(printed()).isEmpty();
    assertThat(written().has("limits")).isFalse();
  }

  @Test
  void aFileThatCannotBeWrittenIsNamed() {
    Path file = folder.resolve("no-such-folder").resolve("figures.json");
    assertThatThrownBy(() -> report.write(file))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.toString());
  }
}
