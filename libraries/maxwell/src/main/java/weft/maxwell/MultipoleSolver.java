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
import weft.maxwell.internal.Gmres;
import weft.maxwell.internal.LeafPreconditioner;
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
/// Sources are solved one by one. The first guess of each is the best combination of the solutions
/// so far, which saves steps in a sweep of angles.
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
  private static final int RESTART = 100;
  private static final int POWER = 8;

  /// The steps of a source at most, unless told.
  public static final int MOST_STEPS = 1000;

  private final Group group;
  private final Equations equations;
  private final FunctionTree functions;
  private final SurfaceProduct product;
  private final LeafPreconditioner preconditioner;
  private final EarlierSolutions earlier;
  private final Gmres gmres;
  private final double wanted;
  private final int turnSteps;
  private final SolverProgress progress;
  private final Tuner tuner;
  private final List<Integer> steps = new ArrayList<>();
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
    int size = 2 * functions.own();
    earlier = new EarlierSolutions(group, size);
    shared.loop().tuneTogether(tuner);
    gmres =
        new Gmres(
            group,
            product::multiply,
            preconditioner::apply,
            size,
            RESTART,
            mostSteps,
            cost(shared.loop()));
  }

  /// The time of a product, as all ranks tell it to their tuners: sums of high powers are nearly
  /// those of the slowest rank, so a tuner needs no reduction of its own.
  private Gmres.Rider cost(OverlapLoop loop) {
    return new Gmres.Rider() {
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

  @Override
  public List<SurfaceCurrents> solve(List<? extends Source> sources) {
    sources.forEach(equations::check);
    List<SurfaceCurrents> currents = new ArrayList<>();
    for (Source source : sources) {
      currents.add(solve(source));
    }
    return currents;
  }

  private SurfaceCurrents solve(Source source) {
    double[] side = equations.side(source, turnSteps);
    double[] b = new double[2 * functions.own()];
    int first = functions.plan().firstPoint();
    for (int i = 0; i < functions.own(); i++) {
      System.arraycopy(side, 2 * functions.function(first + i), b, 2 * i, 2);
    }
    double[] x = new double[b.length];
    double[] image = new double[b.length];
    earlier.guess(b, x, image);
    int number = steps.size();
    Gmres.Outcome outcome =
        gmres.solve(b, x, image, wanted, (step, left) -> progress.step(number + 1, step, left));
    earlier.add(x, image);
    if (outcome.steps() == 0) {
      product.multiply(x, image); // the last product was of another vector
    }
    double power = equations.power(product.farSquare(group));
    steps.add(outcome.steps());
    residual = Math.max(residual, outcome.residual());
    double[] coefficients = new double[side.length];
    for (int i = 0; i < functions.own(); i++) {
      System.arraycopy(x, 2 * i, coefficients, 2 * functions.function(first + i), 2);
    }
    group.allreduce(coefficients, Operator.SUM);
    return equations.currents(coefficients, power);
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
