// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The values on which a schedule depends: the operation, the rank, and the sizes.
///
/// If the operation has one block per rank, [#outBlock] and [#outBytes] give its place and length
/// in [Region#OUT] ([#inBlock], [#inBytes] in [Region#IN]). All lengths are in bytes.
public final class Shape {
  /// The minimum number of chunks that a rank may have in use. With fewer, ranks that fill chunks
  /// for each other could deadlock. A rank that waits for a chunk may have two announced ones and a
  /// result that are not read yet.
  public static final int LEAST_CHUNKS = 4;

  /// The default eager limit.
  public static final long DEFAULT_EAGER = 4096;

  Collective collective = Collective.BARRIER;
  int rank;
  int size = 1;
  int root;
  long bytes;
  int element = 1;
  long chunk = 1;
  int chunks = LEAST_CHUNKS;
  long eager = DEFAULT_EAGER;
  boolean commutative = true;
  boolean inPlace;
  boolean shared;
  boolean inShared;
  boolean outShared;
  boolean forward = true;
  Layout layout = Layout.ANY;
  long @Nullable [] inParts;
  long @Nullable [] outParts;

  /// Creates a shape to be set.
  public Shape() {}

  /// Sets the operation, the group's size, and this rank and the root in it.
  public Shape set(Collective collective, int size, int rank, int root) {
    this.collective = collective;
    this.size = size;
    this.rank = rank;
    this.root = root;
    this.inParts = null;
    this.outParts = null;
    this.inPlace = false;
    this.commutative = true;
    this.inShared = false;
    this.outShared = false;
    return this;
  }

  /// Sets the amount: `bytes` of elements of `element` bytes; see [#bytes()].
  public Shape amount(long bytes, int element) {
    this.bytes = bytes;
    this.element = element;
    return this;
  }

  /// Sets blocks of different lengths: `2 × size` numbers each, the offsets and then the lengths.
  /// Null means equal, contiguous blocks of [#bytes()].
  public Shape parts(long @Nullable [] in, long @Nullable [] out) {
    this.inParts = in;
    this.outParts = out;
    return this;
  }

  /// Sets whether [Region#IN] is in [Region#OUT], and whether the operator commutes.
  public Shape traits(boolean inPlace, boolean commutative) {
    this.inPlace = inPlace;
    this.commutative = commutative;
    return this;
  }

  /// Sets whether ranks can read each other's stages in place, and whether that holds for this
  /// rank's [Region#IN] and [Region#OUT] too.
  public Shape memory(boolean shared, boolean inShared, boolean outShared) {
    this.shared = shared;
    this.inShared = inShared;
    this.outShared = outShared;
    return this;
  }

  /// Sets the length of a chunk and the number that one rank may have in use.
  public Shape pipeline(long chunk, int chunks) {
    this.chunk = chunk;
    this.chunks = chunks;
    return this;
  }

  /// Sets the maximum number of bytes that a message carries itself.
  public Shape eager(long eager) {
    this.eager = eager;
    return this;
  }

  /// Sets whether a rank forwards data before its own call.
  public Shape forward(boolean forward) {
    this.forward = forward;
    return this;
  }

  /// Sets the declared kind of memory of most data on all ranks. It may affect the choice of an
  /// algorithm, never the steps that it writes.
  public Shape layout(Layout layout) {
    this.layout = layout;
    return this;
  }

  /// The operation.
  public Collective collective() {
    return collective;
  }

  /// This rank in the group.
  public int rank() {
    return rank;
  }

  /// The number of ranks of the group.
  public int size() {
    return size;
  }

  /// The root's rank in the group; 0 if there is none.
  public int root() {
    return root;
  }

  /// This rank's distance from the root: (rank − root) mod size.
  public int virtual() {
    int distance = rank - root;
    return distance < 0 ? distance + size : distance;
  }

  /// Returns the rank at this distance from the root.
  public int actual(int virtual) {
    int rank = virtual + root;
    return rank >= size ? rank - size : rank;
  }

