// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.Rsr3;
import weft.Rsr4;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Resident;

/// Reductions over the elements of arrays. Each element sends its values to its home. When all
/// elements of a home have contributed to a round, the home folds each of its blocks in index
/// order. It sends the results to rank 0, which folds the blocks of all homes in order.
///
/// When the first home has answered, rank 0 asks every home about the round. A home without
/// elements then answers that it has none. Elements inserted there later contribute from the next
/// round on.
final class Reductions {
  private static final long COUNT = -1;

  /// In place of a round: the element has ended, and the value is the number of its contributions.
  private static final long ENDED = -1;

  private final ObjectRank rank;
  private final List<State> states = new ArrayList<>();
  private final Rsr4 value;
  private final Rsr3 ask;
  private final Rsr4 block;

  /// The rounds to which an element contributes: `first` inclusive, `end` exclusive.
  private record Span(long first, long end) {
    boolean contains(long round) {
      return first <= round && round < end;
    }
  }

  /// One rank's state of one reduction.
  private static final class State {
    final ArrayEntry array;
    final LongBinaryOperator fold;
    final MobileReduction.LongResult result;

    final Map<Long, Span> spans = new HashMap<>();

    /// The number of elements known to this home that do not contribute to the next round it
    /// answers.
    int late;

    /// Per round and index: the values of the elements whose home is this rank.
    final TreeMap<Long, TreeMap<Long, Long>> rounds = new TreeMap<>();

    /// Contributions that arrived before this rank knew their elements.
    final Map<Long, List<long[]>> early = new HashMap<>();

    /// The next round that this home answers.
    long answered;

    long begun = -1;

    /// At rank 0, per round: the results of blocks.
    final Map<Long, TreeMap<Long, Long>> blocks = new HashMap<>();

    final Map<Long, Integer> homes = new HashMap<>();

    State(ArrayEntry array, LongBinaryOperator fold, MobileReduction.LongResult result) {
      this.array = array;
      this.fold = fold;
      this.result = result;
    }
  }

  Reductions(ObjectRank rank) {
    this.rank = rank;
    this.value = rank.world.rsr4("weft mobile value", (source, a, b, c, d) -> came(a, b, c, d));
    this.ask = rank.world.rsr3("weft mobile round", (source, a, b, c) -> asked((int) a, b));
    this.block =
        rank.world.rsr4("weft mobile block", (source, a, b, c, d) -> blockCame((int) a, b, c, d));
    rank.watchMembers(this::memberChanged);
    rank.whenElementEnds(this::ended);
  }

  MobileReduction add(
      ArrayEntry array, String name, LongBinaryOperator fold, MobileReduction.LongResult result) {
    rank.layer.compare(
        "mobile reduction " + array.name + "." + name, String.valueOf(states.size()));
    var state = new State(array, fold, result);
    array.members.stream()
        .forEach(index -> state.spans.put((long) index, new Span(0, Long.MAX_VALUE)));
    states.add(state);
    return new MobileReduction(this::contribute, states.size() - 1);
  }

  void contribute(int number, long word, long bits) {
    Resident object = rank.router.find(word).here();
    State state = states.get(number);
    if (object == null || ObjectWord.owner(word) != state.array.number || word >= 0) {
      throw new IllegalStateException(
          rank.layer.where()
              + " contributes to a reduction over the array \""
              + state.array.name
              + "\", but is not an element of it");
    }
    long round = object.nextRound(number);
    value.send(rank.home(word), number, word, round, bits);
  }

  private void came(long number, long word, long round, long bits) {
    State state = states.get((int) number);
    long index = ObjectWord.serial(word);
    Span span = state.spans.get(index);
    if (span == null) {
      state.early.computeIfAbsent(index, it -> new ArrayList<>()).add(new long[] {round, bits});
      return;
    }
    put(state, index, span, round, bits);
    progress(state);
  }

