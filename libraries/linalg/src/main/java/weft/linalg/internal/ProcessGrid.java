// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.HeapExhaustedException;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Type;
import weft.layer.Layer;
import weft.layer.ProgramCalls;
import weft.linalg.ColumnProgress;
import weft.linalg.PhaseLog;
import weft.linalg.ReceivedWords;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// The ranks of a group as P rows and Q columns. A grid provides the groups of rows and columns,
/// registered memory, and kernels. Rank r of the group is in row r / Q and in column r mod Q.
public final class ProcessGrid implements AutoCloseable {
  /// Approximate operations of a slice of a product, between two polls.
  private static final double SLICE_FLOPS = 3e7;

  private static final int LEAST_SLICE = 256;

  private static final Codec<String> TEXT = Codecs.of(String.class);

  private static final int PROGRESS = ProgramCalls.part("the listener of Grid.onProgress");

  private final World world;
  private final ProgramCalls program;
  private final int rows;
  private final int columns;

  /// The groups of the whole grid, of this rank's row, and of its column. A rank's number in its
  /// row is its grid column, and its number in its column is its grid row.
  public final Group all;

  public final Group row;
  public final Group column;

  private Kernels kernels = Kernels.of("auto");
  private @Nullable PhaseLog log;
  private long words;
  private long operations;
  private ColumnProgress progress = (done, all) -> {};
  private boolean closed;

  /// Memory of operations that an exception has left pending. It is freed when they are done.
  private final List<Pending> pending = new ArrayList<>();

  private record Pending(MemorySegment memory, Completion done) {}

  private ProcessGrid(World world, Group group, int rows, int columns) {
    this.world = world;
    this.program = Layer.of(world).program();
    this.rows = rows;
    this.columns = columns;
    this.all = group.dup();
    checkShape();
    this.row = all.split(all.rank() / columns, all.rank());
    this.column = all.split(all.rank() % columns, all.rank());
  }

  /// The ranks of a group. The grid is as square as possible, and never has more rows than columns.
  public static ProcessGrid of(World world, Group group) {
    int rows = shorterSide(group.size());
    return of(world, group, rows, group.size() / rows);
  }

  /// The same, but not wider than high.
  public static ProcessGrid tall(World world, Group group) {
    int columns = shorterSide(group.size());
    return of(world, group, group.size() / columns, columns);
  }

  private static int shorterSide(int ranks) {
    int side = (int) Math.sqrt(ranks);
    while (ranks % side != 0) {
      side--;
    }
    return side;
  }

  /// The ranks of a group as `rows` × `columns`.
  ///
  /// @throws IllegalArgumentException if the group has another number of ranks
  public static ProcessGrid of(World world, Group group, int rows, int columns) {
    if (rows < 1 || columns < 1 || (long) rows * columns != group.size()) {
      throw new IllegalArgumentException(
          "a grid of %d × %d ranks needs %d; the group has %d: give two factors of that, or a subgroup"
              .formatted(rows, columns, (long) rows * columns, group.size()));
    }
    return new ProcessGrid(world, group, rows, columns);
  }

  /// A hash of the grid, the same on all ranks. Grids that exist at the same time usually have
  /// different ones.
  long hash() {
    return 31L * columns + all.toString().hashCode();
  }

  /// The number of grid rows. Local.
  public int rows() {
    return rows;
  }

  /// The number of grid columns. Local.
  public int columns() {
    return columns;
  }

  /// The row of this rank. Local.
  public int rowOfRank() {
    return column.rank();
  }

  /// The column of this rank. Local.
  public int columnOfRank() {
    return row.rank();
  }

  /// Whether this rank is the first of the grid, which prints by convention. Local.
  public boolean isFirst() {
    return all.rank() == 0;
  }

  /// Uses `kernels` from now on, instead of the best that were found. Each rank needs an instance
  /// of its own. Give all ranks the same kind, so that they round alike.
  public void using(Kernels kernels) {
    this.kernels = kernels;
  }