  /// The bytes of the whole data (broadcast, reduce, allreduce, scan), of one block if blocks are
  /// equal, or of all blocks together if they differ.
  public long bytes() {
    return bytes;
  }

  /// The bytes of one element, within which combined data must not be cut.
  public int element() {
    return element;
  }

  /// The bytes of a chunk, a multiple of [#element].
  public long chunk() {
    return Math.max(chunk - chunk % element, element);
  }

  /// The number of chunks that a rank may have in use, at least [#LEAST_CHUNKS].
  public int chunks() {
    return Math.max(chunks, LEAST_CHUNKS);
  }

  /// The maximum number of bytes that a message carries itself, so that a stage gains nothing. It
  /// may affect the place from which data is sent, not the data.
  public long eager() {
    return eager;
  }

  /// Whether all blocks are equal and contiguous. The same on all ranks.
  public boolean equal() {
    return inParts == null && outParts == null;
  }

  /// Whether the operator commutes; if not, ranks must be combined in their order.
  public boolean commutative() {
    return commutative;
  }

  /// Whether [Region#IN] is the same memory as [Region#OUT]. If only OUT has blocks, IN is this
  /// rank's block of it. If only IN has blocks, OUT is this rank's block of IN in a scatter. In a
  /// reduce-scatter OUT is all of IN, and the result is stored at its beginning, as in MPI.
  public boolean inPlace() {
    return inPlace;
  }

  /// Whether ranks read each other's stages in place.
  public boolean shared() {
    return shared;
  }

  /// Whether others can read this rank's [Region#IN] in place. It differs between ranks, so it may
  /// affect the place from which data is sent, not the data.
  public boolean inShared() {
    return inShared;
  }

  /// Whether others can read this rank's [Region#OUT] in place; see [#inShared].
  public boolean outShared() {
    return outShared;
  }

  /// Whether to forward data that arrives before this rank's call.
  public boolean forward() {
    return forward;
  }

  /// The place in [Region#IN] where the block of, or for, `rank` begins.
  public long inBlock(int rank) {
    return Region.IN + block(inParts, rank);
  }

  /// The bytes of the block of, or for, `rank` in [Region#IN].
  public long inBytes(int rank) {
    return length(inParts, rank);
  }

  /// The place in [Region#OUT] where the block of `rank` begins.
  public long outBlock(int rank) {
    return Region.OUT + block(outParts, rank);
  }

  /// The bytes of the block of `rank` in [Region#OUT].
  public long outBytes(int rank) {
    return length(outParts, rank);
  }

  private long block(long @Nullable [] parts, int rank) {
    return parts == null ? bytes * rank : parts[rank];
  }

  private long length(long @Nullable [] parts, int rank) {
    return parts == null ? bytes : parts[size + rank];
  }

  /// Sets this shape to `other`.
  public void copy(Shape other) {
    set(other.collective, other.size, other.rank, other.root);
    amount(other.bytes, other.element);
    parts(other.inParts, other.outParts);
    traits(other.inPlace, other.commutative);
    memory(other.shared, other.inShared, other.outShared);
    pipeline(other.chunk, other.chunks);
    eager(other.eager);
    forward(other.forward);
    layout(other.layout);
  }

  /// Whether an algorithm writes the same schedule for both.
  @SuppressWarnings("ReferenceEquality") // the same arrays are the quick case
  public boolean isSame(Shape other) {
    return collective == other.collective
        && rank == other.rank
        && size == other.size
        && root == other.root
        && bytes == other.bytes
        && element == other.element
        && chunk == other.chunk
        && chunks == other.chunks
        && eager == other.eager
        && commutative == other.commutative
        && inPlace == other.inPlace
        && shared == other.shared
        && inShared == other.inShared
        && outShared == other.outShared
        && forward == other.forward
        && (inParts == other.inParts || Arrays.equals(inParts, other.inParts))
        && (outParts == other.outParts || Arrays.equals(outParts, other.outParts));
  }
}
