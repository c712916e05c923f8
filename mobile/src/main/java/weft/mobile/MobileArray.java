// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import weft.mobile.internal.protocol.ObjectWord;

/// An array of objects, each at the rank where it is useful: [MobileType#array]. Its elements are
/// named by an index. Other elements may be inserted, and each may be removed, at any time.
///
/// @param <T> the type of the elements
public final class MobileArray<T> {
  private final ObjectRank rank;
  private final ArrayBroadcasts broadcasts;
  final ArrayEntry entry;
  private final MobileRsr0<T> remove;

  MobileArray(ObjectRank rank, ArrayBroadcasts broadcasts, ArrayEntry entry, MobileRsr0<T> remove) {
    this.rank = rank;
    this.broadcasts = broadcasts;
    this.entry = entry;
    this.remove = remove;
  }

  /// Names element `index`, which may not have been inserted yet: messages wait for it.
  ///
  /// @throws IndexOutOfBoundsException when the index is negative or beyond 2³¹ − 1
  public MobilePointer<T> at(long index) {
    if (index < 0 || index > Integer.MAX_VALUE) {
      throw new IndexOutOfBoundsException(
          "element "
              + index
              + " of the array \""
              + entry.name
              + "\"; indexes are 0 to "
              + Integer.MAX_VALUE);
    }
    return new MobilePointer<>(entry.kind, ObjectWord.element(entry.number, index));
  }

  /// Inserts an element, here. It takes part in broadcasts and reductions from the next on.
  ///
  /// @throws weft.WeftException when this rank knows that the index has been inserted before; when
  ///   another rank knows, the job ends there
  public void insert(long index, T element) {
    rank.layer.checkOpen("MobileArray.insert");
    rank.router.insert(at(index).word, entry.kind.number, element);
  }

  /// Ends an element, wherever it is, after the messages that this sender has sent before.
  public void remove(long index) {
    remove.send(at(index));
  }

  /// Elements to send to together.
  public MobileSection<T> section(long... indexes) {
    return new MobileSection<>(
        Arrays.stream(indexes).sorted().distinct().mapToObj(this::at).toList());
  }

  /// Registers a reduction, to which each element contributes once a round. Values are combined in
  /// the order of their indexes, whatever ranks hold them: the bits of the result depend neither on
  /// places nor on the number of ranks. Before [weft.World#start].
  public MobileReduction reduction(
      String name, DoubleBinaryOperator fold, MobileReduction.DoubleResult result) {
    return broadcasts.reductions.add(
        entry,
        name,
        (a, b) ->
            Double.doubleToRawLongBits(
                fold.applyAsDouble(Double.longBitsToDouble(a), Double.longBitsToDouble(b))),
        (round, value) -> result.handle(round, Double.longBitsToDouble(value)));
  }

  /// Registers a reduction of whole numbers.
  public MobileReduction longReduction(
      String name, LongBinaryOperator fold, MobileReduction.LongResult result) {
    return broadcasts.reductions.add(entry, name, fold, result);
  }

  void broadcast(Request request, MemorySegment payload, long bytes) {
    broadcasts.send(entry, request, payload, bytes);
  }

  @Override
  public String toString() {
    return "array \"" + entry.name + "\" of " + entry.kind;
  }
}
