// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.linalg.kernel.Kernels;
import weft.maxwell.internal.EarlierSolutions;
import weft.maxwell.internal.FunctionTree;
import weft.maxwell.internal.LeafPreconditioner;
import weft.maxwell.internal.ResidualSolver;
import weft.maxwell.internal.StepProgress;
import weft.maxwell.internal.SurfaceProduct;
import weft.multipole.MultipolePlan;
import weft.multipole.MultipoleProduct;
import weft.multipole.Truncation;
import weft.overlap.OverlapLoop;
import weft.overlap.Tuner;

/// The equations of a surface at one frequency, solved step by step: products with the matrix are
/// computed by a fast multipole method, so time and memory grow little faster than the number of
/// unknowns. The equations are those of [SurfaceSolver].
///
/// Several sources are solved at once: what is near is then read once for all of them, and similar
/// sources save each other steps. The first guess of each is the best combination of the solutions
/// so far.
///
/// All calls are collective unless documented as local. Every rank must make them in the same order
/// with the same arguments. Results differ in their last digits from run to run, as products do.
///
/// Source: EasyMSG, chapter 5; J. Song, C.-C. Lu, W. C. Chew, "Multilevel fast multipole algorithm
/// for electromagnetic scattering by large complex objects", 1997.
public final class MultipoleSolver implements CurrentSolver {
  /// The least residual that can be asked for: products are accurate to a tenth of it.
  public static final double LEAST_RESIDUAL = 10 * Truncation.BEST;

  /// The greatest residual that can be asked for.
  public static final double MOST_RESIDUAL = 0.1;

  /// The size of a surface at most, in wavelengths along its longest axis.
  public static final double MOST_WAVELENGTHS = 1000;

  private static final int PER_AXIS = 4;
  private static final int POWER = 8;

  /// The steps of a source at most, unless told.
  public static final int MOST_STEPS = 1000;

  /// The sources that are solved at once, unless [#atOnce] says another number.
  public static final int MOST_AT_ONCE = 8;

  private final Group group;
  private final Equations equations;
  private final FunctionTree functions;
  private final SurfaceProduct product;
  private final LeafPreconditioner preconditioner;
  private final EarlierSolutions earlier;
  private final ResidualSolver solver;
  private final double wanted;
  private final int turnSteps;
  private final SolverProgress progress;
  private final Tuner tuner;
  private final List<Integer> steps = new ArrayList<>();
  private int atOnce = MOST_AT_ONCE;
  private int products;
  private double residual;

  private MultipoleSolver(
      World world,
      Group group,
      MultipoleProduct shared,
      CurrentBasis basis,
      double frequency,
      Equation equation,
      double wanted,
      int mostSteps,
      Tuner tuner,
      SolverProgress progress) {
    this.group = group;
    this.tuner = tuner;
    this.wanted = wanted;
    this.progress = progress;
    equations = new Equations(basis, frequency, equation);
    double accuracy = accuracy(wanted);
    MultipolePlan plan = plan(equations, wanted, world.rank(), world.size());
    functions = new FunctionTree(equations.arrays(), plan);
    product =
        new SurfaceProduct(
            group,
            functions,
            equations.closed(),
            accuracy,
            PER_AXIS,
            shared,
            told(world, "matrix"));
    turnSteps = SurfaceProduct.turnSteps(equations.closed(), accuracy);
    preconditioner =
        new LeafPreconditioner(
            group,
            product,
            equations.middles(),
            Kernels.of("auto"),
            PER_AXIS,
            told(world, "factors"));
    earlier = new EarlierSolutions(group, 2 * functions.own());
    shared.loop().tuneTogether(tuner);
    solver =
        new ResidualSolver(
            group, this::multiply, preconditioner::apply, mostSteps, cost(shared.loop()));
  }

  private void multiply(double[][] values, double[][] results) {
    products += values.length;
    product.multiply(values, results);
  }

