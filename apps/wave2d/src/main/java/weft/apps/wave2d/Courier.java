// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.Frame;
import weft.RsrN;
import weft.World;
import weft.model.partition.Partition;
import weft.model.partition.Rectangle;

/// Sends rows of cells between rank 0, which has the pictures, and the owners of the rectangles.
///
/// ```
/// bytes  0        8        16       24
///        | what   | row    | cell   | cell   | ...     doubles; the row of the rectangle
/// ```
final class Courier {
  private static final int DISPLACEMENT = 0;
  private static final int SPEED = 1;
  private static final int RESULT = 2;
  private static final int HEADER = 2;

  private final World world;
  private final RsrN rows;
  private @Nullable Problem problem;
  private @Nullable Field field;
  private double[] whole = {};
  private double[] packed = {};

  /// Registers the handler; [#attach] sets the field later.
  Courier(World world) {
    this.world = world;
    this.rows = world.rsrN("wave2d.row", this::receive);
  }

  /// Sets the destination of rows. Every rank must call this before any rank sends.
  void attach(Problem problem, Field field) {
    this.problem = problem;
    this.field = field;
    this.packed = new double[HEADER + problem.partition().width()];
    if (world.rank() == 0) {
      whole = new double[problem.partition().width() * problem.partition().height()];
    }
  }

  /// Sends every rank its part of the scene. Rank 0 calls this; all ranks then wait for quiescence.
  void distribute(Scene scene) {
    Partition partition = Objects.requireNonNull(problem).partition();
    for (int rank = 0; rank < partition.ranks(); rank++) {
      Rectangle part = partition.rectangle(rank);
      for (int row = 0; row < part.height(); row++) {
        for (int i = 0; i < part.width(); i++) {
          packed[HEADER + i] = scene.displacement(part.x() + i, part.y() + row);
        }
        send(rank, DISPLACEMENT, row, part.width());
        if (!scene.uniform()) {
          for (int i = 0; i < part.width(); i++) {
            packed[HEADER + i] = scene.speed(part.x() + i, part.y() + row);
          }
          send(rank, SPEED, row, part.width());
        }
      }
    }
  }

  /// Sends rank 0 this rank's part of the result. All ranks call this, and then wait for
  /// quiescence.
  void collect() {
    Field mine = Objects.requireNonNull(field);
    for (int row = 0; row < mine.height(); row++) {
      System.arraycopy(mine.row(mine.step(), row + 1), 1, packed, HEADER, mine.width());
      send(0, RESULT, row, mine.width());
    }
  }

  /// The result at rank 0, row by row; empty elsewhere.
  double[] whole() {
    return whole;
  }

  private void send(int rank, int what, int row, int cells) {
    packed[0] = what;
    packed[1] = row;
    rows.send(rank, packed, 0, HEADER + cells);
  }

  private void receive(int source, Frame payload) {
    Problem known = Objects.requireNonNull(problem);
    Field mine = Objects.requireNonNull(field);
    int row = (int) payload.getDouble(8);
    switch ((int) payload.getDouble(0)) {
      case DISPLACEMENT -> payload.copyTo(16, mine.row(0, row + 1), 1, mine.width());
      case SPEED -> {
        double[] squares = mine.ownSquares(row + 1);
        payload.copyTo(16, squares, 1, mine.width());
        for (int x = 1; x <= mine.width(); x++) {
          double courant = known.courant() * squares[x];
          squares[x] = courant * courant;
        }
      }
      case RESULT -> {
        Partition partition = known.partition();
        Rectangle part = partition.rectangle(source);
        int at = (part.y() + row) * partition.width() + part.x();
        payload.copyTo(16, whole, at, part.width());
      }
      default ->
          throw new IllegalStateException(
              "rank " + source + " sent a row of kind " + payload.getDouble(0));
    }
  }
}
