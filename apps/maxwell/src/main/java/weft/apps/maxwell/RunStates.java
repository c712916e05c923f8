// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.apps.common.BadInputException;
import weft.checkpoint.CheckpointPlan;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.Restored;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.maxwell.ComplexNumber;
import weft.maxwell.PortNetwork;
import weft.maxwell.SolverState;
import weft.maxwell.SolverStates;
import weft.mesh.surface.Surface;
import weft.overlap.Tuner;

/// Saves how far a run is: the results of frequencies that are done, and the solutions of the one
/// that is not.
final class RunStates implements SolverStates {
  /// What one rank saves.
  ///
  /// @param problem what is computed, of which surface: a later run must compute the same
  /// @param results of the frequencies that are done, at rank 0
  /// @param solver the solutions of the next frequency, or null if there is none yet
  /// @param tuner what products have taught
  record State(
      String problem, List<Solved> results, @Nullable SolverState solver, @Nullable String tuner) {}

  /// Two numbers for each admittance, row by row.
  private static final Codec<PortNetwork> NETWORK =
      Codecs.of(
          "ports 1",
          (network, out) -> {
            ComplexNumber[][] all = network.admittances();
            out.writeInt(all.length);
            for (ComplexNumber[] row : all) {
              for (ComplexNumber each : row) {
                out.writeDouble(each.re());
                out.writeDouble(each.im());
              }
            }
          },
          in -> {
            var all = new ComplexNumber[in.readInt()][];
            for (int row = 0; row < all.length; row++) {
              all[row] = new ComplexNumber[all.length];
              for (int column = 0; column < all.length; column++) {
                double re = in.readDouble();
                all[row][column] = new ComplexNumber(re, in.readDouble());
              }
            }
            return PortNetwork.of(all);
          });

  private final World world;
  private final Checkpoints<State> checkpoints;
  private final List<SolverState> restored = new ArrayList<>();
  private String problem = "";
  private List<Solved> results = new ArrayList<>();
  private Tuner tuner = Tuner.logQuadratic();

  /// Called before `world.start()`.
  RunStates(World world, CheckpointPlan plan) {
    this.world = world;
    checkpoints =
        Checkpoints.of(
            world,
            Codecs.record(MethodHandles.lookup(), State.class, Map.of(PortNetwork.class, NETWORK)),
            plan);
  }

  /// Restores what an earlier run has saved, if this one goes on from it. Collective.
  ///
  /// @param isMultipole whether solutions are found in steps
  /// @param tuner the one of this run, if no other was saved
  /// @return a sentence if it was another problem, the same on every rank; else null
  @Nullable String restore(
      MaxwellOptions options, Surface surface, boolean isMultipole, Tuner tuner) {
    this.tuner = tuner;
    problem = problem(options, surface, isMultipole);
    Restored<State> found = checkpoints.restored();
    if (found == null) {
      return null;
    }
    State first = found.record();
    if (!first.problem.equals(problem)) {
      return "the checkpoint is of another run: %s, and this one is %s; give the options and the file of that run"
          .formatted(first.problem, problem);
    }
    results = new ArrayList<>(first.results);
    if (first.tuner != null) {
      this.tuner = Tuner.load(first.tuner);
    }
    for (int rank = 0; rank < found.ranks() && first.solver != null; rank++) {
      SolverState each = found.record(rank).solver;
      if (each != null) {
        restored.add(each);
      }
    }
    return null;
  }

  /// What is computed, so that another run is told from this one.
  private static String problem(MaxwellOptions options, Surface surface, boolean isMultipole) {
    int corners = 31 * Arrays.hashCode(surface.points()) + Arrays.hashCode(surface.triangles());
    String driven =
        options.isAntenna()
            ? "ports " + options.ports() + ", current " + described(options)
            : (options.bistatic() ? "a wave from " + options.from() : "waves")
                + ", "
                + options.angles().length
                + " angles "
                + Integer.toHexString(Arrays.hashCode(options.angles()))
                + " in "
                + options.cut().plane();
    return "%d triangles (%08x), %d frequencies (%08x), %s, %s%s"
        .formatted(
            surface.triangleCount(),
            corners,
            options.frequencies().length,
            Arrays.hashCode(options.frequencies()),
            driven,
            isMultipole ? "in steps to " + options.solving().residual() : "by factors",
            options.electric() ? ", electric" : "");
  }

  private static String described(MaxwellOptions options) {
    var current = options.current();
    return current == null
        ? "none"
        : Arrays.toString(current.place()) + Arrays.toString(current.moment());
  }

  /// The results so far, of this run and of an earlier one: at rank 0, and at others as many.
  List<Solved> results() {
    return results;
  }

  /// The tuner of all products.
  Tuner tuner() {
    return tuner;
  }

  /// A frequency is done. Collective.
  ///
  /// @param isLast whether only files are left to write, which need its currents
  void add(Solved solved, boolean isLast) {
    restored.clear();
    results.add(solved);
    if (!isLast) {
      save(() -> null);
    }
  }

  @Override
  public boolean isOn() {
    return checkpoints.isOn();
  }

  @Override
  public List<SolverState> restored() {
    return restored;
  }

  @Override
  public void saveIfDue(Supplier<SolverState> state) {
    save(state);
  }

  private void save(Supplier<? extends @Nullable SolverState> state) {
    if (checkpoints.isOn()) {
      checkpoints.saveIfDue(() ->
          new State(
              problem,
              world.rank() == 0 ? List.copyOf(results) : List.of(),
              state.get(),
              tuner.save()));
    }
  }

  /// Throws at rank 0 if a run is to go on from another one's checkpoint. Local.
  static void refuse(@Nullable String wrong) {
    if (wrong != null) {
      throw new BadInputException(wrong);
    }
  }
}
