// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.mobile.internal.ArrayEntry;
import weft.mobile.internal.protocol.ObjectWord;

/// An array of mobile objects, created by [MobileType#array]. An index names each element. Further
/// elements may be inserted, and each element may be removed, at any time after [weft.World#start].
///
/// @param <T> the type of the elements
public final class MobileArray<T> {
  private final ObjectRank rank;
  private final ArrayBroadcasts broadcasts;
  private final ArrayEntry entry;
  private final Kind kind;
  private final MobileRsr0<T> remove;

  MobileArray(
      ObjectRank rank,
      ArrayBroadcasts broadcasts,
      ArrayEntry entry,
      Kind kind,
      MobileRsr0<T> remove) {
    this.rank = rank;
    this.broadcasts = broadcasts;
    this.entry = entry;
    this.kind = kind;
    this.remove = remove;
  }

  /// Names element `index`. It need not have been inserted yet: messages wait for it.
  ///
  /// @throws IndexOutOfBoundsException if the index is negative or greater than 2³¹ − 1
  public MobilePointer<T> at(long index) {
    if (index < 0 || index > Integer.MAX_VALUE) {
      throw new IndexOutOfBoundsException(
          "element "
              + index
              + " of the array \""
              + entry.name()
              + "\"; indexes are 0 to "
              + Integer.MAX_VALUE);
    }
    return new MobilePointer<>(kind, ObjectWord.element(entry.number(), index));
  }

  /// The indexes of the elements that are on this rank, in order.
  public long[] here() {
    rank.layer.calls().checkOpen("MobileArray.here");
    return rank.router
        .wordsHere(
            it -> ObjectWord.isElement(it.word()) && ObjectWord.owner(it.word()) == entry.number())
        .map(ObjectWord::serial)
        .toArray();
  }

  /// Inserts an element on this rank. It takes part in broadcasts from the next one on. When it
  /// takes part in reductions depends on the caller ([MobileReduction]).
  ///
  /// The index of an element that has been removed may be inserted again, by any rank, after the
  /// first [weft.World#quiesce] that follows the removal. Messages that were sent before that went
  /// to the first element, or were undelivered.
  ///
  /// @throws weft.WeftException if this rank knows that the index is in use, that it may not be
  ///   inserted again yet, or that a round of a reduction is open. If only another rank knows it,
  ///   that rank ends the job
  public void insert(long index, T element) {
    rank.layer.calls().checkMaySend("MobileArray.insert");
    rank.insert(at(index).word, kind.number, Objects.requireNonNull(element));
  }

  /// Ends an element, wherever it is, after it has handled the earlier messages of this sender.
  public void remove(long index) {
    remove.send(at(index));
  }

  /// Names several elements to which messages are sent together.
  public MobileSection<T> section(long... indexes) {
    return new MobileSection<>(
        this, Arrays.stream(indexes).sorted().distinct().mapToObj(this::at).toList());
  }

  /// Registers a reduction, to which each element contributes once per round. Call it before
  /// [weft.World#start], after the array was created. Values are combined in the order of their
  /// indexes. So the bits of the result depend neither on the placement of elements nor on the
  /// number of ranks. `fold` may neither send nor wait. [MobileReduction] tells to which rounds
  /// elements belong that are inserted or removed.
  public MobileReduction reduction(
      String name, DoubleBinaryOperator fold, MobileReduction.DoubleResult result) {
    return add(name, null, fold, result);
  }

  /// Registers a reduction of `long` values. Elements call [Self#contributeLong].
  public MobileReduction longReduction(
      String name, LongBinaryOperator fold, MobileReduction.LongResult result) {
    return addLong(name, null, fold, result);
  }

  MobileReduction add(
      String name,
      long @Nullable [] section,
      DoubleBinaryOperator fold,
      MobileReduction.DoubleResult result) {
    return add(
        name,
        false,
        section,
        (a, b) ->
            Double.doubleToRawLongBits(
                fold.applyAsDouble(Double.longBitsToDouble(a), Double.longBitsToDouble(b))),
        (round, value) -> result.handle(round, Double.longBitsToDouble(value)));
  }

  MobileReduction addLong(
      String name,
      long @Nullable [] section,
      LongBinaryOperator fold,
      MobileReduction.LongResult result) {
    return add(name, true, section, fold, result);
  }

  private MobileReduction add(
      String name,
      boolean ofLongs,
      long @Nullable [] section,
      LongBinaryOperator fold,
      MobileReduction.LongResult result) {
    String named = "the reduction \"" + name + "\" over " + entry;
    return broadcasts.reductions.add(
        entry,
        name,
        ofLongs,
        section,
        rank.functions.fold(named, fold),
        rank.functions.result(named, result));
  }

  void broadcast(Request request, MemorySegment payload, long bytes) {
    broadcasts.send(entry, kind, request, payload, bytes);
  }

  @Override
  public String toString() {
    return "array \"" + entry.name() + "\" of " + kind;
  }
}
