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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/// Converts Maven's output to that of `./weft test`: a line after each tested module, which also says
/// what runs now, and at the end the skipped and failed tests. On a terminal a line counts the
/// seconds. Its arguments are the root of the tree and the folders of its
/// modules. The numbers come from the reports in these folders, the times from Maven's lines. Several
/// modules are tested at a time, so the sum of the times is larger than the time of the run.
///
/// Exits with 1 if a test failed or no test ran.
final class Report {
  /// Maven's line about the plugin that runs next (by its short name, or its full name before Maven
  /// 3.9) and its artifact. Several modules are built at a time, and their lines alternate.
  private static final Pattern STEP =
      Pattern.compile("--- (?:maven-)?([a-z-]+?)(?:-maven)?(?:-plugin)?:\\S+ \\(\\S+\\) @ (\\S+) "
          + "---");

  private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");

  /// The number of printed lines of a failing test's message; its file has all lines.
  private static final int LINES = 6;

  private record Failure(String test, List<String> message, Path file) {}

  private final Path root;

  /// The folders of the modules that are not reported yet, by artifact.
  private final Map<String, String> modules = new LinkedHashMap<>();

  /// The start times of the tests of artifacts.
  private final Map<String, Long> began = new HashMap<>();

  private final Map<String, Integer> skipped = new TreeMap<>();
  private final List<Failure> failures = new ArrayList<>();

  /// The modules whose tests run now, in the order of their starts.
  private final Map<String, String> running = new LinkedHashMap<>();

  private final boolean isTerminal;

  /// The number of modules to test, and of those that have been tested.
  private int planned;

  private int done;
  private int total;

  private Report(Path root, List<String> folders) throws IOException {
    this.root = root;
    this.isTerminal = isTerminal();
    for (String folder : folders) {
      String pom = Files.readString(root.resolve(folder).resolve("pom.xml"));
      Matcher artifact = ARTIFACT.matcher(PARENT.matcher(pom).replaceFirst(""));
      if (!artifact.find()) {
        throw new IOException("the pom.xml of " + folder + " names no artifact");
      }
      modules.put(artifact.group(1), folder);
      planned += isTested(folder) ? 1 : 0;
    }
  }

  public static void main(String[] args) throws Exception {
    System.exit(new Report(Path.of(args[0]).toRealPath(), List.of(args).subList(1, args.length)).run());
  }

  private int run() throws Exception {
    long start = System.nanoTime();
    if (isTerminal) {
      var clock = new Thread(() -> tick(start), "progress");
      clock.setDaemon(true);
      clock.start();
    }
    var input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      Matcher step = STEP.matcher(line);
      if (step.find()) {
        String artifact = step.group(2);
        if (step.group(1).equals("surefire")) {
          begins(artifact);
        } else if (began.containsKey(artifact)) {
          tell(artifact);
        }
      }
    }
    for (String artifact : List.copyOf(modules.keySet())) {
      tell(artifact);
    }
    return end(seconds(start));
  }

  private synchronized void begins(String artifact) {
    String module = modules.get(artifact);
    if (module != null && began.putIfAbsent(artifact, System.nanoTime()) == null && isTested(module)) {
      running.put(artifact, module.substring(module.lastIndexOf('/') + 1));
    }
  }

  private boolean isTested(String module) {
    Path folder = root.resolve(module);
    return Files.isDirectory(folder.resolve("src/test"))
        && !Files.exists(folder.resolve("target/untested"));
  }

  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /// Shows, each second, what runs.
  private void tick(long start) {
    try {
      while (true) {
        Thread.sleep(1000);
        synchronized (this) {
          String line = "  %d of %d, %d s; now %s".formatted(done, planned, seconds(start), now());
          System.out.print("\r" + (line.length() > 78 ? line.substring(0, 78) : line) + "\033[K\r");
          System.out.flush();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String now() {
    return running.isEmpty() ? "Maven" : String.join(", ", running.values());
  }

  /// Reports the tests of an artifact after Maven has run them.
  private synchronized void tell(String artifact) throws Exception {
    String module = modules.remove(artifact);
    running.remove(artifact);
    if (module != null) {
      done += isTested(module) ? 1 : 0;
      Path reports = root.resolve(module).resolve("target/surefire-reports");
      if (Files.isDirectory(reports)) {
        tell(module, reports, began.getOrDefault(artifact, System.nanoTime()));
      }
    }
  }

  private void tell(String module, Path reports, long start) throws Exception {
    int tests = 0;
    int left = 0;
    int failed = failures.size();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
      for (Path file : files) {
        var cases = suite(file).getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
          tests++;
          left += read((Element) cases.item(i), reports);
        }
      }
    }
    if (tests == 0) {
      return;
    }
    total += tests - left;
    failed = failures.size() - failed;
    System.out.printf(
        "%s  %2d of %d  %-18s %5d tests %5d s%s%s%s%n",
        isTerminal ? "\033[K" : "",
        done,
        planned,
        module,
        tests,
        seconds(start),
        left == 0 ? "" : ", " + left + " skipped",
        failed == 0 ? "" : ", " + failed + " FAILED",
        running.isEmpty() ? "" : "; now " + now());
  }

  private static Element suite(Path file) throws Exception {
    // The message of a failure may be a whole page.
    System.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
    System.setProperty("jdk.xml.totalEntitySizeLimit", "0");
    try (InputStream in = Files.newInputStream(file)) {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in).getDocumentElement();
    }
  }

  /// Records the result of a test; returns 1 if it was skipped.
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

  private synchronized int end(long seconds) {
    for (Failure failure : failures) {
      System.out.println("\nFAILED " + failure.test);
      failure.message.forEach(line -> System.out.println("    " + line));
      System.out.println("    full report: " + failure.file);
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
      System.out.println("weft: no test ran, so nothing was tested");
      return 1;
    }
    System.out.println(
        "weft: the output of tests, including reports of jobs that fail on purpose, is in "
            + root + File.separator + "*" + File.separator + "target/surefire-reports/*-output.txt");
    return failures.isEmpty() ? 0 : 1;
  }

  private static long seconds(long since) {
    return (System.nanoTime() - since) / 1_000_000_000;
  }
}
