// SPDX-License-Identifier: Apache-2.0
package weft.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.testkit.Browser;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// Opens pages in a real browser and reads back what it shows.
@Sampled
final class BrowserTest {
  private static final long SEED = System.nanoTime() & 0xFFFF;
  private static Browser browser;
  private static Path gallery;
  private static boolean opened;
  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.missing().isEmpty(), () -> Browser.missing().orElse(""));
    System.out.println("seed " + SEED);
    browser = Browser.start();
    gallery = folder.resolve("gallery.html");
    Gallery.everything(SEED).write(gallery);
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void nothingFailedAndNothingWasLoaded() {
    assertThat(browser.problems()).as("script errors and requests, seed %d", SEED).isEmpty();
  }

  /// Opens the gallery, if no test did so before.
  private static void openGallery() throws InterruptedException {
    if (!opened) {
      browser.open(gallery);
      opened = true;
    }
  }

  @Test
  void chartsShowTheirValues() throws Exception {
    openGallery();
    assertThat(browser.eval("return document.querySelectorAll('figure.chart svg').length"))
        .isEqualTo("5");
    String chart = "const chart = Object.values(weft.parts).find(p => p.chart).chart;";
    assertThat(browser.eval(chart + "return chart.getOption().series[0].data[0]"))
        .isEqualTo("8," + (90 + 8 / 9.0));
    assertThat(browser.eval(chart + "return chart.getOption().series.map(s => s.name)"))
        .isEqualTo("weft,MPI,bare ring");
    assertThat(
            browser.eval(
                "return document.querySelector('figure.chart .plot').getAttribute('aria-label')"))
        .contains("Latency over size", "weft: 18 values from 90.9", "Limit bare ring at 70 ns");
  }

  @Test
  void tablesAreSortedWithTheKeyboard() throws Exception {
    opened = false;
    openGallery();
    String calls = "table.sortable thead th:nth-child(2) button";
    String order =
        "return [...document.querySelector('table.sortable').tBodies[0].rows]"
            + ".map(row => row.cells[0].textContent)";
    browser.type(calls, "\uE007");
    assertThat(browser.eval(order)).isEqualTo("pass,steal <work>,never");
    assertThat(
            browser.eval("return document.querySelector('[aria-sort]').getAttribute('aria-sort')"))
        .isEqualTo("descending");
    browser.type(calls, "\uE007");
    assertThat(browser.eval(order)).isEqualTo("never,steal <work>,pass");
    // NaN comes last, up and down.
    browser.type("table.sortable thead th:nth-child(3) button", "\uE007");
    assertThat(browser.eval(order)).isEqualTo("steal <work>,pass,never");
    browser.type("table.sortable thead th:nth-child(3) button", "\uE007");
    assertThat(browser.eval(order)).isEqualTo("pass,steal <work>,never");
  }

  @Test
  void heatMapsHoldTheirCells() throws Exception {
    openGallery();
    String maps = "const maps = Object.values(weft.parts).filter(p => p.cells);";
    assertThat(browser.eval(maps + "return maps[0].cells[8 + 2]"))
        .isEqualTo(String.valueOf((31 + 34) % 11 * 1000));
    assertThat(browser.eval(maps + "return maps[0].describe(1, 2)"))
        .contains("from rank 1", "to rank 2");
    double sum = 0;
    for (int from = 0; from < 1500; from++) {
      for (int to = 0; to < 1500; to++) {
        sum += Math.abs(from - to) <= 2 ? 10 : (from * 7919 + to) % 997 == 0 ? 1 : 0;
      }
    }
    assertThat(
            browser.eval(
                maps + "return maps[3].rows + ' ' + maps[3].spec.rows + ' ' + maps[3].total"))
        .endsWith("750 " + (long) sum);
  }

  /// What ranks do has one colour, in bars and in timelines; waiting is not that of work.
  @Test
  void coloursFollowMeaning() throws Exception {
    openGallery();
    assertThat(browser.eval("return weft.colorNames(['body', 'waiting', 'start-up', 'x', 'y'])"))
        .isEqualTo("c0,c3,c11,c1,c2");
    assertThat(browser.eval("return weft.colorNames(['start-up', 'waiting'])")).isEqualTo("c11,c3");
    assertThat(
            browser.eval(
                "return new Set(weft.colorNames([...'abcdefghij', 'waiting', 'handlers'])).size"))
        .isEqualTo("12");
    // Round places, in one unit.
    assertThat(browser.eval("return weft.ticks(0, 1.23, 6, 's').map(t => t.text)"))
        .isEqualTo("0,500 ms,1000 ms");
    assertThat(browser.eval("return weft.ticks(0, 240, 5, '').map(t => t.text)"))
        .isEqualTo("0,50,100,150,200");
  }

  @Test
  void timelinesHoldTheTimeOfEachGroup() throws Exception {
    openGallery();
    String line = "const line = Object.values(weft.parts).find(p => p.runs);";
    // The row sums in the table are exact; the picture shows each slice.
    String table = "[...document.querySelectorAll('figure.timeline tbody tr')]";
    double computing =
        Double.parseDouble(
            browser.eval(
                "return "
                    + table
                    + ".reduce((n, row) => n + Number(row.cells[1].dataset.value), 0)"));
    double shown =
        Double.parseDouble(
            browser.eval(
                line + "return line.totals(0, line.spec.length)[1] * line.spec.quantum / 1e6"));
    assertThat(shown).isCloseTo(computing, within(1e-6));
    // Two halves are the whole, wherever the cut is: bins and slices agree.
    assertThat(
            browser.eval(
                line
                    + "const n = line.spec.length, cut = Math.floor(n / 3) + 5;"
                    + "const [a, b, all] = [line.totals(0, cut), line.totals(cut, n), line.totals(0, n)];"
                    + "return Math.max(...all.map((x, i) => Math.abs(x - a[i] - b[i])))"))
        .isEqualTo("0");
    browser.type("figure.timeline canvas", "++++");
    assertThat(
            Double.parseDouble(
                browser.eval(line + "return (line.view.to - line.view.from) / line.spec.length")))
        .isLessThan(0.3);
    browser.type("figure.timeline canvas", "0n");
    assertThat(
            browser.eval(
                "return document.querySelector('figure.timeline .plot [aria-live]').textContent"))
        .startsWith("rank 0");
    browser.type("figure.timeline input", "allreduce");
    Thread.sleep(300);
    assertThat(
            browser.eval(
                "return document.querySelector('figure.timeline .tools .share').textContent"))
        .startsWith("1 name");
  }

  @Test
  void aReaderWithoutAMouseFindsTheWay() throws Exception {
    openGallery();
    assertThat(
            browser.eval(
                "return ['main', 'nav', 'header', 'footer', 'h1'].map(n => document.querySelectorAll(n).length)"))
        .isEqualTo("1,1,1,1,1");
    assertThat(
            browser.eval(
                "return [...document.querySelectorAll('nav a')].every(a => document.querySelector(a.getAttribute('href')))"))
        .isEqualTo("true");
    assertThat(
            browser.eval(
                "return [...document.querySelectorAll('figure')].every(f => document.getElementById(f.getAttribute('aria-labelledby')).textContent && f.querySelector('details table caption'))"))
        .isEqualTo("true");
    assertThat(
            browser.eval(
                "return [...document.querySelectorAll('canvas, [role=img]')].every(c => c.getAttribute('aria-label'))"))
        .isEqualTo("true");
    assertThat(
            browser.eval(
                "const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.length - new Set(ids).size"))
        .isEqualTo("0");
    assertThat(browser.eval("return document.querySelector('h1').textContent"))
        .isEqualTo("Gallery & <all> parts");
  }

  @Test
  void colorsFollowTheScheme() throws Exception {
    openGallery();
    String background = "return getComputedStyle(document.body).backgroundColor";
    assertThat(browser.eval(background)).isEqualTo("rgb(255, 255, 255)");
    browser.command(
        "Emulation.setEmulatedMedia",
        "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"dark\"}]}");
    assertThat(browser.eval(background)).isEqualTo("rgb(20, 23, 26)");
    assertThat(
            browser.eval(
                "return Object.values(weft.parts).find(p => p.chart).chart.getOption().legend[0].textStyle.color"))
        .isEqualTo("#e6e9ec");
    // Paper is white.
    browser.command(
        "Emulation.setEmulatedMedia",
        "{\"media\":\"print\",\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"dark\"}]}");
    assertThat(browser.eval(background)).isEqualTo("rgb(255, 255, 255)");
    browser.command("Emulation.setEmulatedMedia", "{\"media\":\"\",\"features\":[]}");
  }

  @Test
  void manySlicesAreShownSoon() throws Exception {
    int slices = Effort.current().isQuick() ? 125_000 : 1_000_000;
    Path file = folder.resolve("large.html");
    Timeline timeline = Gallery.timeline("Who did what", 8, slices, SEED);
    var threads = java.lang.management.ManagementFactory.getThreadMXBean();
    long began = threads.getCurrentThreadCpuTime();
    Page.titled("Large").section("Time").timeline(timeline).write(file);
    double seconds = (threads.getCurrentThreadCpuTime() - began) / 1e9;
    opened = false;
    long usable = browser.open(file);
    String line = "const line = Object.values(weft.parts).find(p => p.runs);";
    String frame =
        browser.eval(
            line
                + "let n = 0; const t = performance.now(); for (let f = 1; f > 1e-5; f /= 1.5) { line.view.to = line.view.from + line.spec.length * f; line.paint(); n++; } return ((performance.now() - t) / n).toFixed(1)");
    System.out.printf(
        "8 ranks x %,d slices: %,d bytes in memory, %,d bytes of page, written in %.2f s of processor time, usable after %d ms, %s ms a frame, resolution %d ns%n",
        slices, timeline.memory(), Files.size(file), seconds, usable, frame, timeline.resolution());
    assertThat(Files.size(file)).isLessThan(10_000_000);
    assertThat(browser.eval(line + "return line.spec.rows.length")).isEqualTo("8");
    // A picture that is not exact keeps the share of each group.
    double computing =
        Double.parseDouble(
            browser.eval(
                "return [...document.querySelectorAll('figure.timeline tbody tr')].reduce((n, row) => n + Number(row.cells[1].dataset.value), 0)"));
    double shown =
        Double.parseDouble(
            browser.eval(
                line + "return line.totals(0, line.spec.length)[1] * line.spec.quantum / 1e6"));
    assertThat(shown / computing).isCloseTo(1, within(0.001));
  }

  @Test
  void aThousandRanksAreShown() throws Exception {
    Path file = folder.resolve("ranks.html");
    Gallery.timelineOf(1024, 200, SEED).write(file);
    opened = false;
    long usable = browser.open(file);
    System.out.printf("1,024 ranks: %,d bytes, usable after %d ms%n", Files.size(file), usable);
    assertThat(browser.eval("return document.querySelectorAll('figure.timeline tbody tr').length"))
        .isEqualTo("1024");
  }
}
