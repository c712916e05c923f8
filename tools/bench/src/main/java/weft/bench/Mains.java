// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.bench.harness.BusyMachineException;
import weft.files.FileException;
import weft.options.HelpWanted;
import weft.options.Options;

/// Common parts of the benchmarks' main methods: options, the report, and errors.
public final class Mains {
  private static final long MILLIS_TO_END = 200;

  /// A benchmark.
  @FunctionalInterface
  public interface Body {
    /// Measures, and prints the results.
    void run() throws Exception;
  }

  private Mains() {}

  /// Runs a benchmark. If it fails, this prints a sentence and exits with code 1.
  ///
  /// Ctrl-C also ends the processes that the benchmark started. Their end is then no failure, and
  /// nothing is printed.
  public static void run(String command, Body body) {
    var ending = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(ending::countDown, "weft-bench-ending"));
    try {
      body.run();
    } catch (Exception e) {
      if (!isEnding(ending)) {
        System.err.println(command + ": " + text(e));
        System.exit(1);
      }
    }
  }

  /// Whether this JVM is shutting down. Its signal may arrive a moment after its children's.
  private static boolean isEnding(CountDownLatch ending) {
    try {
      return ending.await(MILLIS_TO_END, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// The message of Weft's own exceptions, or a stack trace of others, which are faults of the
  /// benchmark.
  private static String text(Exception e) {
    String message = e.getMessage();
    boolean sentence =
        e instanceof BenchException
            || e instanceof BusyMachineException
            || e instanceof WeftException;
    if (message == null || !(sentence || e instanceof UncheckedIOException)) {
      var trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      return trace.toString().stripTrailing();
    }
    Throwable cause = e.getCause();
    // The sentence of a file's exception is in the message already.
    return cause == null || cause instanceof FileException ? message : message + ": " + cause;
  }

  /// Returns the options of a benchmark, or null after printing the help, which begins with
  /// `about`. A wrong option ends the JVM with code 2.
  public static <T> @Nullable T options(
      String command, String about, Function<Options, T> read, String... args) {
    try {
      String usage = "Usage: " + command + " [OPTIONS]\n" + about;
      return read.apply(new Options(command, usage, List.of(args)));
    } catch (HelpWanted help) {
      System.out.print(help.text());
      return null;
    } catch (IllegalArgumentException e) {
      throw refuse(command, e.getMessage());
    }
  }

  static @Nullable BenchOptions options(String command, String[] args) {
    return options(command, "", BenchOptions::of, args);
  }

  /// Prints what is wrong with the arguments, and exits with code 2.
  public static IllegalArgumentException refuse(String command, @Nullable String sentence) {
    System.err.println(command + ": " + sentence);
    System.exit(2);
    throw new IllegalArgumentException(sentence);
  }

  /// A report whose first lines show the machine, the transport `over`, the number of rounds, and
  /// the seed of their order.
  public static Report report(String over, int rounds, long seed) {
    var report = new Report(System.out);
    report.fact("processor", BenchMachine.processor());
    report.fact("cores", BenchMachine.cores());
    report.fact("java", System.getProperty("java.vm.version"));
    report.fact("transport", over);
    report.fact("rounds", rounds);
    report.fact("seed", seed);
    report.say(
        BenchMachine.processor()
            + ", "
            + BenchMachine.cores()
            + " cores, Java "
            + System.getProperty("java.version")
            + ", transport "
            + over
            + ", seed "
            + seed);
    return report;
  }

  static Report report(BenchOptions options) {
    return report(options.transport(), options.rounds(), options.seed());
  }

  /// Prints the limits, and writes the report with the samples to `json` unless that is null.
  public static void end(Report report, @Nullable Path json, List<Map<String, Object>> samples) {
    report.limits();
    if (json != null) {
      report.fact("samples", samples);
      report.write(json);
    }
  }

  /// Ends a report as above, with the samples of these figures, and prints what all slices show.
  public static void end(List<Figures> figures, Report report, @Nullable Path json) {
    for (int i = 0; i < figures.size(); i++) {
      figures.get(i).allSlices(report, i);
    }
    end(report, json, figures.stream().flatMap(some -> some.raw().stream()).toList());
  }
}
