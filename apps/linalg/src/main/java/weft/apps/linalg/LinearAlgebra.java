// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import weft.HeapExhaustedException;
import weft.WeftException;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.apps.common.NoResultException;
import weft.collective.Group;
import weft.collective.Operator;
import weft.files.FileException;
import weft.files.OutputFile;
import weft.linalg.Grid;
import weft.linalg.MatrixFileException;
import weft.linalg.NotDefiniteException;
import weft.linalg.NotFiniteException;
import weft.linalg.SingularMatrixException;
import weft.linalg.kernel.Kernels;

/// Dense linear algebra as a program: makes matrices, multiplies, factors and solves, and prints
/// the rates and errors.
public final class LinearAlgebra {
  private LinearAlgebra() {}

  /// Runs the program. `--help` shows its options. The exit code is 1 if a check fails, and after
  /// one sentence on standard error, if there is no result: the matrix is singular, for example. It
  /// is 2, after one sentence, if an option or an input file is not possible, so nothing was
  /// computed.
  public static void main(String[] args) {
    // This must precede the loading of AWT. A picture needs no screen.
    System.setProperty("java.awt.headless", "true");
    var failed = new AtomicBoolean();
    AppProgram.launch(
        "linalg",
        args,
        world -> {
          if (!run(world) && world.rank() == 0) {
            failed.set(true);
          }
        });
    if (failed.get()) {
      System.exit(1);
    }
  }

  /// Checks the output file before the work. If it cannot be written, rank 0 throws, and the others
  /// get false.
  private static boolean isWritable(World world, Group all, TaskOptions options) {
    FileException refused = null;
    if (world.rank() == 0 && options.out() != null) {
      try {
        OutputFile.checkShared(options.out());
      } catch (FileException e) {
        refused = e;
      }
    }
    long failed = all.allreduce(refused == null ? 0L : 1L, Operator.MAX);
    if (refused != null) {
      throw new BadInputException("--out " + refused.getMessage(), refused);
    }
    return failed == 0;
  }

  /// The body of every rank.
  ///
  /// @return false if a check failed
  /// @throws BadInputException at rank 0, with the sentence for the user, if nothing was computed
  /// @throws NoResultException at rank 0, with the sentence for the user
  static boolean run(World world) {
    String task = world.args().isEmpty() ? "" : world.args().get(0);
    if (task.isEmpty()) {
      Group all = Group.world(world);
      world.start();
      return new Sharpening(world, all).run();
    } else if (task.equals("sweep")) {
      return sweep(world);
    } else if (task.equals("summa")) {
      return summa(world);
    }
    TaskOptions options =
        AppProgram.options(world, () -> TaskOptions.parse(world.args(), world.size()));
    if (options == null) {
      return true;
    }
    Group all = Group.world(world);
    world.start();
    if (!isWritable(world, all, options)) {
      return true;
    }
    try (Grid grid = grid(world, all, options)) {
      grid.using(kernels(all, options.blas()));
      Result result = new LinalgTasks(world, grid, options).run();
      if (world.rank() == 0) {
        System.out.print(text(world, grid, options, result));
      }
      return result.isRight();
    } catch (BadInputException e) { // on every rank
      return atFirst(world, e);
    } catch (SingularMatrixException
        | NotDefiniteException
        | NotFiniteException
        | MatrixFileException
        | HeapExhaustedException e) {
      return atFirst(world, new NoResultException(String.valueOf(e.getMessage()), e));
    }
  }

  private static boolean sweep(World world) {
    List<String> rest = world.args().subList(1, world.args().size());
    SweepOptions options = AppProgram.options(world, () -> SweepOptions.parse(rest, world.size()));
    if (options != null) {
      Group all = Group.world(world);
      world.start();
      new BlockingSweep(world, all, options).run();
    }
    return true;
  }

  private static boolean summa(World world) {
    List<String> rest = world.args().subList(1, world.args().size());
    SummaOptions options = AppProgram.options(world, () -> SummaOptions.parse(rest, world.size()));
    if (options == null) {
      return true;
    }
    Group all = Group.world(world);
    world.start();
    return new Summa(world, all, options).run();
  }

  /// Rank 0 reports the sentence, which is the same on every rank.
  private static boolean atFirst(World world, RuntimeException e) {
    if (world.rank() == 0) {
      throw e;
    }
    return true;
  }

  /// Opens the kernels. If one rank cannot open them, all ranks throw a [BadInputException].
  static Kernels kernels(Group all, String choice) {
    Kernels kernels = null;
    String reason = "another rank cannot use the BLAS library " + choice;
    try {
      kernels = Kernels.of(choice);
    } catch (WeftException e) {
      reason = String.valueOf(e.getMessage());
    }
    long failed = all.allreduce(kernels == null ? 1 : 0, Operator.MAX);
    if (kernels == null || failed > 0) {
      throw new BadInputException(reason);
    }
    return kernels;
  }

  private static Grid grid(World world, Group all, TaskOptions options) {
    if (options.gridRows() > 0) {
      return Grid.of(world, all, options.gridRows(), options.gridColumns());
    }
    return options.task().likesTallGrids() ? Grid.tall(world, all) : Grid.of(world, all);
  }

  private static String text(World world, Grid grid, TaskOptions options, Result result) {
    // Numbers have one format in every locale, because scripts read them.
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    text.format(
        "linalg %s: %s, %d %s as %d × %d, blocks of %d (%s)%n",
        options.task(),
        options.input() == null
            ? "order %d, %s (seed %d)".formatted(options.n(), options.kind(), options.seed())
            : options.input(),
        world.size(),
        world.size() == 1 ? "rank" : "ranks",
        grid.rows(),
        grid.columns(),
        options.block() == 0 ? grid.defaultBlock(options.n(), options.n()) : options.block(),
        world.transport());
    text.format("  kernels: %s, %.1f GF/s on all ranks%n", grid.kernels().name(), result.local());
    text.format(
        "  %.3f s, %.1f GF/s, %.0f %% of local products%n",
        result.seconds(), result.rate(), 100 * result.rate() / result.local());
    if (result.solving() > 0) {
      text.format("  solved in %.3f s%n", result.solving());
    }
    for (String note : result.notes()) {
      text.format("  %s%n", note);
    }
    for (Result.Check check : result.checks()) {
      text.format(
          "  %s: %.3g%s%s%n",
          check.name(),
          check.value(),
          check.limit() < Double.POSITIVE_INFINITY
              ? String.format(Locale.ROOT, " (limit %.3g)", check.limit())
              : "",
          check.isRight() ? "" : "  FAILED");
    }
    return text.toString();
  }
}
