// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.bench.BenchMachine;
import weft.bench.Report;

/// Elements of a chare array of Charm++ on two processors (`peers/charm`), if `charmc` is on the
/// PATH.
///
/// @param tripNanos half a round trip between two elements
/// @param rate messages a microsecond to 1,000 elements in random order
record CharmPeer(double tripNanos, double rate) {
  private static final Pattern LINES =
      Pattern.compile("(?s).*\\btrip ([0-9.]+)\\s.*\\brate ([0-9.]+)\\s.*");

  /// Compiles and measures it. Without `charmc`, or when something fails, the report says so.
  static Optional<CharmPeer> run(Report report) throws IOException, InterruptedException {
    Optional<Path> charmc = BenchMachine.program("charmc");
    if (charmc.isEmpty()) {
      report.say("Charm++ is left out: there is no charmc on the PATH.");
      return Optional.empty();
    }
    return run(report, charmc.get());
  }

  static Optional<CharmPeer> run(Report report, Path charmc)
      throws IOException, InterruptedException {
    Path folder = BenchMachine.temporary();
    for (String name : List.of("objects.ci", "objects.C")) {
      try (InputStream in = BenchMachine.class.getResourceAsStream("peers/charm/" + name)) {
        if (in == null) {
          throw new IOException("the jar has no peers/charm/" + name);
        }
        Files.copy(in, folder.resolve(name));
      }
    }
    String compiler = charmc.toString();
    var text = new StringBuilder();
    for (List<String> command :
        List.of(
            List.of(compiler, "objects.ci"),
            List.of(compiler, "-O3", "-language", "charm++", "-o", "objects", "objects.C"),
            List.of("./charmrun", "+p2", "./objects", "++local"))) {
      int code = run(command, folder, text);
      if (code != 0) {
        report.say(
            "Charm++ is left out: %s ended with %d; it wrote: %s"
                .formatted(String.join(" ", command), code, text.toString().strip()));
        return Optional.empty();
      }
    }
    Matcher lines = LINES.matcher(text);
    if (!lines.matches()) {
      report.say("Charm++ is left out: its program wrote: " + text.toString().strip());
      return Optional.empty();
    }
    return Optional.of(
        new CharmPeer(Double.parseDouble(lines.group(1)), Double.parseDouble(lines.group(2))));
  }

  /// Runs `command` in `folder`, and replaces `text` by what it writes.
  private static int run(List<String> command, Path folder, StringBuilder text)
      throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    int code =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    text.setLength(0);
    text.append(Files.readString(log));
    return code;
  }
}
