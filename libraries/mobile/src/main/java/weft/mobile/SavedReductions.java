// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.layer.Layer;
import weft.mobile.Reductions.State;
import weft.mobile.internal.protocol.IndexSet;
import weft.mobile.internal.rounds.HomeRounds;
import weft.mobile.internal.rounds.RootLink;
import weft.mobile.internal.rounds.RootRounds;

/// What a checkpoint holds of the reductions on one rank: for each the records that it collects as
/// a home, and at rank 0 what is expected of each round. Records go to the new homes of their
/// elements; what a home had not reported goes to rank 0.
final class SavedReductions {
  /// Begins the name of a reduction in a checkpoint.
  static final String NAME = "reduction ";

  private final Layer layer;
  private final List<State> states;

  SavedReductions(Layer layer, List<State> states) {
    this.layer = layer;
    this.states = states;
  }

  /// What was registered, by name.
  void describe(BiConsumer<String, String> out) {
    for (int number = 0; number < states.size(); number++) {
      State state = states.get(number);
      out.accept(NAME + state.array.name() + "." + state.name, number + " " + state.shape());
    }
  }

  /// Writes what this rank knows of all reductions.
  void write(Writer out) {
    out.writeSize(states.size());
    for (State state : states) {
      state.home.write(out);
      if (layer.rank() == 0) {
        state.root.write(out);
      }
    }
  }

  /// Begins to take the state of a checkpoint. The members of arrays are known.
  void restore() {
    for (State state : states) {
      state.home.restore(state.array.members().and(state.section));
    }
  }

  /// Takes what belongs to this rank of the state that `saver` had written; that of rank 0 is read
  /// first.
  ///
  /// @param isDropped whether the program has dropped the reduction of a number
  void read(Reader in, int saver, IntPredicate isDropped) {
    int count = in.readSize(1);
    boolean isRoot = layer.rank() == 0;
    for (int number = 0; number < count; number++) {
      if (isDropped.test(number)) {
        skip(in, saver);
        continue;
      }
      State state = states.get(number);
      LongPredicate isMine = index -> state.array.home(index) == layer.rank();
      var unreported = new ArrayList<long[]>();
      state.home.read(
          in,
          isMine,
          isRoot,
          (round, generation, records, contributions, children) ->
              unreported.add(new long[] {round, generation, records, contributions, children}));
      if (saver == 0) {
        // Other ranks only pass it: the next reduction follows.
        (isRoot ? state.root : unused()).read(in);
      }
      if (isRoot) {
        unreported.forEach(it -> state.root.add(it[0], (int) it[1], it[2], it[3], it[4]));
      }
    }
  }

  /// Reads the state of a reduction that the program does not have any more.
  private void skip(Reader in, int saver) {
    var home = new HomeRounds(NOWHERE, new IndexSet(), (a, b) -> a, index -> 0);
    home.read(
        in, index -> false, false, (round, generation, records, contributions, children) -> {});
    if (saver == 0) {
      unused().read(in);
    }
  }

  /// The root of no reduction.
  private static final RootLink NOWHERE =
      new RootLink() {
        @Override
        public void report(
            long round, int generation, long records, long contributions, long children) {}

        @Override
        public void inserted(long round, long index, long phase) {}

        @Override
        public void block(long round, long block, long bits) {}

        @Override
        public void answer(long round, long contributions) {}

        @Override
        public void left(long round) {}

        @Override
        public void missing(long round, long index, boolean isMissing) {}
      };

  private RootRounds unused() {
    return new RootRounds(
        layer.size(), 0, (a, b) -> a, round -> {}, round -> {}, (round, bits) -> {});
  }

  /// Every rank has its state again: rounds whose last record had come can be closed.
  void restored() {
    if (layer.rank() == 0) {
      states.forEach(it -> it.root.resume());
    }
  }
}