  /// Records the phases of this rank from now on. Null ends the recording.
  public void record(@Nullable PhaseLog log) {
    this.log = log;
  }

  /// Logs the phase since the last call, if this rank is recorded.
  void note(PhaseLog.Phase phase) {
    if (log != null) {
      log.end(phase);
    }
  }

  /// Logs that a factorisation begins, if this rank is recorded.
  void noteBegin() {
    if (log != null) {
      log.begin();
    }
  }

  /// Calls `progress` after each panel of a factorisation and each step of a product.
  public void onProgress(ColumnProgress progress) {
    this.progress = progress;
  }

  /// Reports that a panel or a step is done.
  ///
  /// @param done the columns that are done
  /// @param of all columns
  void progressed(long done, long of) {
    program.runHandler(PROGRESS, () -> progress.at(done, of));
  }

  /// Calls of the program's functions.
  ProgramCalls program() {
    return program;
  }

  /// Counts words that this rank receives for a panel in one operation.
  void received(long words) {
    this.words += words;
    operations++;
  }

  /// The words that this rank has received, and the operations that delivered them, since the last
  /// call.
  public ReceivedWords traffic() {
    var traffic = new ReceivedWords(words, operations);
    words = 0;
    operations = 0;
    return traffic;
  }

  /// Whether a panel that moves along a row needs polls while this rank computes. It does if ranks
  /// forward it, or share no memory in which the next rank can read it.
  boolean needsPolls() {
    return needsPolls(columns);
  }

  /// Whether a panel that moves among `ranks` ranks needs polls while this rank computes.
  boolean needsPolls(int ranks) {
    return ranks > 2 || ranks == 2 && !world.sharesMemory();
  }

  /// The kernels of this rank. Local.
  public Kernels kernels() {
    return kernels;
  }

