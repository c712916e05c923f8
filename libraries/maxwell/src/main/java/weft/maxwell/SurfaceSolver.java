// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.linalg.DistributedMatrix;
import weft.linalg.Grid;
import weft.linalg.Lu;
import weft.linalg.SingularMatrixException;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Tile;
import weft.maxwell.internal.MatrixRows;

/// The factored equations of a surface at one frequency. Any number of sources is then solved with
/// the same factors.
///
/// The matrix is dense, and distributed over the ranks of a group in whole columns; it takes 32 N²
/// bytes of registered memory for N functions. All calls are collective unless documented as local.
/// Every rank must make them in the same order with the same arguments.
///
/// The equation of the electric field is that of Rao, Wilton and Glisson (1982). On closed parts it
/// is combined with that of the magnetic field, tested with the functions themselves and turned by
/// 90° afterwards, which errs far less than the usual test.
public final class SurfaceSolver implements CurrentSolver {
  private static final int PROBES = 16;
  private static final int PER_AXIS = 4;

  /// Columns of a panel of a factorisation.
  private static final int PANEL = 64;

  private final CurrentBasis basis;
  private final Equations equations;
  private final Group group;
  private final Grid grid;
  private final long[] columns;
  private final double[] probes;
  private final Lu factors;
  private double residual;

  private SurfaceSolver(
      World world,
      Group group,
      CurrentBasis basis,
      double frequency,
      Equation equation,
      int perAxis,
      SolverProgress progress) {
    this.basis = basis;
    this.group = group;
    equations = new Equations(basis, frequency, equation);
    double[] points = basis.surface().points();
    int[] triangles = basis.surface().triangles();
    grid = Grid.of(world, group, 1, group.size());
    grid.onProgress((done, of) -> progress.at("factors", done, of));
    long order = 2L * basis.size();
    DistributedMatrix matrix = null;
    try {
      matrix = grid.matrix(order, order, block(basis.size(), group.size()));
      Tile tile = matrix.local();
      columns = new long[tile.columns()];
      int[] functions = new int[tile.columns() / 2];
      for (int c = 0; c < columns.length; c++) {
        columns[c] = matrix.columnOf(c);
        functions[c / 2] = (int) (columns[c] / 2);
      }
      new MatrixRows(
              points,
              triangles,
              basis.size(),
              basis.firsts(),
              basis.entries(),
              equations.k(),
              equations.closed())
          .fill(
              tile,
              functions,
              perAxis,
              (done, of) -> {
                world.poll(); // others may want something of this rank meanwhile
                progress.at("matrix", done, of);
              });
      probes = probe(tile);
      factors = matrix.luInPlace();
    } catch (RuntimeException | Error e) {
      if (matrix != null) {
        matrix.close();
      }
      grid.close();
      throw e;
    }
  }

  /// Computes and factors the equations, with the fastest kernels that there are.
  ///
  /// @param frequency in hertz
  /// @throws weft.HeapExhaustedException if the registered heap of a rank has no room for its part
  public static SurfaceSolver of(
      World world, Group group, CurrentBasis basis, double frequency, Equation equation) {
    return of(world, group, basis, frequency, equation, SolverProgress.NONE);
  }

  /// Likewise, and says how far it is.
  public static SurfaceSolver of(
      World world,
      Group group,
      CurrentBasis basis,
      double frequency,
      Equation equation,
      SolverProgress progress) {
    return of(world, group, basis, frequency, equation, PER_AXIS, progress);
  }

  static SurfaceSolver of(
      World world,
      Group group,
      CurrentBasis basis,
      double frequency,
      Equation equation,
      int perAxis,
      SolverProgress progress) {
    return new SurfaceSolver(world, group, basis, frequency, equation, perAxis, progress);
  }

  /// Columns of a storage block: even, so that a complex column is whole, and wide, so that a block
  /// needs few triangles; but each rank gets several.
  private static int block(int functions, int ranks) {
    return Math.clamp(functions / (4L * ranks) / 16 * 16, 16, 256);
  }

  /// The bytes of registered memory that a rank needs at most.
  ///
  /// @param functions the number of unknowns
  /// @param sources the number of right-hand sides
  /// @param ranks the number of ranks
  public static long memory(long functions, long sources, int ranks) {
    long block = block((int) Math.min(functions, Integer.MAX_VALUE), ranks);
    long order = 2 * functions;
    long columns = Math.ceilDiv(Math.ceilDiv(order, block), (long) ranks) * block;
    long matrix = 8 * order * Math.min(order, columns);
    // Panels that are factored, spread and exchanged; later the right-hand sides, with sums of all
    // of
    // them on each rank.
    double panels = 8.0 * order * Math.min(PANEL, block) * (4 + 5.0 / ranks);
    double solutions = 8.0 * order * sources * (1 + 5.0 / ranks);
    return matrix + (long) Math.max(panels, solutions);
  }

