// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.Body;
import weft.Recording;
import weft.Weft;
import weft.WeftConfig;

/// A job with a planted cause of delay, or with something that is none.
final class PlantedJob {
  private static final Pattern HEADLINE =
      Pattern.compile("<div class=\"finding\"><p class=\"headline\">([^<]*)</p>");

  private PlantedJob() {}

  /// The headline of the first finding, whole and alone.
  static String first(Path folder, int ranks, Body body) throws Exception {
    Path file = folder.resolve("out.html");
    var config = WeftConfig.ofRanks(ranks).withRecording(Recording.NONE.withReport(file));
    try (var job = Weft.open(config)) {
      job.run(body);
    }
    String page = Files.readString(file);
    assertThat(page).contains(ranks > 1 ? "Who waited for whom?" : "Sums", "equal");
    assertThat(page).doesNotContain("differs");
    return first(page);
  }

  /// The headline of the first finding of a page.
  static String first(String page) {
    Matcher headlines = HEADLINE.matcher(page);
    var all = new ArrayList<String>();
    while (headlines.find()) {
      all.add(headlines.group(1));
    }
    System.out.println(all);
    assertThat(all).isNotEmpty();
    return all.getFirst();
  }

  /// Is busy for so long, as far as the recording knows; it takes no core from others.
  static void compute(long micros) {
    long end = System.nanoTime() + micros * 1000;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
