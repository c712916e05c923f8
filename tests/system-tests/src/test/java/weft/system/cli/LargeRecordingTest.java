// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.testkit.Browser;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// The page of a job of eight ranks with many events, a million each with effort `long`. It is
/// small enough to be sent around, and a browser shows it. Its times are printed.
@Sampled
final class LargeRecordingTest {
  private static final String PROGRAM =
      """
      import weft.*;

      void main(String[] args) {
        int messages = Integer.parseInt(args[0]);
        Weft.launch(args, world -> {
          Rsr1[] work = new Rsr1[2];
          work[0] = world.rsr1("work", (source, n) -> {});
          work[1] = world.rsr1("other work", (source, n) -> {});
          world.start();
          for (int i = 0; i < messages; i++) {
            // In turns, so that no two messages share an event.
            work[i / 8 % 2].send((world.rank() + i) % world.size(), i);
          }
          world.quiesce();
          if (world.rank() == 0) IO.println("done at " + System.currentTimeMillis());
        });
      }
      """;

  @TempDir Path folder;

  @Test
  void aPageOfManyEventsIsSmallAndABrowserShowsIt() throws Exception {
    String messages = Effort.current() == Effort.LONG ? "524000" : "20000";
    Path page = folder.resolve("large.html");
    Weft weft = new Weft(folder).file("Large.java", PROGRAM);
    var result =
        weft.run(
            "run",
            "--transport",
            "threads",
            "-n",
            "8",
            "--report",
            page.toString(),
            "Large.java",
            messages);
    assertThat(result.exitCode()).as(result.err()).isZero();
    long done = Long.parseLong(result.out().replaceAll("\\D", ""));
    System.out.printf(
        "%.2f MB, written within %d ms%n",
        Files.size(page) / 1e6, Files.getLastModifiedTime(page).toMillis() - done);
    assertThat(Files.size(page)).isLessThanOrEqualTo(10_000_000);
    String text = Files.readString(page);
    assertThat(text).contains("equal").doesNotContain("differs");
    assertThat(weft.leftovers()).isEmpty();

    assumeTrue(Browser.missing().isEmpty(), () -> Browser.missing().orElse(""));
    try (Browser browser = Browser.start()) {
      System.out.println("usable after " + browser.open(page) + " ms");
      String figures = browser.eval("return document.querySelectorAll('figure').length");
      assertThat(Integer.parseInt(figures)).isGreaterThan(5);
      assertThat(browser.problems()).isEmpty();
    }
  }
}