  /// Random combinations of the equations, kept to estimate residuals after the matrix has been
  /// replaced by its factors.
  private double[] probe(Tile tile) {
    double[] sums = new double[PROBES * columns.length];
    double[] line = new double[columns.length];
    for (int r = 0; r < tile.rows(); r++) {
      tile.read(r, 0, line, 0, line.length);
      int signs = signs(r);
      for (int p = 0; p < PROBES; p++) {
        double sign = (signs >> p & 1) == 0 ? 1 : -1;
        for (int c = 0; c < line.length; c++) {
          sums[p * line.length + c] += sign * line[c];
        }
      }
    }
    return sums;
  }

  private static int signs(long row) {
    return new SplittableRandom(row).nextInt();
  }

  /// The functions of the currents. Local.
  public CurrentBasis basis() {
    return basis;
  }

  /// The kernels that factor the matrix on this rank. Local.
  public Kernels kernels() {
    return grid.kernels();
  }

  /// An estimate of the condition number of the matrix, see [Lu#condition].
  public double condition() {
    return factors.condition();
  }

  /// The greatest ‖M a − e‖ / ‖e‖ of the sources solved so far, estimated from 16 random
  /// combinations of the equations, so within some 20 %. Local.
  @Override
  public double residual() {
    return residual;
  }

  /// The currents of each source, see [CurrentSolver#solve].
  ///
  /// @throws SingularMatrixException if the equations have no unique solution
  @Override
  public List<SurfaceCurrents> solve(List<? extends Source> sources) {
    sources.forEach(equations::check);
    long order = 2L * basis.size();
    try (DistributedMatrix sides = grid.matrix(order, sources.size())) {
      Tile tile = sides.local();
      for (int c = 0; c < tile.columns(); c++) {
        Source source = sources.get((int) sides.columnOf(c));
        double[] side = equations.side(source, equations.closed().steps());
        for (int i = 0; i < side.length; i++) {
          tile.set(i, c, side[i]);
        }
      }
      double[] given = probeSides(sides, sources.size());
      try (DistributedMatrix solution = factors.solve(sides)) {
        double[] all = solution.gatherAll();
        List<SurfaceCurrents> currents = new ArrayList<>();
        for (int s = 0; s < sources.size(); s++) {
          double[] coefficients = new double[(int) order];
          for (int i = 0; i < coefficients.length; i++) {
            coefficients[i] = all[i * sources.size() + s];
          }
          currents.add(equations.currents(coefficients));
        }
        checkResiduals(given, all, sources.size());
        return currents;
      }
    }
  }

  /// For each source and probe the combination of its right-hand side, and the sum of its squares.
  private double[] probeSides(DistributedMatrix sides, int sources) {
    double[] sums = new double[(PROBES + 1) * sources];
    Tile tile = sides.local();
    for (int c = 0; c < tile.columns(); c++) {
      int at = (PROBES + 1) * (int) sides.columnOf(c);
      for (int r = 0; r < tile.rows(); r++) {
        double value = tile.get(r, c);
        int signs = signs(r);
        for (int p = 0; p < PROBES; p++) {
          sums[at + p] += (signs >> p & 1) == 0 ? value : -value;
        }
        sums[at + PROBES] += value * value;
      }
    }
    return sums;
  }

  private void checkResiduals(double[] given, double[] solution, int sources) {
    // What is left is small beside both terms, so they are subtracted in one place.
    double[] rest = given.clone();
    for (int s = 0; s < sources; s++) {
      for (int p = 0; p < PROBES; p++) {
        double sum = 0;
        for (int c = 0; c < columns.length; c++) {
          sum += probes[p * columns.length + c] * solution[(int) columns[c] * sources + s];
        }
        rest[(PROBES + 1) * s + p] -= sum;
      }
    }
    group.allreduce(rest, Operator.SUM);
    for (int s = 0; s < sources; s++) {
      double sum = 0;
      for (int p = 0; p < PROBES; p++) {
        double each = rest[(PROBES + 1) * s + p];
        sum += each * each / PROBES;
      }
      double square = rest[(PROBES + 1) * s + PROBES];
      if (square > 0) { // a wave may meet a plate without driving any current
        residual = Math.max(residual, Math.sqrt(sum / square));
      }
    }
  }

  /// Frees the matrix on this rank. Local.
  @Override
  public void close() {
    factors.close();
    grid.close();
  }
}