  private static void put(State state, long index, Span span, long count, long bits) {
    if (count == ENDED) {
      state.spans.put(index, new Span(span.first, span.first + bits));
      countLate(state);
      return;
    }
    long round = span.first + count;
    state.rounds.computeIfAbsent(round, it -> new TreeMap<>()).put(index, bits);
    state.begun = Math.max(state.begun, round);
  }

  private void memberChanged(long element, boolean inserted) {
    long index = ObjectWord.serial(element);
    for (State state : states) {
      if (state.array.number != ObjectWord.owner(element)) {
        continue;
      }
      if (inserted) {
        long first = rank.layer.isStarted() ? Math.max(state.begun + 1, state.answered) : 0;
        var span = new Span(first, Long.MAX_VALUE);
        state.spans.put(index, span);
        countLate(state);
        List<long[]> early = state.early.remove(index);
        if (early != null) {
          early.forEach(it -> put(state, index, span, it[0], it[1]));
        }
        progress(state);
      }
    }
  }

  /// Tells the home that an element has ended here. The home waits for contributions that are still
  /// in flight.
  void ended(Resident object) {
    long word = object.word();
    for (int number = 0; number < states.size(); number++) {
      if (states.get(number).array.number == ObjectWord.owner(word)) {
        value.send(rank.home(word), number, word, ENDED, object.nextRound(number));
      }
    }
  }

  /// Removes elements that have ended, and counts the late ones, after a change of spans or of the
  /// round.
  private static void countLate(State state) {
    state.spans.values().removeIf(span -> span.end <= state.answered);
    state.late = 0;
    for (Span span : state.spans.values()) {
      state.late += span.contains(state.answered) ? 0 : 1;
    }
  }

  /// Answers all rounds that are complete here, until a round has not begun.
  private void progress(State state) {
    while (state.begun >= state.answered && isComplete(state)) {
      answer(state);
    }
  }

  private static boolean isComplete(State state) {
    long round = state.answered;
    @Nullable TreeMap<Long, Long> values = state.rounds.get(round);
    // Each of these elements contributes one value.
    return (values == null ? 0 : values.size()) == state.spans.size() - state.late;
  }

  private void answer(State state) {
    int number = states.indexOf(state);
    long round = state.answered++;
    @Nullable TreeMap<Long, Long> values = state.rounds.remove(round);
    countLate(state);
    long blocks = 0;
    if (values != null) {
      long current = -1;
      long folded = 0;
      for (Map.Entry<Long, Long> it : values.entrySet()) {
        long of = state.array.block(it.getKey());
        if (of != current && current >= 0) {
          block.send(0, number, round, current, folded);
          blocks++;
        }
        folded = of == current ? state.fold.applyAsLong(folded, it.getValue()) : it.getValue();
        current = of;
      }
      if (current >= 0) {
        block.send(0, number, round, current, folded);
      }
    }
    block.send(0, number, round, COUNT, blocks);
  }

  /// At rank 0: the result of a block, or the number of blocks, which ends the answer of a home.
  private void blockCame(int number, long round, long of, long bits) {
    State state = states.get(number);
    TreeMap<Long, Long> blocks = state.blocks.get(round);
    if (blocks == null) {
      blocks = new TreeMap<>();
      state.blocks.put(round, blocks);
      state.homes.put(round, 0);
      for (int home = 0; home < rank.layer.size(); home++) {
        ask.send(home, number, round, 0);
      }
    }
    if (of != COUNT) {
      blocks.put(of, bits);
      return;
    }
    if (state.homes.merge(round, 1, Integer::sum) < rank.layer.size()) {
      return;
    }
    state.blocks.remove(round);
    state.homes.remove(round);
    boolean any = false;
    long folded = 0;
    for (long it : blocks.values()) {
      folded = any ? state.fold.applyAsLong(folded, it) : it;
      any = true;
    }
    if (any) {
      state.result.handle(round, folded);
    }
  }

  /// Begins a round at this home, if no contribution did. A home without elements answers at once.
  private void asked(int number, long round) {
    State state = states.get(number);
    state.begun = Math.max(state.begun, round);
    progress(state);
  }
}
