// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import weft.calibrate.rank.CalibrationRank;
import weft.calibrate.rank.SliceEffort;
import weft.cli.CommandException;
import weft.cli.LongWork;
import weft.cli.Main;
import weft.model.measured.Subject;

/// Runs jobs that measure, by `weft run`, and reads what they print.
final class MeasuringJobs {
  private static final int BAR = 30;

  /// The barriers by which two ranks see how distant they are.
  private static final int PROBES = 32;

  private final PrintStream err;
  private final long seed;
  private final boolean isTerminal;

  /// Jobs whose slices have orders that follow from `seed`. A terminal at `err` shows the progress.
  MeasuringJobs(PrintStream err, long seed) {
    this.err = err;
    this.seed = seed;
    this.isTerminal = LongWork.isTerminal(Path.of("/proc/self/fd/2"));
  }

  /// Runs a job of as many ranks as the subjects have.
  ///
  /// @param what what it does, for the terminal
  /// @param options options of `weft run` besides `-n`
  /// @throws CommandException if the job fails
  List<MeasuredSlice> run(
      String what, List<String> options, int ranks, SliceEffort effort, List<Subject> subjects) {
    List<String> words = new ArrayList<>(Main.again());
    words.addAll(List.of("run", "-n", Integer.toString(ranks)));
    words.addAll(options);
    words.addAll(List.of("--stall", "0"));
    words.addAll(List.of("--class-path", System.getProperty("java.class.path")));
    words.add(CalibrationRank.class.getName());
    words.addAll(CalibrationRank.arguments(seed, effort, ranks == 2 ? PROBES : 0, subjects));
    var builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
    List<MeasuredSlice> samples = new ArrayList<>();
    try {
      show(what, 0, effort.rounds());
      Process job = builder.start();
      var end = new Thread(job::destroy, "weft-end-job");
      Runtime.getRuntime().addShutdownHook(end);
      try (BufferedReader lines = job.inputReader()) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          String[] parts = line.split(" ");
          if (parts[0].equals(CalibrationRank.SLICE)) {
            samples.add(
                new MeasuredSlice(
                    subjects.get(Integer.parseInt(parts[1])),
                    Integer.parseInt(parts[2]),
                    Double.parseDouble(parts[3]) / 1000,
                    Double.parseDouble(parts[4]),
                    Double.parseDouble(parts[5])));
          } else if (parts[0].equals(CalibrationRank.ROUND)) {
            show(what, Integer.parseInt(parts[1]) + 1, effort.rounds());
          } else {
            err.println(line);
          }
        }
      }
      int code = job.waitFor();
      clear();
      if (code != 0) {
        throw CommandException.failure(
            "The job that measures (%s) ended with exit code %d; nothing was written."
                .formatted(what, code));
      }
    } catch (IOException e) {
      throw CommandException.failure("The job cannot be started: " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("Interrupted; nothing was written.");
    }
    return samples;
  }

  private void show(String what, int done, int all) {
    if (isTerminal) {
      int full = BAR * done / Math.max(1, all);
      err.printf(
          Locale.ROOT,
          "\r%-28s [%s%s] %3d %%",
          what,
          "#".repeat(full),
          " ".repeat(BAR - full),
          100 * done / Math.max(1, all));
      err.flush();
    }
  }

  private void clear() {
    if (isTerminal) {
      err.printf("\r%72s\r", "");
      err.flush();
    }
  }
}
