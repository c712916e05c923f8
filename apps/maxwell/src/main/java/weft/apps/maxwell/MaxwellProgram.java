// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import weft.HeapExhaustedException;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.apps.common.Headline;
import weft.apps.common.NoResultException;
import weft.apps.common.ProgressLine;
import weft.apps.common.ResultsPage;
import weft.apps.common.UnfinishedException;
import weft.apps.common.UserFiles;
import weft.checkpoint.CheckpointPlan;
import weft.collective.Group;
import weft.collective.Operator;
import weft.linalg.NotFiniteException;
import weft.linalg.SingularMatrixException;
import weft.maxwell.CurrentBasis;
import weft.maxwell.CurrentSolver;
import weft.maxwell.Equation;
import weft.maxwell.MultipoleSolver;
import weft.maxwell.Port;
import weft.maxwell.SolverProgress;
import weft.maxwell.Source;
import weft.maxwell.SurfaceCurrents;
import weft.maxwell.SurfaceSolver;
import weft.mesh.surface.Surface;
import weft.multipole.MultipoleProduct;
import weft.overlap.Tuner;

/// Computes antennas and scatterers: currents on conducting surfaces, and what they radiate.
public final class MaxwellProgram {
  private final World world;
  private final Group all;
  private final MaxwellOptions options;
  private final PrintStream out;
  private final MultipoleProduct product;

  /// Writes near fields at the end, where rank 0 may refuse and the others hear of it.
  private Runnable writeNear = () -> {};

  /// The sources that the multipole method solves at once, or 0 for factors.
  private int atOnce;

  private final RunStates states;

  private MaxwellProgram(
      World world,
      Group all,
      MultipoleProduct product,
      RunStates states,
      MaxwellOptions options,
      PrintStream out) {
    this.states = states;
    this.out = out;
    this.product = product;
    this.world = world;
    this.all = all;
    this.options = options;
  }

  /// Runs the program. `--help` shows its options. It exits with 2, after a sentence on standard
  /// error, if nothing can be computed.
  public static void main(String[] args) {
    AppProgram.launch("maxwell", args, world -> run(world, CheckpointPlan.of(world), System.out));
  }

  /// The body of every rank.
  ///
  /// @throws BadInputException at rank 0, with the sentence for the user
  static void run(World world, CheckpointPlan plan, PrintStream out) {
    MaxwellOptions options = AppProgram.options(world, () -> MaxwellOptions.parse(world.args()));
    if (options == null) {
      return;
    }
    Group all = Group.world(world);
    var product = MultipoleProduct.of(world);
    var states = new RunStates(world, plan);
    world.start();
    new MaxwellProgram(world, all, product, states, options, out).compute();
  }

  /// Does something that may fail at rank 0, and returns whether it was done. If it was not, rank 0
  /// throws. Collective.
  private boolean atFirst(Runnable work) {
    RuntimeException refused = null;
    if (all.rank() == 0) {
      try {
        work.run();
      } catch (BadInputException | UnfinishedException e) {
        refused = e;
      }
    }
    boolean failed = all.allreduce(refused == null ? 0L : 1L, Operator.MAX) > 0;
    if (refused != null) {
      throw refused;
    }
    return !failed;
  }

  private void compute() {
    var read = new AtomicReference<@Nullable Surface>();
    var near = new AtomicReference<NearPoints.Read>(NearPoints.Read.NONE);
    var body = new ConductingSurface(options);
    boolean there =
        atFirst(() -> {
          UserFiles.check(
              options.files().out(),
              options.files().touchstone(),
              options.files().nearOut(),
              options.files().currents(),
              options.files().report());
          if (options.files().near() != null) {
            near.set(NearPoints.read(options.files().near()));
          }
          read.set(body.surface());
        });
    if (!there) {
      return;
    }
    Surface mine = read.get();
    Surface surface = SharedSurface.broadcast(all, mine == null ? BuiltInShape.none() : mine);
    var basis = new AtomicReference<@Nullable CurrentBasis>();
    List<Port> ports = new ArrayList<>();
    long[] multipole = {0};
    boolean possible =
        atFirst(() -> {
          CurrentBasis made = basis(surface);
          basis.set(made);
          body.checkSizes(made);
          ports.addAll(Ports.of(options, made));
          ports.forEach(each -> body.say("port " + each.name()));
          multipole[0] = announce(made, body.lines());
        });
    if (possible) {
      CurrentBasis known = basis.get();
      CurrentBasis functions = known == null ? CurrentBasis.of(surface) : known;
      if (all.rank() > 0) {
        ports.addAll(Ports.of(options, functions));
      }
      if (options.files().near() != null && !arePossible(functions, near.get())) {
        return;
      }
      atOnce = (int) all.broadcast(0, multipole[0]);
      solve(functions, ports, near.get());
    }
  }

