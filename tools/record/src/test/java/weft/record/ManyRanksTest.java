// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.testkit.Browser;
import weft.testkit.Sampled;

/// The whole page of a job of 1,024 ranks, read back in a browser. The ranks are made up, so that
/// each number in the page is known; their recordings are written as those of real ranks are.
@Sampled
final class ManyRanksTest {
  private static final int RANKS = 1024;
  private static final int SLOW = 700;
  private static final int STEPS = 20;
  private static final long MILLI = 1_000_000;

  /// How long a step takes: the slow rank computes for 19 ms and the others for 1 ms. Messages of
  /// these take 8 ms.
  private static final long STEP = 20 * MILLI;

  @TempDir Path folder;

  /// How many messages `rank` sends to the next rank in each step.
  private static int messages(int rank) {
    return 1 + rank % 3;
  }

  private static long allMessages() {
    long all = 0;
    for (int rank = 0; rank < RANKS; rank++) {
      all += (long) STEPS * messages(rank);
    }
    return all;
  }

  private void record(int rank) {
    var it = new MadeUpRank(folder, rank, RANKS, 256);
    int before = (rank + RANKS - 1) % RANKS;
    for (int step = 0; step < STEPS; step++) {
      it.compute(rank == SLOW ? 19 * MILLI : MILLI);
      for (int i = 0; i < messages(rank); i++) {
        it.send((rank + 1) % RANKS);
      }
      for (int i = 0; i < messages(before); i++) {
        long at = rank == SLOW || before == SLOW ? 19 * MILLI : 9 * MILLI;
        it.receive(step * STEP + at + i * 100_000L, before, 50_000);
      }
      it.barrier(step, (step + 1) * STEP);
    }
    it.end(STEPS * STEP);
  }

  @Test
  void aPageOfManyRanksHasEveryNumber() throws Exception {
    for (int rank = 0; rank < RANKS; rank++) {
      record(rank);
    }
    Path file = folder.resolve("ranks.html");
    long began = System.nanoTime();
    new ReportWriter().write(folder, RANKS, "made up", file);
    System.out.printf(
        "%,d ranks: %,d bytes, written in %.1f s%n",
        RANKS, Files.size(file), (System.nanoTime() - began) / 1e9);
    assertThat(Files.size(file)).isLessThanOrEqualTo(10_000_000);
    String page = Files.readString(file);
    assertThat(page)
        .contains("1024 ranks, 400.0 ms. All ranks read one clock.")
        .doesNotContain("differs", "did not fit");
    assertThat(page.substring(page.indexOf("class=\"headline\">")))
        .startsWith("class=\"headline\">Rank 700 computes for longer than the others.");

    assumeTrue(Browser.missing().isEmpty(), () -> Browser.missing().orElse(""));
    try (Browser browser = Browser.start()) {
      System.out.println("usable after " + browser.open(file) + " ms");
      timesAreShown(browser);
      matricesAreShown(browser);
      sumsAreShown(browser);
      assertThat(browser.problems()).isEmpty();
    }
  }

  private static void timesAreShown(Browser browser) {
    String chart =
        "const series = Object.values(weft.parts).find(p => p.chart).chart.getOption().series;"
            + "const of = name => series.find(s => s.name === name).data;"
            + "const value = it => Number(it.value ?? it);";
    assertThat(browser.eval(chart + "return of('body').length")).isEqualTo("1024");
    double slow = number(browser, chart + "return value(of('body')[" + SLOW + "])");
    double other = number(browser, chart + "return value(of('body')[" + (SLOW - 1) + "])");
    assertThat(slow).isCloseTo(STEPS * 19e-3, within(1e-6));
    assertThat(other).isCloseTo(STEPS * 1e-3, within(1e-6));
    double handlers = number(browser, chart + "return value(of('handlers')[" + SLOW + "])");
    assertThat(handlers).isCloseTo(STEPS * messages(SLOW - 1) * 50e-6, within(1e-6));
    String rows = "const rows = document.querySelectorAll('figure.timeline tbody tr');";
    assertThat(browser.eval(rows + "return rows.length")).isEqualTo("1024");
    // Body, handlers, waits, collective operations, and how many slices there are.
    assertThat(browser.eval(rows + "return [...rows[" + SLOW + "].cells].map(c => c.textContent)"))
        .isEqualTo("rank 700,380,1,0,19,60");
  }

  private static void matricesAreShown(Browser browser) {
    String maps =
        "const map = title => Object.values(weft.parts).find(p => p.cells && p.spec.title === title);";
    for (int rank : new int[] {0, 1, SLOW, RANKS - 1}) {
      int next = (rank + 1) % RANKS;
      assertThat(browser.eval(maps + "return map('Messages').cells[" + (rank * RANKS + next) + "]"))
          .isEqualTo(Integer.toString(STEPS * messages(rank)));
      assertThat(browser.eval(maps + "return map('Bytes').cells[" + (rank * RANKS + next) + "]"))
          .isEqualTo(Integer.toString(8 * STEPS * messages(rank)));
    }
    assertThat(browser.eval(maps + "return map('Messages').total"))
        .isEqualTo(Long.toString(allMessages()));
    String waited = "map('Time that a rank waited for another').cells";
    double waits = number(browser, maps + "return " + waited + "[" + (1 * RANKS) + "]");
    // Rank 1 waits from 1 to 9 ms of each step for the one message of rank 0.
    assertThat(waits).isCloseTo(STEPS * 8e-3, within(1e-4));
    assertThat(browser.eval(maps + "return map('Messages').describe(700, 701)"))
        .contains("from rank 700", "to rank 701");
  }

  private static void sumsAreShown(Browser browser) {
    String rows =
        "const table = [...document.querySelectorAll('table')]"
            + ".find(t => t.caption && t.caption.textContent === 'Messages of the program');"
            + "const rows = [...table.tBodies[0].rows];";
    assertThat(browser.eval(rows + "return rows.length")).isEqualTo("1024");
    for (int column : new int[] {1, 2}) {
      assertThat(
              browser.eval(
                  rows
                      + "return rows.reduce((n, row) => n + Number(row.cells["
                      + column
                      + "].dataset.value), 0)"))
          .isEqualTo(Long.toString(allMessages()));
    }
    assertThat(browser.eval(rows + "return rows.every(r => r.cells[6].textContent === 'equal')"))
        .isEqualTo("true");
    String barriers =
        "const table = [...document.querySelectorAll('table')]"
            + ".find(t => t.caption && t.caption.textContent === 'Collective operations');"
            + "return [...table.tBodies[0].rows[0].cells].map(c => c.textContent).join('|')";
    assertThat(browser.eval(barriers)).startsWith("barrier, made up|20|");
  }

  private static double number(Browser browser, String script) {
    return Double.parseDouble(browser.eval(script));
  }
}