  /// The time of a product, as all ranks tell it to their tuners: sums of high powers are nearly
  /// those of the slowest rank, so a tuner needs no reduction of its own.
  private ResidualSolver.Rider cost(OverlapLoop loop) {
    return new ResidualSolver.Rider() {
      @Override
      public double own() {
        return StrictMath.pow(loop.last().seconds(), POWER);
      }

      @Override
      public void sum(double sum) {
        tuner.step(StrictMath.pow(sum, 1.0 / POWER));
      }
    };
  }

  private StepProgress told(World world, String what) {
    return (done, of) -> {
      world.poll(); // others may want something of this rank meanwhile
      progress.at(what, done, of);
    };
  }

  /// The size of a surface along its longest axis, in wavelengths. Local.
  public static double wavelengths(CurrentBasis basis, double frequency) {
    double[] points = basis.surface().points();
    double longest = 0;
    for (int axis = 0; axis < 3; axis++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int i = axis; i < points.length; i += 3) {
        least = Math.min(least, points[i]);
        most = Math.max(most, points[i]);
      }
      longest = Math.max(longest, most - least);
    }
    return longest / Wave.length(frequency);
  }

  /// Products are a digit better than the residual.
  static double accuracy(double residual) {
    return Math.max(Truncation.BEST, residual / 10);
  }

  static MultipolePlan plan(Equations equations, double residual, int rank, int ranks) {
    return SurfaceProduct.plan(
        equations.middles(), equations.k(), Truncation.of(accuracy(residual)), rank, ranks);
  }

  /// Computes the near elements of the matrix, and an approximate inverse.
  ///
  /// @param group all ranks
  /// @param product one that this rank made before [World#start]
  /// @param frequency in hertz
  /// @param residual the residual with which solutions end, relative to the right side, from
  ///   [#LEAST_RESIDUAL] to [#MOST_RESIDUAL]; errors of fields are about as large
  /// @param mostSteps after which a source is given up, see [#isReached]
  /// @param tuner of the products' loop: it begins alike on all ranks, and may serve several
  ///   solvers
  /// @throws IllegalArgumentException if the residual is another one, the group lacks ranks, or the
  ///   surface is larger than [#MOST_WAVELENGTHS]
  public static MultipoleSolver of(
      World world,
      Group group,
      MultipoleProduct product,
      CurrentBasis basis,
      double frequency,
      Equation equation,
      double residual,
      int mostSteps,
      Tuner tuner,
      SolverProgress progress) {
    if (!(residual >= LEAST_RESIDUAL && residual <= MOST_RESIDUAL)) {
      throw new IllegalArgumentException(
          "a residual of %s is not possible; give one from %s to %s"
              .formatted(residual, LEAST_RESIDUAL, MOST_RESIDUAL));
    }
    if (group.size() != world.size()) {
      throw new IllegalArgumentException(
          "the multipole method needs all %d ranks, and the group has %d"
              .formatted(world.size(), group.size()));
    }
    double waves = wavelengths(basis, frequency);
    if (waves > MOST_WAVELENGTHS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a surface of %,.0f wavelengths is too large for the multipole method; %,.0f are possible",
              waves,
              MOST_WAVELENGTHS));
    }
    return new MultipoleSolver(
        world, group, product, basis, frequency, equation, residual, mostSteps, tuner, progress);
  }

  /// Sets how many sources are solved at once. Each takes the fields of all boxes, and some 40
  /// vectors. Local; every rank must set the same.
  public MultipoleSolver atOnce(int sources) {
    if (sources < 1) {
      throw new IllegalArgumentException(
          sources + " sources at once are not possible; give one or more");
    }
    atOnce = sources;
    return this;
  }

  @Override
  public List<SurfaceCurrents> solve(List<? extends Source> sources) {
    return solve(sources, SolverStates.NONE);
  }

  /// Likewise, from what an earlier run has saved, and with calls that save. Collective.
  ///
  /// @param states those of the same sources, frequency and residual
  public List<SurfaceCurrents> solve(List<? extends Source> sources, SolverStates states) {
    sources.forEach(equations::check);
    var known = new KnownSolutions(functions, states);
    List<SurfaceCurrents> currents = new ArrayList<>();
    for (int from = 0; from < sources.size(); from += atOnce) {
      int to = Math.min(from + atOnce, sources.size());
      currents.addAll(solve(sources.subList(from, to), from, sources.size(), known));
    }
    return currents;
  }

  /// Solves some sources at once.
  private List<SurfaceCurrents> solve(
      List<? extends Source> some, int from, int of, KnownSolutions known) {
    int count = some.size();
    int size = 2 * functions.own();
    double[][] b = new double[count][];
    for (int i = 0; i < count; i++) {
      b[i] = functions.ownValues(equations.side(some.get(i), turnSteps));
    }
    int[] exponents = toOne(b);
    double[][] x = new double[count][size];
    double[][] images = new double[count][size];
    known.begin(x);
    if (known.isRestored(from)) {
      multiply(x, images);
    }
    for (int i = 0; i < count; i++) {
      if (!known.isRestored(from + i)) {
        earlier.guess(b[i], x[i], images[i]);
      }
    }
    ResidualSolver.Outcome[] outcomes =
        solver.solve(
            b,
            x,
            images,
            wanted,
            (step, solved, left) -> {
              double part = Math.clamp(Math.log(left) / Math.log(wanted), 0, 1);
              progress.step(from + solved + (count - solved) * part, of, step, left);
              known.stepped(count, step);
            });
    List<SurfaceCurrents> currents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      earlier.add(x[i], images[i]);
      steps.add(outcomes[i].steps() + known.stepsBefore(from + i));
      residual = Math.max(residual, outcomes[i].residual());
      double power = Math.scalb(equations.power(product.farSquare(group, i)), 2 * exponents[i]);
      double[] coefficients = functions.allValues(x[i]);
      scale(coefficients, exponents[i]);
      group.allreduce(coefficients, Operator.SUM);
      currents.add(equations.currents(coefficients, power));
    }
    return currents;
  }

  /// Divides right sides by powers of two, which it returns, so that their largest values are about
  /// 1: products compute with floats, whose range a strong or weak source leaves. No digit changes.
  /// Collective.
  private int[] toOne(double[][] b) {
    double[] largest = new double[b.length];
    for (int i = 0; i < b.length; i++) {
      for (double value : b[i]) {
        largest[i] = Math.max(largest[i], Math.abs(value));
      }
    }
    group.allreduce(largest, Operator.MAX);
    var exponents = new int[b.length];
    for (int i = 0; i < b.length; i++) {
      exponents[i] = largest[i] == 0 ? 0 : Math.getExponent(largest[i]);
      scale(b[i], -exponents[i]);
    }
    return exponents;
  }

  private static void scale(double[] values, int exponent) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.scalb(values[i], exponent);
    }
  }

  @Override
  public double residual() {
    return residual;
  }

  /// Whether all sources so far were solved to the residual that was asked for. Local.
  public boolean isReached() {
    return residual <= wanted;
  }

  /// The steps of each source so far. Local.
  public List<Integer> steps() {
    return List.copyOf(steps);
  }

  /// The products with vectors so far. Similar sources share directions, so it may be less than the
  /// sum of their steps. Local.
  public int products() {
    return products;
  }

  /// The deepest level of the tree. Local.
  public int levels() {
    return functions.plan().tree().levels();
  }

  /// The bytes of this rank's near elements, of its patterns and fields, and of its approximate
  /// inverse. Local.
  public long[] bytes() {
    return new long[] {product.nearBytes(), product.patternBytes(), preconditioner.bytes()};
  }

  @Override
  public void close() {
    // Its memory is the JVM's.
  }
}
