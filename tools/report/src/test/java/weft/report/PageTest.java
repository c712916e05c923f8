// SPDX-License-Identifier: Apache-2.0
package weft.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What pages are made of, without a browser.
final class PageTest {
  @TempDir private Path folder;

  @Test
  void textsAreNeverMarkup() throws IOException {
    Path file = folder.resolve("page.html");
    Page.titled("</title><script>alert(1)</script>")
        .lead("a & b")
        .section("<i>")
        .text("<script>alert(2)</script>")
        .finding("<b>", "\"")
        .figure("<u>", "1 < 2", "\u0000")
        .table(DataTable.titled("<s>").text("</table>").row("</td>"))
        .chart(
            Chart.bars("</script>", List.of("</script><script>")).series("<!--", new double[] {1}))
        .write(file);
    String text = Files.readString(file);
    assertThat(text)
        .doesNotContain("alert(1)</script></title>", "<i>", "<b>", "<u>", "<s>", "\u0000");
    assertThat(text)
        .contains(
            "&lt;script&gt;alert(2)&lt;/script&gt;", "\\u003c/script\\u003e\\u003cscript\\u003e");
    assertThat(text.indexOf("<!--")).as("a comment that hides scripts").isNegative();
  }

  @Test
  void aProgramMayAddAPartOfItsOwn() throws IOException {
    Part dial =
        new Part() {
          @Override
          protected void writeTo(HtmlOutput out, String id) throws IOException {
            out.raw("<figure id=\"" + id + "\"><figcaption>")
                .text("a < b")
                .raw("</figcaption></figure>\n");
          }
        };
    Path file = folder.resolve("page.html");
    Page.titled("own").add(dial).add(dial).write(file);
    assertThat(Files.readString(file))
        .containsPattern("(?s)<figure id=\"(\\w+)\"><figcaption>a &lt; b<.*<figure id=\"(?!\\1\")");
  }

  @Test
  void picturesOfZerosAreSentences() throws IOException {
    Path file = folder.resolve("page.html");
    Page.titled("zeros")
        .chart(Chart.bars("No hops", List.of("1", "2")).series("messages", new double[2]))
        .chart(Chart.lines("Nothing"))
        .heatMap(HeatMap.of("No waits", 2, 2, (row, column) -> row == 0 ? 0 : Double.NaN))
        .heatMap(HeatMap.of("One owner", 1, 1, (row, column) -> 0).categories(List.of("rank 0")))
        .write(file);
    String text = Files.readString(file);
    for (String title : List.of("No hops", "Nothing", "No waits")) {
      assertThat(text).contains("<strong>" + title + "</strong>: all values are 0.");
    }
    assertThat(text).doesNotContain("class=\"chart\"").containsOnlyOnce("class=\"heatmap\"");
  }

  @Test
  void aPageMayBeginWithAnother() throws IOException {
    Path part = folder.resolve("results");
    Page.titled("Results & <more>")
        .lead("of a program")
        .section("Speed")
        .chart(Chart.bars("speeds", List.of("a")).series("s", new double[] {1}))
        .writePart(part);
    Path file = folder.resolve("page.html");
    Page.titled("run").include(part).section("Time").text("all of it").write(file);
    String text = Files.readString(file);
    assertThat(text)
        .contains("#results-section0\">Results &amp; &lt;more&gt;")
        .contains("#results-section1\">Speed", "#section1\">Time", "of a program", "echarts")
        .containsSubsequence("of a program", "id=\"results-section1\"", "all of it");
    Files.writeString(part, "something else");
    assertThatThrownBy(() -> Page.titled("run").include(part))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("is not a part of a page");
  }

  @Test
  void directionsAreDrawnFromTheRightCounterClockwise() throws IOException {
    Path file = folder.resolve("page.html");
    double[] degrees = {0, 90, 180, 270};
    PolarChart chart =
        PolarChart.titled("gain <of> it")
            .value("gain", "dBi")
            .range(-10, 10)
            .series("a & b", degrees, new double[] {10, 0, Double.NaN, -40});
    Page.titled("x").add(chart).write(file);
    assertThat(Files.readString(file))
        .contains("gain &lt;of&gt; it", "a &amp; b", "greatest 10 dBi at 0°")
        // The full radius to the right, half of it upwards, a gap, and what is too low at the
        // centre.
        .contains("d=\"M150.0 -0.0L0.0 -75.0M-0.0 0.0\"");
    assertThatThrownBy(() -> chart.series("c", degrees, new double[1]))
        .hasMessage("the series c has 4 directions and 1 values");
  }

