// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import weft.calibrate.rank.SliceEffort;
import weft.cli.CommandException;
import weft.cli.Main;
import weft.model.measured.Figure;
import weft.model.measured.Subject;

/// Measures as `weft calibrate` does, for benchmarks.
public final class Calibration {
  private static final int WARM_MILLIS = 4000;

  private Calibration() {}

  /// What two ranks of a host measure to find the parameters of a machine.
  public static List<Subject> pair(boolean isQuick) {
    return Plan.pair(isQuick);
  }

  /// Measures subjects of two ranks on this machine, by distance of their processors.
  ///
  /// @param rounds the slices of each
  /// @param sliceMillis the length of a slice
  public static Map<String, List<Figure>> measure(
      long seed, int rounds, int sliceMillis, List<Subject> subjects) {
    List<MeasuredSlice> samples =
        new MeasuringJobs(System.err, seed)
            .run(
                "measuring",
                List.of("--transport", "shm"),
                2,
                new SliceEffort(rounds, sliceMillis, WARM_MILLIS, 3),
                subjects);
    return Distances.of(samples).figures(samples);
  }

  /// What two ranks on two hosts measure to find the parameters of a network.
  public static List<Subject> network() {
    return Plan.hosts();
  }

  /// Measures subjects of one rank on each of these hosts.
  ///
  /// @param transport tcp, mpi or ucx
  public static List<Figure> measure(
      long seed,
      int rounds,
      int sliceMillis,
      String transport,
      List<String> hosts,
      List<Subject> subjects) {
    List<MeasuredSlice> samples =
        new MeasuringJobs(System.err, seed)
            .run(
                hosts.size() + " hosts",
                List.of("--transport", transport, "--hosts", String.join(",", hosts)),
                hosts.size(),
                new SliceEffort(rounds, sliceMillis, WARM_MILLIS, 3),
                subjects);
    return Distances.of(List.of()).figures(samples).values().iterator().next();
  }

  /// Runs a program by `weft run` with these words, and returns what it printed.
  ///
  /// @throws CommandException if it fails; its standard error is that of this process
  public static String program(List<String> words) {
    List<String> all = new ArrayList<>(Main.again());
    all.add("run");
    all.addAll(words);
    try {
      Process job = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String text = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = job.waitFor();
      if (code != 0) {
        throw CommandException.failure(
            "weft run %s ended with exit code %d.".formatted(String.join(" ", words), code));
      }
      return text;
    } catch (IOException e) {
      throw CommandException.failure("The job cannot be started: " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("Interrupted while a program ran.");
    }
  }
}
