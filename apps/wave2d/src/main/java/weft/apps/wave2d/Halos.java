// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Frame;
import weft.RsrN;
import weft.World;

/// Exchanges the edges of the ranks' rectangles, one request for each neighbour and step.
///
/// ```
/// bytes  0        8        16       24
///        | step   | cell   | cell   | ...     doubles, in the machine's order
/// ```
///
/// A neighbour may be one step ahead, never two: to be two ahead it needs this rank's edge of the
/// step that this rank is still at. So two counters and the two fields' ghosts hold all that can
/// arrive, and there is no barrier.
final class Halos {
  private static final int CELLS = Double.BYTES;

  private final RsrN halo;
  private final long[] arrived = new long[2];
  private final BooleanSupplier complete = this::complete;
  private final World world;
  private @Nullable Field field;
  private @Nullable Neighbour[] bySource = {};
  private Neighbour[] neighbours = {};
  private double[] packed = {};

  /// Registers the handler; the field comes later, with [#attach].
  Halos(World world) {
    this.world = world;
    this.halo = world.rsrN("wave2d.halo", this::unpack);
  }

  /// Says whose halos these are. Every rank must have done so before any rank sends.
  void attach(Field field, Neighbour[] neighbours) {
    this.field = field;
    this.neighbours = neighbours;
    this.bySource = new Neighbour[world.size()];
    int longest = 0;
    for (Neighbour neighbour : neighbours) {
      bySource[neighbour.rank()] = neighbour;
      longest = Math.max(longest, neighbour.length());
    }
    packed = new double[1 + longest];
  }

  /// Sends this rank's edges of the field as it is now.
  void send() {
    Field mine = Objects.requireNonNull(field);
    int step = mine.step();
    packed[0] = step;
    for (Neighbour neighbour : neighbours) {
      int from = neighbour.from() + 1;
      int length = neighbour.length();
      switch (neighbour.side()) {
        case ABOVE -> System.arraycopy(mine.row(step, 1), from, packed, 1, length);
        case BELOW -> System.arraycopy(mine.row(step, mine.height()), from, packed, 1, length);
        case LEFT -> packColumn(mine, 1, from, length);
        case RIGHT -> packColumn(mine, mine.width(), from, length);
      }
      halo.send(neighbour.rank(), packed, 0, 1 + length);
    }
  }

  private void packColumn(Field mine, int x, int from, int length) {
    int step = mine.step();
    for (int i = 0; i < length; i++) {
      packed[1 + i] = mine.row(step, from + i)[x];
    }
  }

  /// Waits until every neighbour's edge of the field as it is now has come.
  void await() {
    if (!complete()) {
      world.pollUntil(complete);
    }
    arrived[Objects.requireNonNull(field).step() & 1] = 0;
  }

  private boolean complete() {
    return arrived[Objects.requireNonNull(field).step() & 1] == neighbours.length;
  }

  private void unpack(int source, Frame payload) {
    Field mine = Objects.requireNonNull(field);
    Neighbour neighbour = Objects.requireNonNull(bySource[source]);
    int from = neighbour.from() + 1;
    int length = neighbour.length();
    long step = (long) payload.getDouble(0);
    long ahead = step - mine.step();
    if (ahead < 0 || ahead > 1 || payload.size() != CELLS * (1L + length)) {
      throw new IllegalStateException(
          "rank %d sent a halo of %d bytes for step %d to rank %d, which is at step %d"
              .formatted(source, payload.size(), step, world.rank(), mine.step()));
    }
    switch (neighbour.side()) {
      case ABOVE -> payload.copyTo(CELLS, mine.row(step, 0), from, length);
      case BELOW -> payload.copyTo(CELLS, mine.row(step, mine.height() + 1), from, length);
      case LEFT -> unpackColumn(payload, mine, step, 0, from, length);
      case RIGHT -> unpackColumn(payload, mine, step, mine.width() + 1, from, length);
    }
    arrived[(int) (step & 1)]++;
  }

  private static void unpackColumn(
      Frame payload, Field mine, long step, int x, int from, int length) {
    for (int i = 0; i < length; i++) {
      mine.row(step, from + i)[x] = payload.getDouble(CELLS * (1L + i));
    }
  }
}
