// SPDX-License-Identifier: Apache-2.0
package weft.bench.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;
import weft.bench.collective.Answer;
import weft.bench.collective.Team;
import weft.collective.schedule.Collective;
import weft.model.measured.Statistics;
import weft.model.measured.Subject;

/// What SimGrid's SMPI predicts of Open MPI's collective operations, with factors that come from
/// Open MPI's messages of the same minutes, beside Open MPI's own times. It is how well a simulator
/// of MPI that is calibrated in the same way does; combining data takes no time in it.
final class SmpiPart {
  private static final String SOURCE = "mpi_collectives";
  private static final String MESSAGE = "message";

  /// With a size on either side of where Open MPI ceases to send at once.
  private static final List<Long> MESSAGES =
      List.of(
          8L,
          512L,
          2048L,
          4088L,
          4096L,
          8192L,
          32L << 10,
          64L << 10,
          128L << 10,
          256L << 10,
          1L << 20);

  private static final int SIMULATED = 4;
  private static final int WARM = 5;

  private final Report report;
  private final long seed;
  private final int rounds;

  SmpiPart(Report report, long seed, int rounds) {
    this.report = report;
    this.seed = seed;
    this.rounds = rounds;
  }

  /// Something of MPI that is timed.
  private record Call(String name, long bytes) {
    String line(int count) {
      return "run %s %d %d %d".formatted(name, bytes, WARM, count);
    }

    /// About ten milliseconds of calls.
    int count() {
      return Math.clamp((32L << 20) / Math.max(1, bytes), 20, 1000);
    }

    /// Microseconds of a call, the mean of both ranks, or of a message, half of there and back.
    double micros(List<Answer> answers, int count) {
      double zero = answers.get(0).value(0) / 1000.0 / count;
      double one = answers.get(1).value(0) / 1000.0 / count;
      return name.equals(MESSAGE) ? zero / 2 : (zero + one) / 2;
    }
  }

  /// Measures and predicts, where SMPI and an MPI are installed.
  void run() throws IOException, InterruptedException {
    Optional<Path> compiler = BenchMachine.program("smpicc");
    Optional<Path> smpirun = BenchMachine.program("smpirun");
    if (compiler.isEmpty() || smpirun.isEmpty()) {
      report.say(
          "%nSMPI is left out: there is no smpicc or no smpirun on the PATH; on Debian: apt install libsimgrid-dev"
              .formatted());
      return;
    }
    Optional<PeerProgram> real = PeerProgram.mpi(report, SOURCE);
    if (real.isEmpty()) {
      return;
    }
    Optional<PeerProgram> simulated = PeerProgram.compile(report, compiler.get(), SOURCE);
    try {
      if (simulated.isPresent()) {
        compare(measure(real.get()), simulated.get(), smpirun.get());
      }
    } finally {
      real.get().delete();
      simulated.ifPresent(PeerProgram::delete);
    }
  }

  private static List<Call> calls() {
    List<Call> all = new ArrayList<>();
    MESSAGES.forEach(bytes -> all.add(new Call(MESSAGE, bytes)));
    for (Collective collective : Collective.values()) {
      for (long bytes : collective == Collective.BARRIER ? List.of(0L) : HeldOut.DATA) {
        all.add(new Call(Subject.word(collective), bytes));
      }
    }
    return all;
  }

  /// The median times of Open MPI, in rounds of random order.
  private Map<Call, Double> measure(PeerProgram program) throws IOException {
    var times = new LinkedHashMap<Call, List<Double>>();
    List<Call> order = calls();
    var random = new Random(seed);
    var team =
        new Team(
            "Open MPI",
            2,
            socket ->
                BenchMachine.run(
                    List.of("mpirun", "-n", "2", program.program().toString(), socket.toString()),
                    Map.of()));
    try (team) {
      for (int round = 0; round < rounds; round++) {
        Collections.shuffle(order, random);
        for (Call call : order) {
          int count = call.count();
          times
              .computeIfAbsent(call, it -> new ArrayList<>())
              .add(call.micros(team.ask(call.line(count)), count));
        }
      }
    }
    var medians = new LinkedHashMap<Call, Double>();
    times.forEach((call, all) ->
        medians.put(
            call, Statistics.median(all.stream().mapToDouble(Double::doubleValue).toArray())));
    return medians;
  }

  private void compare(Map<Call, Double> measured, PeerProgram simulated, Path smpirun)
      throws IOException {
    SortedMap<Long, Double> messages = new TreeMap<>();
    MESSAGES.forEach(
        bytes -> messages.put(bytes, measured.getOrDefault(new Call(MESSAGE, bytes), Double.NaN)));
    SmpiFactors factors = SmpiFactors.of(messages);
    List<Call> calls = calls();
    List<List<Answer>> answers =
        SmpiJob.run(
            smpirun,
            simulated.program(),
            simulated.folder(),
            factors,
            calls.stream().map(it -> it.line(SIMULATED)).toList());
    var errors = new LinkedHashMap<String, List<Double>>();
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      double predicted = call.micros(answers.get(i), SIMULATED);
      double real = measured.getOrDefault(call, Double.NaN);
      errors
          .computeIfAbsent(call.name(), it -> new ArrayList<>())
          .add(Math.max(predicted, real) / Math.max(1e-9, Math.min(predicted, real)));
    }
    var rows = new ArrayList<List<Object>>();
    List<Double> all = new ArrayList<>();
    errors.forEach((name, its) -> {
      double[] values = its.stream().mapToDouble(Double::doubleValue).toArray();
      rows.add(
          List.of(
              name.equals(MESSAGE) ? "messages, which calibrate" : name,
              its.size(),
              Statistics.geometricMean(values),
              Statistics.quantile(1, values)));
      all.addAll(name.equals(MESSAGE) ? List.of() : its);
    });
    rows.add(
        List.of(
            "all operations",
            all.size(),
            Statistics.geometricMean(all.stream().mapToDouble(Double::doubleValue).toArray()),
            Collections.max(all)));
    report.table(
        "smpi",
        "Open MPI's own times, and what SMPI predicts of them: proportional error",
        List.of("operation", "cells", "mean", "most"),
        rows);
  }
}
