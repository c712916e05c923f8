// SPDX-License-Identifier: Apache-2.0
package weft.bench.maxwell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.CommonOptions;
import weft.collective.Group;
import weft.collective.Operator;
import weft.maxwell.CurrentBasis;
import weft.maxwell.Direction;
import weft.maxwell.Equation;
import weft.maxwell.FarField;
import weft.maxwell.MieSphere;
import weft.maxwell.PlaneWave;
import weft.maxwell.Port;
import weft.maxwell.PortNetwork;
import weft.maxwell.SurfaceCurrents;
import weft.maxwell.SurfaceSolver;
import weft.maxwell.Wave;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.SurfaceShapes;
import weft.model.measured.Statistics;
import weft.options.Options;

/// `weft bench maxwell`: dipoles beside NEC-2, spheres beside Mie's series, and where the time of a
/// solution goes. Ranks are threads, as many as there are cores.
public final class MaxwellBench {
  private static final String COMMAND = "weft bench maxwell";
  private static final int ANGLES = 181;
  private static final double[] LENGTHS = {0.3, 0.4, 0.47, 0.5, 0.7, 1.0, 1.3};

  /// Of a strip. NEC-2's wire has a quarter of it as its radius.
  private static final double WIDTH = 0.01;

  private record Choice(int triangles, int rounds, boolean peers, @Nullable Path json) {
    static Choice of(Options given) {
      boolean quick = CommonOptions.quick(given);
      var choice =
          new Choice(
              given.count(
                  "triangles N", quick ? 320 : 1280, 20, 100_000, "triangles of the sphere"),
              CommonOptions.rounds(given, 5, 2),
              !given.has("no-peers", "leave out NEC-2"),
              CommonOptions.json(given));
      given.end();
      return choice;
    }
  }

  private final Choice choice;
  private final Report report;
  private final List<Map<String, Object>> samples = new ArrayList<>();

  private MaxwellBench(Choice choice, Report report) {
    this.choice = choice;
    this.report = report;
  }

  /// See the help.
  public static void main(String[] args) {
    Mains.run(
        COMMAND,
        () -> {
          Choice choice = Mains.options(COMMAND, "", Choice::of, args);
          if (choice != null) {
            new MaxwellBench(choice, Mains.report("threads", choice.rounds(), 0)).run();
          }
        });
  }

  private void run() throws IOException, InterruptedException {
    dipoles();
    spheres();
    times();
    Mains.end(report, choice.json(), samples);
  }

  /// Runs on all ranks, and returns the result of rank 0.
  private static <T> T onRanks(long heap, BiFunction<World, Group, T> work) {
    var result = new AtomicReference<@Nullable T>();
    try (Job job =
        Weft.open(WeftConfig.ofRanks(BenchMachine.cores()).withHeap(Math.max(heap, 1 << 24)))) {
      job.run(world -> {
        Group all = Group.world(world);
        world.start();
        T mine = work.apply(world, all);
        if (world.rank() == 0) {
          result.set(mine);
        }
      });
    }
    return Objects.requireNonNull(result.get());
  }

  private static long heap(long functions, long sources) {
    return SurfaceSolver.memory(functions, sources, BenchMachine.cores()) * 5 / 4;
  }

  /// A dipole's impedance, gain and seconds.
  private record Fed(double resistance, double reactance, double gain, double seconds) {}

  private void dipoles() throws IOException, InterruptedException {
    boolean nec = choice.peers() && BenchMachine.program("nec2c").isPresent();
    if (choice.peers() && !nec) {
      report.say("NEC-2 is left out: there is no nec2c on the PATH.");
    }
    List<List<Object>> rows = new ArrayList<>();
    double worst = 0;
    for (double length : LENGTHS) {
      Fed weft = onRanks(1 << 24, (world, all) -> strip(world, all, length));
      Fed peer = nec ? NecDeck.run(length, WIDTH / 4) : null;
      rows.add(
          List.of(
              length,
              weft.resistance(),
              weft.reactance(),
              weft.gain(),
              peer == null ? "" : peer.resistance(),
              peer == null ? "" : peer.reactance(),
              peer == null ? "" : peer.gain(),
              weft.seconds(),
              peer == null ? "" : peer.seconds()));
      worst = peer == null ? worst : Math.max(worst, Math.abs(weft.gain() - peer.gain()));
    }
    report.table(
        "dipoles",
        "Dipoles fed in the middle: a strip of 0.01 wavelengths, and NEC-2's wire of a quarter as radius",
        List.of(
            "wavelengths",
            "ohm",
            "j ohm",
            "dBi",
            "NEC-2 ohm",
            "NEC-2 j ohm",
            "NEC-2 dBi",
            "s",
            "NEC-2 s"),
        rows);
    if (nec) {
      report.limit("gain of a dipole beside NEC-2", "", worst, true, 0.1, "dB");
    }
  }

