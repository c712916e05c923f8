// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import weft.World;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.Restored;
import weft.codec.Codecs;
import weft.model.partition.Rectangle;

/// Saves the rectangles of all ranks in checkpoints. A run may go on with other rectangles: each
/// rank then takes its cells from those that had them.
final class WaveStates {
  /// What one rank saves.
  ///
  /// @param step the number of steps that are done
  /// @param place the first column and row of its rectangle, and its width and height
  /// @param first its part of the energy after the first step
  /// @param now the cells after that step, row by row, and those one step earlier
  /// @param frames the frames of the animation, at rank 0
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record State(
      int step, int[] place, double first, double[] now, double[] before, List<byte[]> frames) {}

  private final World world;
  private final Film film;
  private final Checkpoints<State> checkpoints;

  /// Whether no problem has been solved yet: only the first one goes on from a checkpoint.
  private boolean isFirst = true;

  /// Called before `world.start()`.
  WaveStates(World world, Film film) {
    this.world = world;
    this.film = film;
    this.checkpoints = Checkpoints.of(world, Codecs.record(MethodHandles.lookup(), State.class));
  }

  /// Saves the state between two steps, if a checkpoint is due. Collective.
  void saveIfDue(Field field, Rectangle part, double first) {
    if (!checkpoints.isOn()) {
      return; // without an allocation
    }
    checkpoints.saveIfDue(() ->
        new State(
            field.step(),
            new int[] {part.x(), part.y(), part.width(), part.height()},
            first,
            cells(field, field.step()),
            cells(field, field.step() + 1L),
            new ArrayList<>(film.frames())));
  }

  private static double[] cells(Field field, long step) {
    var cells = new double[field.width() * field.height()];
    for (int y = 0; y < field.height(); y++) {
      System.arraycopy(field.row(step, y + 1), 1, cells, y * field.width(), field.width());
    }
    return cells;
  }

  /// Restores the cells of this rank, if the run goes on from a checkpoint. Returns its part of the
  /// energy after the first step. Collective.
  double restore(Field field, Rectangle part) {
    Restored<State> restored = isFirst ? checkpoints.restored() : null;
    isFirst = false;
    if (restored == null) {
      return 0;
    }
    double first = 0;
    int step = 0;
    for (int rank = 0; rank < restored.ranks(); rank++) {
      State state = restored.record(rank);
      step = state.step;
      copy(state, state.now, field, step, part);
      copy(state, state.before, field, step + 1L, part);
      if (world.rank() == 0) {
        first += state.first; // the parts of all ranks are summed in the end
        film.restore(state.frames);
      }
    }
    field.goOnFrom(step);
    return first;
  }

  /// Copies the cells that both rectangles have.
  private static void copy(State from, double[] cells, Field to, long step, Rectangle part) {
    int[] place = from.place;
    int left = Math.max(part.x(), place[0]);
    int right = Math.min(part.right(), place[0] + place[2]);
    for (int y = Math.max(part.y(), place[1]);
        y < Math.min(part.bottom(), place[1] + place[3]) && left < right;
        y++) {
      System.arraycopy(
          cells,
          (y - place[1]) * place[2] + left - place[0],
          to.row(step, y - part.y() + 1),
          left - part.x() + 1,
          right - left);
    }
  }
}
