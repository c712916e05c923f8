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

/// What the benchmarks' mains have in common.
public final class Mains {
  private static final long MILLIS_TO_END = 200;

  /// A benchmark.
  @FunctionalInterface
  public interface Body {
    /// Measures, and prints what it has found.
    void run() throws Exception;
  }

  private Mains() {}

  /// Runs a benchmark. What ends it is said in a sentence, and the exit code is 1 then.
  ///
  /// Ctrl-C ends the processes of the benchmark as well as this one: that they are gone is then no
  /// failure of theirs, and nothing is said of it.
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

  /// Whether this JVM is being ended; our own signal may come a moment after our children's.
  private static boolean isEnding(CountDownLatch ending) {
    try {
      return ending.await(MILLIS_TO_END, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// A sentence where somebody has written one; a stack trace is for faults of the benchmark.
  private static String text(Exception e) {
    String message = e.getMessage();
    boolean sentence = e instanceof BenchException || e instanceof WeftException;
    if (message == null || !(sentence || e instanceof UncheckedIOException)) {
      var trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      return trace.toString().stripTrailing();
    }
    Throwable cause = e.getCause();
    return cause == null ? message : message + ": " + cause;
  }

  /// The options of a benchmark, or null after `help` was printed; a wrong option ends the JVM with
  /// code 2.
  public static <T> @Nullable T options(
      String command, String help, Function<String[], @Nullable T> read, String... args) {
    try {
      T options = read.apply(args);
      if (options == null) {
        System.out.print("Usage: " + command + " [OPTIONS]\n" + help);
      }
      return options;
    } catch (IllegalArgumentException e) {
      throw refuse(command, e.getMessage());
    }
  }

  static @Nullable BenchOptions options(String command, String[] args) {
    return options(command, BenchOptions.HELP, BenchOptions::of, args);
  }

  /// Says what is wrong with the arguments, and ends the JVM with code 2.
  public static IllegalArgumentException refuse(String command, @Nullable String sentence) {
    System.err.println(command + ": " + sentence);
    System.exit(2);
    throw new IllegalArgumentException(sentence);
  }

  /// A report that begins with where and how it was measured: `over` which transport, in how many
  /// rounds of slices, in an order by `seed`.
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

  /// The limits, and the file if one was asked for, with the samples.
  public static void end(Report report, @Nullable Path json, List<Map<String, Object>> samples) {
    report.limits();
    if (json != null) {
      report.fact("samples", samples);
      report.write(json);
    }
  }

  /// The same with the samples of these figures.
  public static void end(List<Figures> figures, Report report, @Nullable Path json) {
    end(report, json, figures.stream().flatMap(some -> some.raw().stream()).toList());
  }
}
