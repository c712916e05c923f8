// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.collective.Group;
import weft.collective.Operator;

/// Solves several equations with one matrix at once, preconditioned on the right, for complex
/// vectors whose parts ranks have. In each step each equation that is not solved yet adds a
/// direction, and the residuals of all of them are minimised over all directions. So equations with
/// similar right sides help each other, and one alone takes the steps of GMRES.
///
/// The direction is the preconditioned residual, or, where the last step helped little, the
/// preconditioned image of the direction before. The former alone may stand still, the latter alone
/// loses digits. A solution is there after each step, so a checkpoint costs no step.
///
/// Source: P. Jiránek, M. Rozložník, "Adaptive version of Simpler GMRES", 2010; S. C. Eisenstat, H.
/// C. Elman, M. H. Schultz, "Variational iterative methods for nonsymmetric systems of linear
/// equations", 1983.
///
/// Not for several threads.
public final class ResidualSolver {
  /// The directions of one equation at most, and how many more each other one has.
  private static final int DIRECTIONS = 100;

  private static final int MORE = 20;

  /// A step that leaves more than this part of a residual helped little.
  private static final double LITTLE = 0.9;

  /// So many steps that take less than this part off a residual are the last ones.
  private static final int PATIENCE = 100;

  private static final double STAGNATION = 0.05;

  private final Group group;
  private final Map product;
  private final Map preconditioner;
  private final int most;
  private final Rider rider;

  /// A linear map of this rank's parts of some vectors, which all ranks compute together.
  @FunctionalInterface
  public interface Map {
    /// Sets `to` to the maps of `from`.
    void apply(double[][] from, double[][] to);
  }

  /// Hears of each step on each rank, between two products. It may wait for other ranks.
  @FunctionalInterface
  public interface Progress {
    /// After so many steps, so many equations are solved, and this is the greatest residual of the
    /// others.
    void at(int steps, int solved, double residual);
  }

  /// A number that rides on a reduction of each step, so that it costs no message of its own.
  public interface Rider {
    /// This rank's number.
    double own();

    /// Hears the sum of all ranks' numbers, the same on every rank.
    void sum(double sum);
  }

  /// How a solution ended.
  ///
  /// @param steps its steps
  /// @param residual ‖b − A x‖ / ‖b‖, by a product with the solution
  public record Outcome(int steps, double residual) {}

  /// @param most the steps of an equation at most
  public ResidualSolver(Group group, Map product, Map preconditioner, int most, Rider rider) {
    this.group = group;
    this.product = product;
    this.preconditioner = preconditioner;
    this.most = most;
    this.rider = rider;
  }

  /// The directions that are kept for a number of equations at once: two vectors each.
  public static int directions(int equations) {
    return DIRECTIONS + MORE * (equations - 1);
  }

  /// One equation.
  private static final class Equation {
    final double[] x;
    final double norm;
    double[] residual;
    double now;
    int steps;
    boolean isGivenUp;
    SearchSpace.@Nullable Pair last;
    private boolean helped = true;
    private double mark = Double.POSITIVE_INFINITY;
    private int markSteps;

    Equation(double[] x, double norm) {
      this.x = x;
      this.norm = norm;
      residual = x;
    }

    boolean isOpen(double tolerance) {
      return now > tolerance && !isGivenUp;
    }

    /// The vector whose preconditioned form is the next direction.
    double[] seed(SearchSpace space) {
      SearchSpace.Pair pair = last;
      return helped || pair == null || !space.has(pair) ? residual : pair.image();
    }

    void stepped(double square, SearchSpace.@Nullable Pair pair, int most) {
      double after = norm == 0 ? 0 : Math.sqrt(square) / norm;
      helped = after <= LITTLE * now;
      last = pair;
      steps++;
      now = after;
      if (now < (1 - STAGNATION) * mark) {
        mark = now;
        markSteps = steps;
      }
      isGivenUp = steps >= most || steps - markSteps >= PATIENCE;
    }
  }