  private static Fed strip(World world, Group all, double length) {
    long begin = System.nanoTime();
    CurrentBasis basis = CurrentBasis.of(Strips.strip(length, WIDTH, 2 * (int) (length * 45)));
    Port port = Port.at(basis, 0, 0, 0);
    try (var solver = SurfaceSolver.of(world, all, basis, Wave.SPEED, Equation.ELECTRIC)) {
      List<SurfaceCurrents> currents = solver.solve(List.of(port));
      var network = new PortNetwork(List.of(port), currents);
      double most = 0;
      for (int theta = 0; theta <= 180; theta++) {
        // In the plane that has the strip.
        most = Math.max(most, currents.getFirst().far(new Direction(theta, 0)).intensity());
      }
      double gain = 10 * Math.log10(4 * Math.PI * most / network.powerFed(0));
      return new Fed(
          network.impedance(0).re(),
          network.impedance(0).im(),
          gain,
          (System.nanoTime() - begin) * 1e-9);
    }
  }

  private void spheres() {
    List<List<Object>> rows = new ArrayList<>();
    CurrentBasis basis =
        CurrentBasis.of(
            SurfaceShapes.icosphereOfEqualVolume(1, Fineness.triangles(choice.triangles())));
    for (double ka : new double[] {Math.PI / 2, 4.4934, 2 * Math.PI}) {
      for (Equation equation : Equation.values()) {
        double frequency = ka * Wave.SPEED / (2 * Math.PI);
        double[] found =
            onRanks(
                heap(basis.size(), 1),
                (world, all) -> sphere(world, all, basis, frequency, equation));
        rows.add(
            List.of(
                ka, equation.toString(), basis.size(), 1000 * found[0], 1000 * found[1], found[2]));
      }
    }
    report.table(
        "spheres",
        "Spheres of equal volume: rms error of the bistatic cross section against Mie's series",
        List.of("ka", "equation", "unknowns", "plane of E, 1e-3", "plane of H, 1e-3", "condition"),
        rows);
  }

  private static double[] sphere(
      World world, Group all, CurrentBasis basis, double frequency, Equation equation) {
    try (var solver = SurfaceSolver.of(world, all, basis, frequency, equation)) {
      var wave = new PlaneWave(new Direction(180, 0), new double[] {1, 0, 0});
      SurfaceCurrents currents = solver.solve(List.of(wave)).getFirst();
      var exact = new MieSphere(1, frequency);
      double[] errors = new double[3];
      for (int plane = 0; plane < 2; plane++) {
        double sum = 0;
        double square = 0;
        for (int angle = 0; angle <= 180; angle += 2) {
          double want = exact.crossSection(angle, plane == 0);
          double got = currents.far(new Direction(angle, 90.0 * plane)).crossSection();
          sum += (got - want) * (got - want);
          square += want * want;
        }
        errors[plane] = Math.sqrt(sum / square);
      }
      errors[2] = solver.condition();
      return errors;
    }
  }

  /// Seconds of the matrix, the factors, one wave and many waves with their echoes.
  private void times() {
    CurrentBasis basis =
        CurrentBasis.of(
            SurfaceShapes.icosphereOfEqualVolume(1, Fineness.triangles(choice.triangles())));
    double frequency = Wave.SPEED;
    List<double[]> runs = new ArrayList<>();
    for (int round = 0; round <= choice.rounds(); round++) {
      double[] run =
          onRanks(
              heap(basis.size(), 2 * ANGLES), (world, all) -> phases(world, all, basis, frequency));
      if (round > 0) { // the first one compiles
        runs.add(run);
        samples.add(Map.of("round", round, "matrix", run[0], "factors", run[1]));
      }
    }
    double n = basis.size();
    double factors = median(runs, 1);
    double one = median(runs, 0) + factors + median(runs, 2);
    double many = median(runs, 0) + factors + median(runs, 3);
    report.table(
        "times",
        "A sphere of " + basis.size() + " unknowns, combined equation: medians",
        List.of("phase", "s", "share"),
        List.of(
            List.of("matrix", median(runs, 0), median(runs, 0) / many),
            List.of("factors", factors, factors / many),
            List.of("one wave and its echo", median(runs, 2), median(runs, 2) / many),
            List.of(
                ANGLES + " angles, two polarisations", median(runs, 3), median(runs, 3) / many)));
    report.fact("factors, GF/s", 16.0 / 3 * n * n * n / factors * 1e-9);
    report.fact("matrix, ns for a pair of unknowns", median(runs, 0) / (n * n) * 1e9);
    report.limit(
        ANGLES + " angles with two polarisations over one wave", "", many / one, true, 1.5, "");
  }

