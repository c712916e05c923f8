// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.WeftException;
import weft.cli.ClassPaths;
import weft.transport.TransportProvider;
import weft.transport.mpi.MpiProvider;
import weft.transport.mpi.Mpirun;
import weft.transport.mpi.Probe;

/// The checks of `weft doctor` for MPI: which `mpirun` is installed, and whether it starts a rank
/// that finds its library.
final class MpiChecks {
  private static final long MILLIS_TO_ANSWER = 30_000;

  private MpiChecks() {}

  static Check check() {
    var found = new ArrayList<Mpirun>();
    for (Mpirun.Kind kind : Mpirun.Kind.values()) {
      Mpirun mpirun = Mpirun.onPath(kind);
      if (mpirun != null) {
        found.add(mpirun);
      }
    }
    if (found.isEmpty()) {
      return Check.of(
          "MPI",
          Check.State.ABSENT,
          "no mpirun",
          "Only ranks on several hosts (--transport mpi) and comparisons in weft bench need it; "
              + "on Debian: apt install openmpi-bin libopenmpi-dev.");
    }
    var names = new ArrayList<String>();
    var problems = new ArrayList<String>();
    var values = new LinkedHashMap<String, Object>();
    for (Mpirun mpirun : found) {
      String name = mpirun.kind().title() + " " + mpirun.version();
      String problem = problem(mpirun);
      names.add(name + " (" + mpirun.file() + ")");
      values.put(
          mpirun.kind().title(),
          Map.of(
              "mpirun", mpirun.file().toString(),
              "version", mpirun.version(),
              "problem", problem));
      if (!problem.isEmpty()) {
        problems.add(name + " starts no rank: " + problem);
      }
    }
    return Check.ok("MPI", String.join(", ", names), values)
        .adviceIf(!problems.isEmpty(), String.join(" ", problems));
  }

  /// The reason, in the words of `mpirun`, why it cannot start a rank; empty if it can.
  private static String problem(Mpirun mpirun) {
    var answer = new ByteArrayOutputStream();
    var code = new int[] {-1};
    var trial =
        new Thread(
            () -> {
              try (var out = new PrintStream(answer, true, UTF_8)) {
                code[0] = Probe.run(mpirun, java(), out);
              } catch (WeftException e) {
                answer.writeBytes(String.valueOf(e.getMessage()).getBytes(UTF_8));
              }
            },
            "weft-try-mpi");
    trial.setDaemon(true);
    trial.start();
    try {
      trial.join(MILLIS_TO_ANSWER);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (trial.isAlive()) {
      return "it does not answer.";
    }
    return code[0] == 0 ? "" : sentence(code[0], answer.toString(UTF_8));
  }

  /// Finds the line with the reason: an exception's message, if there is one.
  static String sentence(int code, String answer) {
    for (String line : answer.split("\n", -1)) {
      int message = line.indexOf("WeftException: ");
      if (message >= 0) {
        return line.substring(message + "WeftException: ".length()) + ".";
      }
    }
    return answer.isBlank() ? "it ended with exit code " + code + "." : answer.strip();
  }

  private static List<String> java() {
    var classPath =
        ClassPaths.withRequired(ClassPaths.of(List.of(TransportProvider.class, MpiProvider.class)));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx64m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        ClassPaths.join(classPath));
  }
}