  /// Solves A x = b for each right side until its residual is below a part of b, or no longer
  /// falls. The last product is that of all solutions. Collective.
  ///
  /// @param b right sides
  /// @param x first guesses; replaced by the solutions, as far as they are after each step
  /// @param images A x of the first guesses; replaced by those of the solutions
  public Outcome[] solve(
      double[][] b, double[][] x, double[][] images, double tolerance, Progress told) {
    int count = b.length;
    double[] norms = new double[2 * count];
    for (int i = 0; i < count; i++) {
      norms[i] = ComplexVectors.square(b[i]);
    }
    group.allreduce(norms, Operator.SUM);
    List<Equation> equations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (norms[i] == 0) { // a wave may meet a plate without driving any current
        Arrays.fill(x[i], 0);
        Arrays.fill(images[i], 0);
      }
      equations.add(new Equation(x[i], Math.sqrt(norms[i])));
    }
    takeResiduals(equations, b, images);
    do {
      // A new one: what earlier products say is wrong by the sum of their errors.
      var space = new SearchSpace(group, directions(count), rider::own, rider::sum);
      search(equations, space, tolerance, told);
      product.apply(x, images);
      takeResiduals(equations, b, images);
    } while (equations.stream().anyMatch(it -> it.isOpen(tolerance)));
    return equations.stream().map(it -> new Outcome(it.steps, it.now)).toArray(Outcome[]::new);
  }

  /// The new directions of some equations: null where there is none. Of seeds that are nearly a sum
  /// of others, no product is computed.
  private SearchSpace.@Nullable Pair[] pairs(List<Equation> open, SearchSpace space) {
    double[][] seeds = open.stream().map(it -> it.seed(space)).toArray(double[][]::new);
    int[] apart = space.apart(seeds);
    double[][] chosen = Arrays.stream(apart).mapToObj(it -> seeds[it]).toArray(double[][]::new);
    double[][] directions = new double[chosen.length][chosen[0].length];
    double[][] images = new double[chosen.length][chosen[0].length];
    preconditioner.apply(chosen, directions);
    product.apply(directions, images);
    SearchSpace.@Nullable Pair[] made = space.add(directions, images);
    SearchSpace.@Nullable Pair[] pairs = new SearchSpace.Pair[seeds.length];
    for (int i = 0; i < apart.length; i++) {
      pairs[apart[i]] = made[i];
    }
    return pairs;
  }

  private static List<Equation> open(List<Equation> all, double tolerance) {
    return all.stream().filter(it -> it.isOpen(tolerance)).toList();
  }

  private void takeResiduals(List<Equation> equations, double[][] b, double[][] images) {
    double[] squares = new double[equations.size()];
    for (int i = 0; i < squares.length; i++) {
      Equation each = equations.get(i);
      each.residual = ComplexVectors.difference(b[i], images[i]);
      each.last = null;
      squares[i] = ComplexVectors.square(each.residual);
    }
    group.allreduce(squares, Operator.SUM);
    for (int i = 0; i < squares.length; i++) {
      Equation each = equations.get(i);
      each.now = each.norm == 0 ? 0 : Math.sqrt(squares[i]) / each.norm;
    }
  }

  /// Steps until no equation is open, or no direction leads further.
  private void search(List<Equation> all, SearchSpace space, double tolerance, Progress told) {
    boolean isFirst = true;
    for (List<Equation> open = open(all, tolerance); !open.isEmpty(); open = open(all, tolerance)) {
      SearchSpace.@Nullable Pair[] pairs = pairs(open, space);
      double[] squares =
          space.minimise(
              pairs,
              open.stream().map(it -> it.residual).toList(),
              open.stream().map(it -> it.x).toList());
      double worst = 0;
      int steps = 0;
      for (int i = 0; i < squares.length; i++) {
        Equation each = open.get(i);
        each.stepped(squares[i], pairs[i], most);
        worst = Math.max(worst, each.now);
        steps = Math.max(steps, each.steps);
      }
      int solved = (int) all.stream().filter(it -> !it.isOpen(tolerance)).count();
      told.at(steps, solved, worst);
      if (Arrays.stream(pairs).allMatch(Objects::isNull)) {
        boolean isLost = isFirst;
        open.forEach(it -> it.isGivenUp |= isLost);
        return;
      }
      isFirst = false;
    }
  }
}
