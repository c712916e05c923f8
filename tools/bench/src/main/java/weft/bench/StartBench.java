// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import weft.model.measured.Statistics;
import weft.transport.job.TemporaryFolder;

/// `weft bench start`: measures the time from a command to its end for programs that do nothing. It
/// also measures the time from the death of a rank to the end of all processes.
public final class StartBench {
  private static final String COMMAND = "weft bench start";
  private static final int LAST_LINES = 10;
  private static final String SOURCE =
      """
      import weft.Weft;

      void main(String[] args) {
        // Run %d
        Weft.launch(args, world -> world.start());
      }
      """;

  private final BenchOptions options;
  private final String weft;
  private final Path folder;
  private final Map<String, List<Double>> millis = new LinkedHashMap<>();
  private int leftovers;
  private int sources;

  private StartBench(BenchOptions options, Path weft, Path folder) {
    this.options = options;
    this.weft = weft.toString();
    this.folder = folder;
  }

  /// See [BenchOptions].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    BenchOptions options = Mains.options(COMMAND, args);
    if (options == null) {
      return;
    }
    Optional<Path> weft = Optional.ofNullable(options.weft()).or(BenchMachine::weft);
    if (weft.isEmpty()) {
      System.err.println("weft bench start: the weft command was not found; give it with --weft");
      System.exit(2);
      return;
    }
    Report report = Mains.report(options);
    Path folder = BenchMachine.temporary();
    var bench = new StartBench(options, weft.get(), folder);
    try {
      bench.measure();
    } finally {
      TemporaryFolder.delete(folder);
    }
    bench.report(report);
    Mains.end(List.of(), report, options.json());
  }

  private void measure() throws IOException, InterruptedException {
    List<String> bare = BenchMachine.java(List.of("-Xshare:auto"), Bare.class.getName(), List.of());
    List<String> named = run(2, Nothing.class.getName(), "--class-path", classPath());
    List<String> hello = List.of(weft, "--help");
    // The first run builds, prepares caches and fills the page cache, so it does not count.
    time(hello);
    time(named);
    time(source());
    for (int round = 0; round < options.rounds(); round++) {
      add("a JVM that does nothing", time(bare));
      add("weft --help", time(hello));
      add("weft run -n 2, a program that does nothing", time(named));
      add("weft run -n 2, a .java file never seen before", time(source()));
    }
    for (int round = 0; round < Math.max(3, options.rounds() / 4); round++) {
      add("from killing one of 4 ranks to the end of all", kill());
    }
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private List<String> run(int ranks, String program, String... more) {
    var command = new ArrayList<>(List.of(weft, "run", "-n", Integer.toString(ranks)));
    command.addAll(List.of("--transport", options.transport()));
    command.addAll(List.of(more));
    command.add(program);
    return command;
  }

  private List<String> source() throws IOException {
    Path file = folder.resolve("Empty.java");
    Files.writeString(file, SOURCE.formatted(++sources * 1000L + options.seed()));
    return run(2, file.toString());
  }

  private void add(String what, double time) {
    millis.computeIfAbsent(what, key -> new ArrayList<>()).add(time);
  }

  private double time(List<String> command) throws IOException, InterruptedException {
    long began = System.nanoTime();
    Process process = start(command);
    process.getInputStream().readAllBytes();
    int code = process.waitFor();
    double millis = (System.nanoTime() - began) / 1e6;
    if (code != 0) {
      throw new BenchException(
          String.join(" ", command) + " ended with code " + code + lastWords());
    }
    return millis;
  }

  private Process start(List<String> command) throws IOException {
    var builder = new ProcessBuilder(command);
    builder.environment().put("WEFT_NO_BUILD", "1");
    return builder.redirectError(errors().toFile()).start();
  }

  /// The file with the standard error of the last started process.
  private Path errors() {
    return folder.resolve("errors");
  }

  /// The last lines of that file, each on its own line.
  private String lastWords() throws IOException {
    List<String> lines = Files.readAllLines(errors());
    return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).stream()
        .map(line -> "\n  " + line)
        .collect(Collectors.joining());
  }

  /// Kills one of four ranks, and waits until all processes of the job have ended.
  private double kill() throws IOException, InterruptedException {
    Set<Path> before = shared();
    List<String> command = run(4, Nothing.class.getName(), "--class-path", classPath());
    command.add("wait");
    Process process = start(command);
    var ranks = new ArrayList<ProcessHandle>();
    var reader = process.inputReader();
    while (ranks.size() < 4) {
      String line = reader.readLine();
      if (line == null) {
        throw new BenchException(
            String.join(" ", command) + " ended before its ranks had started" + lastWords());
      }
      int at = line.indexOf("pid ");
      if (at >= 0) {
        ProcessHandle.of(Long.parseLong(line.substring(at + 4).strip())).ifPresent(ranks::add);
      }
    }
    var all = new ArrayList<ProcessHandle>(process.toHandle().descendants().toList());
    all.add(process.toHandle());
    all.addAll(ranks);
    Thread.sleep(200);
    long began = System.nanoTime();
    ranks.get(1).destroyForcibly();
    for (ProcessHandle one : all) {
      one.onExit().join();
    }
    double millis = (System.nanoTime() - began) / 1e6;
    // Other jobs of this machine may have files there for a moment; only leftovers stay.
    Set<Path> left = shared();
    left.removeAll(before);
    Thread.sleep(left.isEmpty() ? 0 : 1000);
    left.retainAll(shared());
    leftovers += left.size();
    return millis;
  }

  private static Set<Path> shared() throws IOException {
    try (Stream<Path> files = Files.list(BenchMachine.sharedMemory())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("weft-"))
          .collect(Collectors.toSet());
    }
  }

  private void report(Report report) {
    var rows = new ArrayList<List<Object>>();
    millis.forEach((what, times) -> {
      double[] all = times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      rows.add(
          List.of(what, Statistics.median(all), all[0], all[all.length - 1], (long) all.length));
    });
    report.table(
        "starts",
        "From a command to its end, in milliseconds",
        List.of("what", "median", "least", "most", "n"),
        rows);
    limit(report, "weft run -n 2, a program that does nothing", 400);
    limit(report, "weft run -n 2, a .java file never seen before", 900);
    limit(report, "from killing one of 4 ranks to the end of all", 500);
    report.limit("files left in shared memory", "", leftovers, true, 0, "");
  }

  private void limit(Report report, String what, double limit) {
    double[] all =
        Objects.requireNonNull(millis.get(what)).stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
    report.limit(what, "", Statistics.median(all), true, limit, "ms");
  }

  /// A program that shows the start time of any Java program.
  static final class Bare {
    private Bare() {}

    /// Does nothing.
    public static void main(String[] args) {}
  }
}