  /// Whether the points of near fields are possible. If they are not, rank 0 throws. Collective.
  private boolean arePossible(CurrentBasis basis, NearPoints.Read points) {
    String wrong =
        new NearPoints(all, options, out).wrong(SurfacePlaces.of(options, basis), points);
    return atFirst(() -> {
      if (wrong != null) {
        throw new BadInputException(wrong);
      }
    });
  }

  private static CurrentBasis basis(Surface surface) {
    try {
      return CurrentBasis.of(surface);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Says what will be done, how long it takes and how much memory.
  ///
  /// @return how many sources the multipole method solves at once, or 0 for factors
  /// @throws BadInputException if there is not enough memory
  private int announce(CurrentBasis basis, List<String> lines) {
    int sources = sources();
    ChosenMethod chosen = ChosenMethod.of(world, options, basis, equation(), sources);
    double seconds = Headline.shared(world, chosen.seconds());
    out.println(
        "maxwell: " + what() + ", " + Headline.ranks(world) + ", " + Headline.about(seconds));
    lines.forEach(out::println);
    out.printf(
        Locale.ROOT,
        "  %,d triangles, %,d unknowns, %s, %s%n",
        basis.surface().triangleCount(),
        basis.size(),
        counted(sources, "source", "sources"),
        counted(options.frequencies().length, "frequency", "frequencies"));
    if (chosen.isMultipole()) {
      out.println(chosen.lines(world));
      return chosen.atOnce(world);
    }
    long needed = SurfaceSolver.memory(basis.size(), sources, all.size());
    long there = world.heap().largestFree();
    out.printf(
        Locale.ROOT,
        "  the matrix takes %,d of %,d MiB of registered memory on each rank%n",
        Math.ceilDiv(needed, 1L << 20),
        there >> 20);
    if (needed > there) {
      throw new BadInputException(MatrixMemory.advice(basis.size(), sources, all.size(), there));
    }
    MatrixMemory.check(basis.size(), sources);
    return 0;
  }

  private static String counted(int count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  /// What is computed, of what, and where.
  private String what() {
    String surface =
        options.input() == null ? options.shape().option() : options.input().toString();
    double[] frequencies = options.frequencies();
    String where =
        hertz(frequencies[0])
            + (frequencies.length > 1 ? " to " + hertz(frequencies[frequencies.length - 1]) : "");
    String kind =
        options.isAntenna()
            ? "what the antenna radiates"
            : options.bistatic() ? "the bistatic radar cross section" : "the radar cross section";
    return kind + ", " + surface + " at " + where;
  }

  private int sources() {
    return options.isAntenna()
        ? Math.max(1, options.ports().size())
        : 2 * (options.bistatic() ? 1 : options.angles().length);
  }

  private void solve(CurrentBasis basis, List<Port> ports, NearPoints.Read nearPoints) {
    String wrong = states.restore(options, basis.surface(), atOnce > 0, Tuner.logQuadratic());
    if (!atFirst(() -> RunStates.refuse(wrong))) {
      return;
    }
    List<? extends Source> sources = sources(ports);
    double[] frequencies = options.frequencies();
    List<Solved> results = states.results();
    for (int i = results.size(); i < frequencies.length; i++) {
      var progress = new ProgressLine("maxwell: frequency", world.rank() == 0);
      progress.at(i, frequencies.length);
      try {
        boolean last = i == frequencies.length - 1;
        Solved solved = solveOne(basis, ports, sources, frequencies[i], last, nearPoints);
        states.add(solved, last);
        if (world.rank() == 0) {
          ResultLines.print(options, solved, frequencies.length > 1, out);
        }
      } catch (SingularMatrixException | NotFiniteException | HeapExhaustedException e) {
        if (world.rank() == 0) {
          throw new NoResultException(String.valueOf(e.getMessage()), e);
        }
        return;
      } finally {
        progress.done();
      }
    }
    atFirst(() -> {
      ResultFiles.write(options, results, out);
      writeNear.run();
      Path currents = options.files().currents();
      if (currents != null) {
        ResultFiles.writeCurrents(basis.surface(), results.getLast().density(), currents);
        out.println("  wrote " + currents);
      }
      var page = ResultsPage.of(world, options.files().report());
      if (page.isWanted()) {
        page.write(MaxwellPage.of(options, basis, world, results));
      }
      if (options.files().report() != null) {
        out.println("  wrote " + options.files().report());
      }
      ResultLines.printLast(options, results, out);
      if (!results.stream().allMatch(each -> each.isReached(options))) {
        throw new UnfinishedException("a residual was not reached; results are as far as they are");
      }
    });
  }

  /// Ports on closed parts need the electric one, and a mixture would be hard to explain.
  private Equation equation() {
    return options.electric() || !options.ports().isEmpty() ? Equation.ELECTRIC : Equation.COMBINED;
  }

  private List<? extends Source> sources(List<Port> ports) {
    if (!ports.isEmpty()) {
      return ports;
    }
    return options.current() != null ? List.of(options.current()) : Scattered.waves(options);
  }

  private Solved solveOne(
      CurrentBasis basis,
      List<Port> ports,
      List<? extends Source> sources,
      double frequency,
      boolean last,
      NearPoints.Read nearPoints) {
    var bar = new ProgressLine("maxwell: " + hertz(frequency) + ":", world.rank() == 0);
    long[] times = {System.nanoTime(), 0, 0, 0};
    var progress =
        new SolverProgress() {
          @Override
          public void at(String what, long done, long of) {
            if (what.equals("factors") && times[1] == 0) {
              times[1] = System.nanoTime();
            }
            bar.at(done, of);
          }

          @Override
          public void step(double done, int of, int steps, double residual) {
            bar.at(
                Math.round(100 * done / of),
                100,
                String.format(
                    Locale.ROOT,
                    "source %d of %d, step %d, residual %.1e",
                    Math.min(of, (int) done + 1),
                    of,
                    steps,
                    residual));
          }
        };
    try (CurrentSolver solver = solver(basis, frequency, progress)) {
      times[2] = System.nanoTime();
      times[1] = times[1] == 0 ? times[2] : times[1];
      List<SurfaceCurrents> currents = currents(solver, sources);
      times[3] = System.nanoTime();
      Solved.Numbers numbers = Solved.Numbers.of(solver);
      boolean antenna = options.isAntenna();
      if (last && options.files().near() != null) {
        writeNear =
            new NearPoints(all, options, out)
                .compute(frequency, sources.getFirst(), currents.getFirst(), nearPoints);
      }
      double[] density = last && world.rank() == 0 ? currents.getFirst().density() : new double[0];
      return new Solved(
          frequency,
          numbers,
          solver.residual(),
          (times[1] - times[0]) * 1e-9,
          (times[2] - times[1]) * 1e-9,
          (times[3] - times[2]) * 1e-9,
          antenna ? null : Scattered.of(all, options, frequency, currents),
          antenna ? Radiated.of(all, options, frequency, ports, currents) : null,
          density);
    } finally {
      bar.done();
    }
  }

  private List<SurfaceCurrents> currents(CurrentSolver solver, List<? extends Source> sources) {
    return solver instanceof MultipoleSolver steps
        ? steps.atOnce(atOnce).solve(sources, states)
        : solver.solve(sources);
  }

  private CurrentSolver solver(CurrentBasis basis, double frequency, SolverProgress progress) {
    return atOnce > 0
        ? MultipoleSolver.of(
            world,
            all,
            product,
            basis,
            frequency,
            equation(),
            options.solving().residual(),
            options.solving().steps(),
            states.tuner(),
            progress)
        : SurfaceSolver.of(world, all, basis, frequency, equation(), progress);
  }

  /// A frequency as readers write it.
  static String hertz(double frequency) {
    String[] units = {"Hz", "kHz", "MHz", "GHz", "THz", "PHz"};
    double value = frequency;
    int unit = 0;
    while (value >= 999.9995 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, "%.6g", value).replaceFirst("\\.?0+$", "")
        + " "
        + units[unit];
  }
}
