// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;
import weft.Rsr2;
import weft.Rsr4;
import weft.WeftException;
import weft.World;
import weft.layer.Layer;
import weft.mobile.internal.ArrayEntry;
import weft.mobile.internal.protocol.IndexSet;
import weft.mobile.internal.protocol.MemberRounds;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.internal.rounds.HomeRounds;
import weft.mobile.internal.rounds.RootLink;
import weft.mobile.internal.rounds.RootRounds;

/// The reductions over arrays and over sections of them, on one rank. Elements send records to
/// their homes, homes report to rank 0, and rank 0 asks all ranks for their parts of a complete
/// round.
///
/// ```
/// record    reduction (20 bits), ended (1), children (43) | index (31), birth (33)
///           | round (40), generation (24) | value
/// report    reduction (20), kind (4), generation (24) | round | …
/// question  reduction (20), kind (4) | round
/// ```
final class Reductions {
  private static final int MOST = 1 << 20;
  private static final int INDEX_BITS = 31;
  private static final int ROUND_BITS = 40;

  // What homes send to the root.
  private static final int REPORT = 0;
  private static final int INSERTED = 1;
  private static final int BLOCK = 2;
  private static final int ANSWER = 3;
  private static final int LEFT = 4;
  private static final int MISSING = 5;
  private static final int FOUND = 6;

  // What the root asks.
  private static final int CLOSE = 0;
  private static final int NAME_MISSING = 1;

  private final Layer layer;
  private final LongToIntFunction homes;
  private final List<State> states = new ArrayList<>();
  private final Rsr4 records;
  private final Rsr4 reports;
  private final Rsr2 questions;

  /// How often quiescence has been found.
  private long phase;

  /// At rank 0: how often this rank had reported its counts when it last heard of a round.
  private long lastHeard;

  /// One rank's state of one reduction.
  static final class State {
    final ArrayEntry array;
    final String name;

    /// The members of the section; null if all elements of the array are members.
    final @Nullable IndexSet section;

    final HomeRounds home;
    final RootRounds root;
    private final boolean ofLongs;

    State(
        ArrayEntry array,
        String name,
        boolean ofLongs,
        @Nullable IndexSet section,
        HomeRounds home,
        RootRounds root) {
      this.array = array;
      this.name = name;
      this.ofLongs = ofLongs;
      this.section = section;
      this.home = home;
      this.root = root;
    }

    boolean contains(long word) {
      return ObjectWord.isElement(word)
          && ObjectWord.owner(word) == array.number()
          && (section == null || section.contains(ObjectWord.serial(word)));
    }

    /// What the values are, and whose they are, for checkpoints.
    String shape() {
      String values = ofLongs ? "of longs" : "of doubles";
      return section == null ? values : values + " over " + section.count() + " elements";
    }

    @Override
    public String toString() {
      return "the reduction \""
          + name
          + "\" over "
          + (section == null ? "" : section.count() + " elements of ")
          + array;
    }
  }

  /// @param homes the home of the element that a word names
  Reductions(World world, Layer layer, LongToIntFunction homes) {
    this.layer = layer;
    this.homes = homes;
    this.records = world.rsr4("weft mobile value", (source, a, b, c, d) -> recordCame(a, b, c, d));
    this.reports = world.rsr4("weft mobile round", this::reportCame);
    this.questions = world.rsr2("weft mobile close", (source, a, round) -> asked(a, round));
    layer.moments().atEnd(() -> states.forEach(it -> it.home.end()));
  }

  // Registration.