  private static double median(List<double[]> runs, int which) {
    return Statistics.median(runs.stream().mapToDouble(run -> run[which]).toArray());
  }

  private static double[] phases(World world, Group all, CurrentBasis basis, double frequency) {
    long[] times = new long[5];
    all.barrier();
    times[0] = System.nanoTime();
    try (var solver =
        SurfaceSolver.of(
            world,
            all,
            basis,
            frequency,
            Equation.COMBINED,
            (what, done, of) -> {
              if (what.equals("factors") && times[1] == 0) {
                times[1] = System.nanoTime();
              }
            })) {
      times[2] = System.nanoTime();
      echo(all, solver, 1);
      times[3] = System.nanoTime();
      echo(all, solver, ANGLES);
      times[4] = System.nanoTime();
    }
    return new double[] {
      (times[1] - times[0]) * 1e-9,
      (times[2] - times[1]) * 1e-9,
      (times[3] - times[2]) * 1e-9,
      (times[4] - times[3]) * 1e-9
    };
  }

  private static void echo(Group all, SurfaceSolver solver, int angles) {
    List<PlaneWave> waves = new ArrayList<>();
    for (int angle = 0; angle < angles; angle++) {
      waves.add(PlaneWave.theta(new Direction(90, angle)));
      if (angles > 1) {
        waves.add(PlaneWave.phi(new Direction(90, angle)));
      }
    }
    List<SurfaceCurrents> currents = solver.solve(waves);
    double[] sections = new double[waves.size()];
    for (int i = all.rank(); i < sections.length; i += all.size()) {
      FarField field = currents.get(i).far(waves.get(i).from());
      sections[i] = field.crossSection();
    }
    all.allreduce(sections, Operator.SUM);
  }

  /// NEC-2, as the program nec2c.
  private static final class NecDeck {
    private static Fed run(double length, double radius) throws IOException, InterruptedException {
      Path folder = BenchMachine.temporary();
      Path in = folder.resolve("dipole.nec");
      Path out = folder.resolve("dipole.out");
      int segments = 2 * (int) (length * 40) + 1;
      Files.writeString(
          in,
          """
          CM dipole
          CE
          GW 1 %d 0 0 %f 0 0 %f %f
          GE 0
          EX 0 1 %d 0 1.0 0.0
          FR 0 1 0 0 299.792458 0
          RP 0 181 1 1000 0 0 1 1
          EN
          """
              .formatted(segments, -length / 2, length / 2, radius, segments / 2 + 1));
      long begin = System.nanoTime();
      int code =
          new ProcessBuilder("nec2c", "-i", in.toString(), "-o", out.toString())
              .inheritIO()
              .start()
              .waitFor();
      double seconds = (System.nanoTime() - begin) * 1e-9;
      if (code != 0) {
        throw new BenchException("nec2c ended with code " + code);
      }
      return read(Files.readAllLines(out), seconds);
    }

    private static Fed read(List<String> lines, double seconds) {
      double resistance = Double.NaN;
      double reactance = Double.NaN;
      double gain = -1000;
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).contains("ANTENNA INPUT PARAMETERS")) {
          String[] words = lines.get(i + 3).strip().split("\\s+");
          resistance = Double.parseDouble(words[6]);
          reactance = Double.parseDouble(words[7]);
        } else if (lines.get(i).contains("LINEAR")) {
          gain = Math.max(gain, Double.parseDouble(lines.get(i).strip().split("\\s+")[4]));
        }
      }
      return new Fed(resistance, reactance, gain, seconds);
    }
  }
}
