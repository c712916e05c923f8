// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import weft.collective.Operation;
import weft.collective.Parts;
import weft.linalg.Blocking;
import weft.linalg.PhaseLog;
import weft.linalg.kernel.Tile;

/// The base of factorisations by panels. It defines the order of panels, broadcasts and updates:
///
/// ```
///   factor panel 0, broadcast it
///   for each panel:  update the columns of the next one
///                    factor the next one, begin its broadcast         (lookahead of one panel)
///                    update all other columns, polling
/// ```
public abstract class Elimination implements AutoCloseable {
  public final CyclicMatrix a;
  public final ProcessGrid grid;
  public final int width;

  /// The panel while it is factored, transposed: a row of memory is a column of the panel.
  public final Work work;

  private final boolean lookahead;
  private final boolean stored;
  private FactoredPanel current;
  private FactoredPanel next;

  /// Memory for the panel that is being factored. Other ranks read it only if panels are spread.
  public static final class Work {
    final MemorySegment memory;
    private final long half;

    Work(CyclicMatrix a, int width, String what) {
      this.half = (long) width * a.byRow().most();
      this.memory = a.grid().allocate(2 * half * Double.BYTES, what);
    }

    /// The panel, `width` × `rows`.
    Tile tile(int width, int rows) {
      return Tile.packed(memory, 0, width, rows);
    }

    /// Room of the same size for columns that arrive from other ranks.
    Tile arriving(int width, int rows) {
      return Tile.packed(memory, half, width, rows);
    }
  }

  /// @param name the factorisation, for messages
  public Elimination(CyclicMatrix a, Blocking blocking, String name) {
    this.a = a;
    this.grid = a.grid();
    this.width = (int) Math.max(1, Math.min(blocking.widthFor(a.block()), a.columns()));
    this.lookahead = blocking.lookahead();
    this.stored = width <= a.block();
    this.work =
        new Work(
            a,
            width,
            "%s by panels of %d columns, %s lookahead"
                .formatted(name, width, lookahead ? "with" : "without"));
    this.current = new FactoredPanel(a, width);
    this.next = new FactoredPanel(a, width);
  }

  /// The number of columns to eliminate. It becomes smaller if the elimination cannot continue.
  /// After each panel, all ranks return the same number.
  public abstract long steps();

  /// The first local row of the panel's `below`.
  public abstract int firstRow(long start, int width);

  /// Factors the panel in `w`, which has this rank's rows from the row `panel.start` on,
  /// transposed. Fills `panel` and `w`. All ranks of a grid column call it together.
  public abstract void factor(FactoredPanel panel, Tile w);

  /// Called on every rank when a panel has arrived.
  public abstract void arrived(FactoredPanel panel);

  /// Applies a panel to the local columns `from` to `to` − 1, all right of it.
  public abstract void update(FactoredPanel panel, int from, int to, boolean sliced);

  /// Called on every rank when a panel has been applied to all columns right of it.
  public void applied(FactoredPanel panel) {}

  public final void run() {
    long end = steps();
    if (end == 0) {
      return;
    }
    grid.noteBegin();
    produce(current, 0);
    receive(current);
    for (; ; ) {
      long after = current.end();
      int from = a.columnsBefore(after);
      int to = a.local().columns();
      if (after >= steps()) { // also after a pivot that is not positive
        updateAll(from, to, false);
        grid.progressed(end, end);
        return;
      }
      grid.progressed(current.start, end);
      if (lookahead) {
        int middle = a.columnsBefore(after + widthAt(after));
        update(current, from, middle, false);
        grid.note(PhaseLog.Phase.UPDATE);
        produce(next, after);
        updateAll(middle, to, grid.needsPolls());
      } else {
        updateAll(from, to, false);
        produce(next, after);
      }
      receive(next);
      FactoredPanel last = current;
      current = next;
      next = last;
    }
  }

  private void updateAll(int from, int to, boolean sliced) {
    update(current, from, to, sliced);
    applied(current);
    grid.note(PhaseLog.Phase.UPDATE);
  }

  private int widthAt(long start) {
    int most = (int) Math.min(width, steps() - start);
    return stored ? Math.min(most, a.byColumn().run(start)) : most;
  }

  /// Factors the panel that begins at `start`. If one grid column has the panel, begins its
  /// broadcast.
  private void produce(FactoredPanel panel, long start) {
    int columns = widthAt(start);
    panel.shape(start, columns, firstRow(start, columns), a.local().rows());
    int top = a.rowsBefore(start);
    Tile w = work.tile(columns, a.local().rows() - top);
    int left = a.columnsBefore(start);
    int right = a.columnsBefore(start + columns);
    Tile mine = a.local().part(top, left, w.columns(), right - left);
    if (stored) {
      int owner = a.byColumn().owner(start);
      boolean isMine = grid.columnOfRank() == owner;
      if (isMine) {
        grid.kernels().transpose(mine, w);
        factor(panel, w);
        grid.note(PhaseLog.Phase.PANEL);
      }
      panel.begin(owner);
      if (isMine) { // the others need not wait for this
        grid.kernels().transpose(w, mine);
      }
      grid.note(PhaseLog.Phase.COMMUNICATION);
    } else {
      spread(start, w, mine);
      factor(panel, w);
      for (int j = left; j < right; j++) {
        int at = (int) (a.columnOf(j) - start);
        grid.kernels().transpose(w.rows(at, at + 1), mine.columns(j - left, j - left + 1));
      }
      grid.note(PhaseLog.Phase.PANEL);
    }
  }

  /// Collects the whole panel on every rank of a grid row. Its columns belong to these ranks in
  /// turn.
  private void spread(long start, Tile w, Tile mine) {
    Cyclic dealt = a.byColumn();
    int parts = dealt.parts();
    int[] counts = new int[parts];
    int[] first = new int[parts];
    int before = 0;
    for (int part = 0; part < parts; part++) {
      int held = dealt.before(part, start + w.rows()) - dealt.before(part, start);
      counts[part] = Math.multiplyExact(held, w.columns());
      first[part] = before;
      before += held;
    }
    Tile arriving = work.arriving(w.rows(), w.columns());
    int me = grid.columnOfRank();
    grid.kernels().transpose(mine, arriving.rows(first[me], first[me] + mine.columns()));
    if (parts > 1 && w.columns() > 0) {
      grid.received((long) (w.rows() - mine.columns()) * w.columns());
      grid.row.run(
          Operation.allgather(
              ProcessGrid.data(arriving.memory(), arriving.at(), (long) w.rows() * w.columns()),
              Parts.of(counts)));
    }
    for (int part = 0; part < parts; part++) {
      int held = w.columns() == 0 ? 0 : counts[part] / w.columns();
      for (int i = 0; i < held; i++) {
        int at = (int) (dealt.global(part, dealt.before(part, start) + i) - start);
        w.rows(at, at + 1).copyFrom(arriving.rows(first[part] + i, first[part] + i + 1));
      }
    }
  }

  private void receive(FactoredPanel panel) {
    panel.await();
    grid.note(PhaseLog.Phase.WAITING);
    arrived(panel);
    grid.note(PhaseLog.Phase.COMMUNICATION);
  }

  @Override
  public void close() {
    current.close();
    next.close();
    grid.free(work.memory);
  }
}