  /// Registers a reduction. Ranks compare its name, the kind of its values, and its section.
  MobileReduction add(
      ArrayEntry array,
      String name,
      boolean ofLongs,
      long @Nullable [] section,
      LongBinaryOperator fold,
      MobileReduction.LongResult result) {
    int number = states.size();
    if (number == MOST) {
      throw new WeftException(
          "rank " + layer.rank() + " registers more than " + MOST + " reductions");
    }
    layer
        .messages()
        .compare(
            "mobile reduction " + array.name() + "." + name,
            number
                + (ofLongs ? ":of-longs" : ":of-doubles")
                + (section == null
                    ? ""
                    : ":of-section-" + Integer.toHexString(Arrays.hashCode(section))));
    IndexSet members = section == null ? null : new IndexSet(section);
    IndexSet initial = array.members().and(members);
    long count = members == null ? array.size() : members.countBelow(array.size());
    var home = new HomeRounds(new Link(number), initial, fold, array::block);
    var root =
        new RootRounds(
            layer.size(),
            count,
            fold,
            question(number, CLOSE),
            question(number, NAME_MISSING),
            result::handle);
    states.add(new State(array, name, ofLongs, members, home, root));
    return new MobileReduction(this, number, ofLongs);
  }

  private LongConsumer question(int number, int kind) {
    return round -> {
      for (int i = 0; i < layer.size(); i++) {
        questions.send(i, number | (long) kind << 20, round);
      }
    };
  }

  // Elements.

  /// Contributes for `object` to its next round.
  void contribute(MobileReduction reduction, Resident object, boolean ofLongs, long bits) {
    State state = checked(reduction, object, ofLongs);
    send(reduction.number, object, false, bits);
    state.home.contributed(object.rounds().round(reduction.number));
    object.rounds().next(reduction.number);
  }

  private State checked(MobileReduction reduction, Resident object, boolean ofLongs) {
    if (reduction.reductions != this) {
      throw new IllegalArgumentException(
          layer.calls().where() + " contributes to a reduction of another rank or another job");
    }
    State state = states.get(reduction.number);
    if (!state.contains(object.word())) {
      throw new IllegalStateException(
          layer.calls().where()
              + " contributes to "
              + state
              + ", but is not "
              + (state.section == null ? "an element of it" : "in that section"));
    }
    if (ofLongs != reduction.ofLongs) {
      throw new IllegalArgumentException(
          layer.calls().where()
              + " contributes a "
              + (ofLongs ? "long" : "double")
              + " to "
              + state
              + ", which is of "
              + (ofLongs ? "doubles; call Self.contribute" : "longs; call Self.contributeLong"));
    }
    return state;
  }

  private void send(int number, Resident object, boolean ended, long bits) {
    MemberRounds rounds = object.rounds();
    long word = object.word();
    records.send(
        homes.applyAsInt(word),
        number | (ended ? 1L << 20 : 0) | rounds.children(number) << 21,
        ObjectWord.serial(word) | object.birth() << INDEX_BITS,
        rounds.round(number) | (long) rounds.generation(number) << ROUND_BITS,
        bits);
  }

  /// Tells the homes of rounds that an element has ended here.
  void ended(Resident object) {
    for (int number = 0; number < states.size(); number++) {
      if (states.get(number).contains(object.word())) {
        send(number, object, true, 0);
      }
    }
  }

  // Insertion.

  /// Determines with which rounds element `word` enters, which this rank is about to insert.
  ///
  /// @param by the object whose handler inserts it; null in the body or in a handler of this rank
  /// @throws WeftException if a round is open that no element inherits; nothing has changed
  MemberRounds enter(long word, @Nullable Resident by) {
    for (State state : states) {
      if (state.contains(word) && !isInherited(state, by) && state.home.isUnderWay()) {
        throw refusal(state, word);
      }
    }
    var rounds = new MemberRounds();
    for (int number = 0; number < states.size(); number++) {
      State state = states.get(number);
      if (!state.contains(word)) {
        continue;
      }
      if (by != null && isInherited(state, by)) {
        MemberRounds theirs = by.rounds();
        rounds.enter(number, theirs.round(number), theirs.childGeneration(number));
        theirs.addChild(number);
      } else {
        rounds.enter(number, state.home.open(), MemberRounds.BY_RANK);
        state.home.inserted(ObjectWord.serial(word), phase);
      }
    }
    return rounds;
  }

  private static boolean isInherited(State state, @Nullable Resident by) {
    return by != null && state.contains(by.word());
  }