  @Test
  void aPageAppearsWholeOrNotAtAll() throws IOException {
    Path file = folder.resolve("page.html");
    Files.writeString(file, "older");
    HeatMap broken =
        HeatMap.of(
            "broken",
            2,
            2,
            (row, column) -> {
              throw new IllegalStateException("no such cell");
            });
    assertThatThrownBy(() -> Page.titled("x").heatMap(broken).write(file))
        .hasMessage("no such cell");
    assertThat(Files.readString(file)).isEqualTo("older");
    assertThat(names()).containsExactly("page.html");
    Page.titled("newer").write(file);
    assertThat(Files.readString(file)).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    assertThat(names()).containsExactly("page.html");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsSaidBefore() throws IOException {
    Path missing = folder.resolve("no/such/folder/page.html");
    assertThatThrownBy(() -> Page.checkWritable(missing))
        .isInstanceOf(ReportException.class)
        .hasMessage(
            "The report cannot be written to %s: the folder %s does not exist; make it, or name another file.",
            missing, missing.getParent());
    assertThatThrownBy(() -> Page.checkWritable(folder))
        .hasMessage(
            "The report cannot be written to %s: it is a folder; name a file in it.", folder);
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertThatThrownBy(() -> Page.checkWritable(file.resolve("page.html")))
        .hasMessageContaining(file + " is not a folder");
    assertThatThrownBy(() -> Page.titled("x").write(missing)).isInstanceOf(ReportException.class);
    Page.checkWritable(folder.resolve("page.html"));
    assertThat(names()).containsExactly("file");
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path file = Files.writeString(folder.resolve("real.html"), "older");
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), file);
    Page.titled("newer").write(link);
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(file)).contains("newer");
  }

  @Test
  void aDeviceIsWrittenTo() {
    Page.checkWritable(Path.of("/dev/null"));
    Page.titled("x").write(Path.of("/dev/null"));
    assertThat(Path.of("/dev/null")).exists();
  }

  @Test
  void theLibraryOfChartsIsThereOnceAndOnlyForCharts() throws IOException {
    Path without = folder.resolve("without.html");
    Page.titled("x").text("x").write(without);
    assertThat(Files.size(without)).isLessThan(100_000);
    Path with = folder.resolve("with.html");
    Chart chart = Chart.lines("x").series("y", new double[] {1, 2});
    Page.titled("x").chart(chart).chart(chart).write(with);
    String text = Files.readString(with);
    assertThat(text.split("Licensed to the Apache Software Foundation", -1).length).isEqualTo(2);
    assertThat(text.contains("<script src") || text.contains("@import")).isFalse();
  }

  /// The file that npm has as echarts 6.1.0, dist/echarts.common.min.js.
  @Test
  void theLibraryOfChartsIsAsItsMakersMadeIt() throws Exception {
    assertThat(sha256("echarts.common.min.js"))
        .isEqualTo("61f13280aba3161f77fc801bf5f9c786f55f10432153a0683fc5cc0700b013d5");
    assertThat(PageFrame.resource("echarts.LICENSE")).contains("Apache License");
    assertThat(PageFrame.resource("echarts.LICENSE-d3")).contains("Mike Bostock");
    assertThat(PageFrame.resource("echarts.NOTICE")).contains("Apache ECharts");
  }

  /// The file that npm has as three 0.170.0, build/three.module.min.js.
  @Test
  void theLibraryOfMeshesIsAsItsMakersMadeIt() throws Exception {
    assertThat(sha256("three.module.min.js"))
        .isEqualTo("08fd7545d13d2c7fb65ab691530a802dafefd638596501854f267d0fb13c39e7");
    assertThat(PageFrame.resource("three.LICENSE")).contains("The MIT License");
  }

  private static String sha256(String resource) throws Exception {
    try (var in = Page.class.getResourceAsStream(resource)) {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(in.readAllBytes()));
    }
  }

  @Test
  void wrongShapesAreRefused() {
    assertThatThrownBy(() -> DataTable.titled("t").text("a").row("x", "y"))
        .hasMessage("The table t has 1 columns, not 2.");
    assertThatThrownBy(() -> Chart.bars("b", List.of("one")).series("s", new double[2]))
        .hasMessage("The series s has 2 values for 1 categories.");
    assertThatThrownBy(() -> Chart.lines("l").series("s", new double[1], new double[2]))
        .hasMessage("The series s has 1 x and 2 y values.");
    assertThatThrownBy(() -> Chart.histogram("h", "n", new double[2], new double[2]))
        .hasMessageContaining("needs 3 edges, not 2");
    assertThatThrownBy(() -> HeatMap.of("m", new double[0][0])).hasMessageContaining("0 x 0");
    assertThatThrownBy(() -> Timeline.ofRanks("t", 0))
        .hasMessageContaining("needs at least one row");
    assertThatThrownBy(() -> Timeline.ofRanks("t", 1).slice(0, 3, 0, 1))
        .hasMessage("The timeline t has no name 3: register it by name(...).");
    assertThatThrownBy(() -> Timeline.ofRanks("t", 2).slice(2, 0, 0, 1))
        .hasMessage("The timeline t has 2 rows, but no row 2.");
  }
}