  /// Ends the grid on this rank. Close its matrices first. It does not wait for the other ranks. A
  /// second call does nothing. An operation is pending only after an exception in a call of the
  /// grid; its group is then not freed, because this must not replace that exception.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      pending.removeIf(this::freeIfDone);
      for (Group group : List.of(column, row, all)) {
        if (group.isIdle()) {
          group.free();
        }
      }
    }
  }

  /// Checks that all ranks make a grid of the same shape.
  private void checkShape() {
    try {
      agree(toString().hashCode(), "makes", () -> "a " + this);
    } catch (IllegalArgumentException e) {
      all.free();
      throw e;
    }
  }

  public World world() {
    return world;
  }

  public Completion completion() {
    return world.completion();
  }

  /// Allocates registered memory on every rank, `bytes` on this one, filled with zeros.
  ///
  /// @param what the memory's purpose, with everything that ranks must agree upon
  /// @throws HeapExhaustedException on every rank, if one has no room
  /// @throws IllegalArgumentException on every rank, if their purposes differ
  public MemorySegment allocate(long bytes, String what) {
    checkOpen(what);
    pending.removeIf(this::freeIfDone);
    MemorySegment memory = null;
    try {
      memory = world.heap().allocate(Math.max(bytes, Long.BYTES));
    } catch (HeapExhaustedException e) {
      // All ranks throw below.
    }
    long agreed = what.hashCode();
    long[] most = {memory == null ? 1 : 0, bytes, world.heap().used() + bytes, agreed, -agreed};
    all.allreduce(most, Operator.MAX);
    boolean agree = most[3] == -most[4];
    if (most[0] == 0 && memory != null && agree) {
      return memory;
    }
    if (memory != null) {
      world.heap().free(memory);
    }
    if (!agree) {
      throw disagreement("needs memory", "for " + what);
    }
    throw new HeapExhaustedException(
        "%s takes %d MiB of registered memory on a rank, and there is less; give weft run --heap %dm"
            .formatted(what, mebibytes(most[1]), mebibytes(most[2] + most[2] / 4)));
  }

  /// Checks that all ranks agree.
  ///
  /// @param hash a hash of everything that they must agree upon
  /// @param verb what a rank does with it, for the exception
  /// @param what the text that is hashed. It is made only if ranks disagree
  /// @throws IllegalArgumentException on every rank, if the hashes differ
  void agree(long hash, String verb, Supplier<String> what) {
    long[] most = {hash, -hash};
    all.allreduce(most, Operator.MAX);
    if (most[0] != -most[1]) {
      throw disagreement(verb, what.get());
    }
  }

  private void checkOpen(String what) {
    if (closed) {
      throw new IllegalStateException(
          "memory for %s on a %s, which was closed".formatted(what, this));
    }
  }

  private IllegalArgumentException disagreement(String verb, String what) {
    List<String> purposes = all.allgather(what, TEXT);
    int other = 1;
    while (purposes.get(other).equals(purposes.get(0))) {
      other++;
    }
    return new IllegalArgumentException(
        "the ranks of a %s disagree: rank 0 %s %s, and rank %d %s; make the same calls with the same arguments on all ranks"
            .formatted(this, verb, purposes.get(0), other, purposes.get(other)));
  }

  private static long mebibytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20);
  }

  public void free(MemorySegment memory) {
    world.heap().free(memory);
  }

  /// Frees memory that an operation uses: now, or when it is done if an exception has left it
  /// pending.
  void free(MemorySegment memory, Completion done) {
    var free = new Pending(memory, done);
    if (!freeIfDone(free)) {
      pending.add(free);
    }
  }

  private boolean freeIfDone(Pending it) {
    boolean isDone = it.done.isDone();
    if (isDone) {
      free(it.memory);
    }
    return isDone;
  }

  /// Whether two grids have the same ranks in the same order.
  public boolean hasRanksOf(ProcessGrid other) {
    if (all.size() != other.all.size()) {
      return false;
    }
    for (int i = 0; i < all.size(); i++) {
      if (all.member(i) != other.all.member(i)) {
        return false;
      }
    }
    return true;
  }

  /// C += α·op(A)·B in slices of columns, with a poll after each for the operations in progress.
  /// The slices depend on the shapes alone, so that the same call gives the same bits.
  public void gemmInSlices(double alpha, Tile a, Op opA, Tile b, Tile c) {
    if (c.rows() == 0 || b.rows() == 0) {
      return;
    }
    double each = 2.0 * c.rows() * b.rows();
    int slice = (int) Math.max(LEAST_SLICE, Math.min(SLICE_FLOPS / each, 1 << 24)) / 8 * 8;
    for (int from = 0; from < c.columns(); from += slice) {
      int to = Math.min(c.columns(), from + slice);
      kernels.gemm(alpha, a, opA, b.columns(from, to), Op.PLAIN, 1, c.columns(from, to));
      world.poll();
    }
  }

  /// The elements of a tile as data of a collective.
  public static Data data(Tile tile) {
    if (tile.rows() == 0 || tile.columns() == 0) {
      return Data.of(tile.memory().asSlice(0, 0), Type.DOUBLE);
    }
    return Data.matrix(
        tile.memory(),
        Type.DOUBLE,
        tile.at() * Double.BYTES,
        tile.rows(),
        tile.columns(),
        Math.max(tile.columns(), tile.stride()));
  }

  /// `count` doubles from index `from` on as data of a collective.
  public static Data data(MemorySegment memory, long from, long count) {
    long begin = count == 0 ? 0 : from * Double.BYTES;
    return Data.of(memory.asSlice(begin, count * Double.BYTES), Type.DOUBLE);
  }

  /// Replaces each rank's tile by the sum over the ranks of a group.
  public void sum(Group group, Tile tile) {
    if (group.size() > 1 && tile.rows() > 0 && tile.columns() > 0) {
      received((long) tile.rows() * tile.columns());
      group.run(Operation.allreduce(data(tile), Operator.SUM));
    }
  }

  @Override
  public String toString() {
    return "grid of " + rows + " × " + columns + " ranks";
  }
}