  private WeftException refusal(State state, long word) {
    String where = layer.calls().where();
    return new WeftException(
        "rank "
            + layer.rank()
            + " inserts element "
            + ObjectWord.serial(word)
            + " of "
            + state.array
            + " in "
            + (where.isEmpty() ? "its body" : where)
            + " while round "
            + state.home.open()
            + " of "
            + state
            + " is open; "
            + ADVICE);
  }

  private static final String ADVICE =
      "insert it while no round is open, such as after World.quiesce or in the result of the"
          + " reduction; or in a handler of an element, in whose next round it then enters";

  // Messages.

  private void recordCame(long a, long b, long c, long bits) {
    HomeRounds home = states.get((int) (a & MOST - 1)).home;
    long round = c & (1L << ROUND_BITS) - 1;
    int generation = (int) (c >>> ROUND_BITS);
    long element = HomeRounds.element(b & (1L << INDEX_BITS) - 1, b >>> INDEX_BITS);
    if ((a >>> 20 & 1) != 0) {
      home.ended(round, generation, a >>> 21, element);
    } else {
      home.value(round, generation, a >>> 21, element, bits);
    }
  }

  private void reportCame(int source, long a, long round, long c, long d) {
    RootRounds root = states.get((int) (a & MOST - 1)).root;
    lastHeard = layer.counts().reports();
    int kind = (int) (a >>> 20) & 15;
    switch (kind) {
      case REPORT -> root.report(round, (int) (a >>> 24), c >>> 32, c & 0xFFFF_FFFFL, d);
      case INSERTED -> root.inserted(round, c, source, d);
      case BLOCK -> root.block(c, d);
      case ANSWER -> root.answer(c);
      case LEFT -> root.left();
      case MISSING, FOUND -> root.missing(round, c, kind == MISSING);
      default -> throw new IllegalStateException("rank " + source + " sent a report " + kind);
    }
  }

  private void asked(long a, long round) {
    HomeRounds home = states.get((int) (a & MOST - 1)).home;
    if (a >>> 20 == CLOSE) {
      home.close(round);
    } else {
      home.nameMissing(round);
    }
  }

  /// Sends to the root of one reduction.
  private final class Link implements RootLink {
    private final int number;

    Link(int number) {
      this.number = number;
    }

    private void send(int kind, int generation, long round, long c, long d) {
      reports.send(0, number | (long) kind << 20 | (long) generation << 24, round, c, d);
    }

    @Override
    public void report(
        long round, int generation, long records, long contributions, long children) {
      send(REPORT, generation, round, records << 32 | contributions, children);
    }

    @Override
    public void inserted(long round, long index, long phase) {
      send(INSERTED, 0, round, index, phase);
    }

    @Override
    public void block(long round, long block, long bits) {
      send(BLOCK, 0, round, block, bits);
    }

    @Override
    public void answer(long round, long contributions) {
      send(ANSWER, 0, round, contributions, 0);
    }

    @Override
    public void left(long round) {
      send(LEFT, 0, round, 0, 0);
    }

    @Override
    public void missing(long round, long index, boolean isMissing) {
      send(isMissing ? MISSING : FOUND, 0, round, index, 0);
    }
  }

  SavedReductions saved() {
    return new SavedReductions(layer, states);
  }

  // Quiescence and the end.

  /// Acts when quiescence has been found.
  ///
  /// @param end whether the job ends, and no rank is in [weft.World#quiesce]
  void quiescent(boolean end) {
    for (State state : states) {
      String open = end ? state.root.open() : null;
      if (open != null) {
        throw new WeftException(
            "the job has ended, but of "
                + state
                + ", "
                + open
                + "; let every element contribute equally often before the bodies return, or end"
                + " those that do not");
      }
      // Rank 0 may have heard already from ranks that have left quiesce.
      boolean isCertain = !end && lastHeard < layer.counts().reports();
      String late = isCertain ? state.root.insertedLate(phase) : null;
      if (late != null) {
        throw new WeftException("of " + state + ", " + late + "; " + ADVICE);
      }
    }
    phase++;
  }
}
