// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/// Turns what Maven prints into what `./weft test` prints: a line when a room has been tested, and at
/// the end what was skipped and what failed. Its argument is the root of the tree; the numbers are
/// those of the reports in it, the times those between the lines of Maven.
///
/// Ends with 1 when a test has failed, or none has run.
final class Report {
  private static final String BEGIN = "Surefire report directory: ";

  /// A failing test's message is longer in its file.
  private static final int LINES = 6;

  private record Failure(String test, List<String> message, Path file) {}

  private final Path root;
  private final Map<String, Integer> skipped = new TreeMap<>();
  private final List<Failure> failures = new ArrayList<>();
  private final List<Path> done = new ArrayList<>();
  private int total;

  private Report(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws Exception {
    System.exit(new Report(Path.of(args[0]).toRealPath()).run());
  }

  private int run() throws Exception {
    long began = System.nanoTime();
    var input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Path room = null;
    long start = 0;
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      int at = line.indexOf(BEGIN);
      if (at >= 0) {
        Path next = Path.of(line.substring(at + BEGIN.length()).strip());
        // A room with tests that run alone says so twice.
        if (!next.equals(room)) {
          tell(room, start);
          room = next;
          start = System.nanoTime();
        }
      } else if (line.contains("] Building ") || line.contains("] Reactor Summary")) {
        tell(room, start);
        room = null;
      }
    }
    tell(room, start);
    return end(seconds(began));
  }

  private void tell(Path reports, long start) throws Exception {
    if (reports == null || done.contains(reports)) {
      return;
    }
    done.add(reports);
    int tests = 0;
    int left = 0;
    int failed = failures.size();
    if (Files.isDirectory(reports)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
        for (Path file : files) {
          var suite = suite(file);
          var cases = suite.getElementsByTagName("testcase");
          for (int i = 0; i < cases.getLength(); i++) {
            tests++;
            left += read((Element) cases.item(i), reports);
          }
        }
      }
    }
    if (tests == 0) {
      return;
    }
    total += tests - left;
    failed = failures.size() - failed;
    System.out.printf(
        "  %-18s %5d tests %5d s%s%s%n",
        root.relativize(reports.toAbsolutePath()).getParent().getParent(),
        tests,
        seconds(start),
        left == 0 ? "" : ", " + left + " skipped",
        failed == 0 ? "" : ", " + failed + " FAILED");
  }

  private static Element suite(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in).getDocumentElement();
    }
  }

  /// Notes how a test ended; returns 1 if it was skipped.
  private int read(Element test, Path reports) throws IOException {
    String type = test.getAttribute("classname");
    for (Node node = test.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element end) {
        switch (end.getTagName()) {
          case "skipped" -> {
            skipped.merge(end.getAttribute("message").strip(), 1, Integer::sum);
            return 1;
          }
          case "failure", "error" -> {
            String name = test.getAttribute("name");
            var message =
                end.getTextContent().lines().filter(it -> !it.isBlank()).limit(LINES).toList();
            Path text = reports.resolve(type + ".txt");
            Path file = Files.exists(text) ? text : reports.resolve("TEST-" + type + ".xml");
            failures.add(new Failure(type + (name.isEmpty() ? "" : "." + name), message, file));
          }
          default -> {}
        }
      }
    }
    return 0;
  }

  private int end(long seconds) {
    for (Failure failure : failures) {
      System.out.println("\nFAILED " + failure.test);
      failure.message.forEach(line -> System.out.println("    " + line));
      System.out.println("    all of it: " + failure.file);
    }
    System.out.println();
    skipped.forEach((why, count) -> System.out.println("  " + count + " skipped: " + why));
    System.out.printf(
        "weft: %d tests ran in %d min %02d s, %d failed, %d were skipped%n",
        total,
        seconds / 60,
        seconds % 60,
        failures.size(),
        skipped.values().stream().mapToInt(Integer::intValue).sum());
    if (total == 0) {
      System.out.println("weft: no test ran, so nothing is known to be good");
      return 1;
    }
    System.out.println(
        "weft: what tests print, also the reports of jobs that fail on purpose, is in "
            + root + File.separator + "*" + File.separator + "target/surefire-reports/*-output.txt");
    return failures.isEmpty() ? 0 : 1;
  }

  private static long seconds(long since) {
    return (System.nanoTime() - since) / 1_000_000_000;
  }
}
