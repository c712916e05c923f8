// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.report.Page;
import weft.report.ReportException;
import weft.transport.job.TemporaryFolder;

/// `weft bench`: runs benchmarks in turn, each in its own JVM.
@Command(
    name = "bench",
    customSynopsis = "weft bench [OPTIONS] [NAME...] [BENCHMARK OPTIONS...]",
    sortOptions = false,
    description = {"Measures this machine. Without a name, lists the benchmarks.", ""},
    footer = {
      "",
      "Arguments after the names go to the benchmarks; weft bench NAME --help lists",
      "the options of one."
    })
final class BenchCommand implements Callable<Integer> {
  private static final String JSON = "--json";
  private static final String REPORT = "--report";

  @Option(
      names = JSON,
      paramLabel = "FILE",
      description = "Also write the figures to this file. May follow the names.")
  @Nullable Path json;

  @Option(
      names = REPORT,
      paramLabel = "FILE",
      description = "Also write a page with tables and charts. May follow the names.")
  @Nullable Path report;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "An option for the benchmark's JVM. Repeatable.")
  List<String> jvmArguments = new ArrayList<>();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(hidden = true)
  List<String> arguments = new ArrayList<>();

  private static final int SECONDS_BETWEEN_NEWS = 20;

  private final PrintStream out;
  private final Machine machine;

  BenchCommand(PrintStream out, Machine machine) {
    this.out = out;
    this.machine = machine;
  }

  @Override
  public Integer call() {
    Catalogue catalogue = Catalogue.read(Catalogue.BENCHMARKS, getClass().getClassLoader());
    List<Catalogue.Entry> chosen = takeNames(catalogue);
    if (chosen.isEmpty()) {
      out.print(
          catalogue.entries().isEmpty()
              ? "There is no benchmark on the class path; add weft-bench to it."
                  + System.lineSeparator()
              : catalogue.table());
      return 0;
    }
    json = takeFile(JSON, json);
    report = takeFile(REPORT, report);
    List<String> options = arguments;
    if (json != null) {
      JsonFile.checkTarget(json);
    }
    if (report != null) {
      checkReport(report);
    }
    var results = new LinkedHashMap<String, Object>();
    for (Catalogue.Entry entry : chosen) {
      if (chosen.size() > 1) {
        out.println("== " + entry.name() + ": " + entry.description());
        out.flush();
      }
      int code = run(entry, options, results);
      if (code != 0) {
        write(results); // Saves the earlier results, which may have taken an hour.
        return code;
      }
    }
    write(results);
    return 0;
  }

  private void write(Map<String, Object> results) {
    if (results.isEmpty()) {
      return;
    }
    if (json != null) {
      JsonFile.write(json, content(results));
    }
    if (report != null) {
      try {
        BenchPage.write(report, content(results));
      } catch (ReportException e) {
        throw CommandException.failure(String.valueOf(e.getMessage()));
      }
      out.println("The report is in " + report + ".");
    }
  }

  private static void checkReport(Path report) {
    try {
      Page.checkWritable(report);
    } catch (ReportException e) {
      throw CommandException.usage(String.valueOf(e.getMessage()));
    }
  }

  /// Takes the names of benchmarks from the front of the arguments.
  private List<Catalogue.Entry> takeNames(Catalogue catalogue) {
    var chosen = new ArrayList<Catalogue.Entry>();
    while (chosen.size() < arguments.size() && !arguments.get(chosen.size()).startsWith("-")) {
      String name = arguments.get(chosen.size());
      Catalogue.Entry entry = catalogue.find(name);
      if (entry == null && chosen.isEmpty()) {
        var known = catalogue.entries().keySet();
        throw CommandException.usage(
            "There is no benchmark "
                + name
                + "."
                + KnownNames.suggestion(name, known)
                + (known.isEmpty()
                    ? " There are none on the class path; add weft-bench to it."
                    : " There are: " + String.join(", ", known) + "."));
      }
      if (entry == null) {
        break; // From the first word that names no benchmark, arguments go to the benchmarks.
      }
      chosen.add(entry);
    }
    arguments.subList(0, chosen.size()).clear();
    return chosen;
  }

  /// Takes an option of this command with its file, such as `--json FILE`, from anywhere in the
  /// arguments.
  private @Nullable Path takeFile(String option, @Nullable Path before) {
    Path file = before;
    var rest = new ArrayList<>(arguments);
    for (String argument : arguments) {
      if (argument.startsWith(option + "=")) {
        file = Path.of(argument.substring(option.length() + 1));
        rest.remove(argument);
      }
    }
    int at = rest.indexOf(option);
    if (at >= 0) {
      if (at + 1 == rest.size()) {
        throw CommandException.usage(option + " needs a file name after it.");
      }
      file = Path.of(rest.get(at + 1));
      rest.subList(at, at + 2).clear();
    }
    arguments = rest;
    return file;
  }

  private int run(Catalogue.Entry entry, List<String> options, Map<String, Object> results) {
    var program = new ProgramSpec(entry.name(), entry.mainClass(), ClassPaths.launcher());
    var arguments = new ArrayList<>(options);
    Path file = null;
    if (json != null || report != null) {
      file = TemporaryFolder.untilExit("launcher").resolve(entry.name() + ".json");
      arguments.addAll(List.of("--json", file.toString()));
    }
    var command = new RankCommand(machine.share(1), jvmArguments, null);
    var progress = new Thread(() -> tellProgress(entry.name()), "weft-progress");
    progress.setDaemon(true);
    progress.start();
    int code = Child.run(command.of(program, arguments, systemProperties()), Map.of());
    progress.interrupt();
    if (code == 0 && file != null) {
      if (!Files.isRegularFile(file)) {
        throw CommandException.failure("The benchmark " + entry.name() + " wrote no figures.");
      }
      results.put(entry.name(), JsonFile.read(file));
    }
    return code;
  }

  /// Says now and then that a benchmark still measures: its tables appear at the end.
  private static void tellProgress(String name) {
    try {
      for (int seconds = SECONDS_BETWEEN_NEWS; ; seconds += SECONDS_BETWEEN_NEWS) {
        Thread.sleep(1000L * SECONDS_BETWEEN_NEWS);
        System.err.println("weft: " + name + " has measured for " + seconds + " s.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Passes the paths of this command and of the cache of ranks to the benchmark.
  private static List<String> systemProperties() {
    return Stream.of("weft.home", RankCommand.CACHE)
        .filter(name -> System.getProperty(name) != null)
        .map(name -> "-D" + name + "=" + System.getProperty(name))
        .toList();
  }

  private Map<String, Object> content(Map<String, Object> results) {
    var content = new LinkedHashMap<String, Object>();
    content.put("weft", Main.versionNumber());
    content.put("java", Runtime.version().toString());
    content.put("machine", machine.toMap());
    content.put("benchmarks", results);
    return content;
  }
}
