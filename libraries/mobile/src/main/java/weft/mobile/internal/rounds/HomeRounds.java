// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.rounds;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mobile.internal.protocol.IndexSet;

/// One rank's part of one reduction. It collects the records of the elements whose home is this
/// rank: in each round an element contributes, or has ended. It also counts the elements that this
/// rank has inserted.
///
/// It reports records to the root when as many have arrived as elements contributed here to the
/// round before, and from then on each at once. When the root finds that all records have arrived,
/// it closes the round. Each home then folds its values, block by block in the order of indexes.
public final class HomeRounds {
  /// The number of missing elements that one home names.
  private static final int NAMED = 8;

  /// The records of one round.
  private static final class Round {
    /// Contributions, by index and birth of the element.
    final TreeMap<Long, Long> values = new TreeMap<>();

    /// Elements that ended before they contributed to this round.
    final Set<Long> ended = new HashSet<>();

    /// Per generation: records, contributions and children that have not been reported.
    final List<long[]> unreported = new ArrayList<>();

    int records() {
      return values.size() + ended.size();
    }

    void count(int generation, boolean contributed, long children) {
      while (unreported.size() <= generation) {
        unreported.add(new long[3]);
      }
      long[] counts = unreported.get(generation);
      counts[0]++;
      counts[1] += contributed ? 1 : 0;
      counts[2] += children;
    }
  }

  /// An element that this rank has inserted.
  private record Inserted(long round, long index, long phase) {}

  private final RootLink root;
  private final LongBinaryOperator fold;
  private final LongUnaryOperator blocks;
  private final IndexSet initial;
  private final TreeMap<Long, Round> rounds = new TreeMap<>();
  private final List<Inserted> inserted = new ArrayList<>();

  /// The least round that may get more records.
  private long first;

  /// How many elements contributed here to the round before [#first].
  private long before;

  private long open;
  private long latest = -1;
  private boolean ending;
  private long asked = -1;

  /// Creates the part of one rank.
  ///
  /// @param initial the indexes of the initial elements whose home is this rank
  /// @param blocks the block of an index
  public HomeRounds(
      RootLink root, IndexSet initial, LongBinaryOperator fold, LongUnaryOperator blocks) {
    this.root = root;
    this.fold = fold;
    this.blocks = blocks;
    this.initial = initial;
    this.before = initial.count();
  }

  /// The least round that this rank has not been asked to close. Whatever follows the result of the
  /// round before finds it here on every rank.
  public long open() {
    return open;
  }

  /// Returns whether this rank knows that elements have contributed to [#open] or later rounds.
  public boolean isUnderWay() {
    return latest >= open;
  }

  /// An element on this rank has contributed to `round`.
  public void contributed(long round) {
    latest = Math.max(latest, round);
  }

  /// This rank has inserted an element that enters in [#open].
  public void inserted(long index, long phase) {
    inserted.add(new Inserted(open, index, phase));
  }

  // Records.

  /// An element whose home is this rank has contributed to `round`.
  public void value(long round, int generation, long children, long element, long bits) {
    contributed(round);
    Round it = round(round);
    it.values.put(element, bits);
    it.count(generation, true, children);
    recorded(round, it, element);
  }

  /// An element whose home is this rank has ended before it contributed to `round`.
  public void ended(long round, int generation, long children, long element) {
    Round it = round(round);
    it.ended.add(element);
    it.count(generation, false, children);
    recorded(round, it, element);
  }

  /// The key by which an element's records are ordered: the index, then the birth.
  public static long element(long index, long birth) {
    return index << 32 | birth & 0xFFFF_FFFFL;
  }

  private static long index(long element) {
    return element >>> 32;
  }

  private Round round(long round) {
    return rounds.computeIfAbsent(round, it -> new Round());
  }

  private void recorded(long round, Round it, long element) {
    if (ending || it.records() >= due(round)) {
      report(round, it);
    }
    if (round == asked) {
      root.missing(round, index(element), false);
    }
  }

  private long due(long round) {
    Round last = rounds.get(round - 1);
    return round <= first ? before : last == null ? 0 : last.values.size();
  }

  private void report(long round, Round it) {
    for (int generation = 0; generation < it.unreported.size(); generation++) {
      long[] counts = it.unreported.get(generation);
      if (counts[0] > 0) {
        root.report(round, generation, counts[0], counts[1], counts[2]);
      }
    }
    it.unreported.clear();
  }

  // Closing.

  /// The root closes `round`, because all records that it knows of have arrived. It asks again if
  /// more elements enter.
  public void close(long round) {
    while (first < round) {
      Round last = rounds.remove(first++);
      before = last == null ? 0 : last.values.size();
      initial.clear();
    }
    open = Math.max(open, round + 1);
    inserted.removeIf(it -> {
      if (it.round == round) {
        root.inserted(round, it.index, it.phase);
      }
      return it.round == round;
    });
    Round it = round(round);
    foldBlocks(round, it.values);
    root.answer(round, it.values.size());
  }

  private void foldBlocks(long round, Map<Long, Long> values) {
    long block = -1;
    long folded = 0;
    for (Map.Entry<Long, Long> it : values.entrySet()) {
      long of = blocks.applyAsLong(index(it.getKey()));
      if (of != block && block >= 0) {
        root.block(round, block, folded);
      }
      folded = of == block ? fold.applyAsLong(folded, it.getValue()) : it.getValue();
      block = of;
    }
    if (block >= 0) {
      root.block(round, block, folded);
    }
  }

  // Checkpoints.

  /// Receives what a home had not reported to the root when the state was saved.
  @FunctionalInterface
  public interface Unreported {
    /// See [RootLink#report].
    void report(long round, int generation, long records, long contributions, long children);
  }

  /// Writes the state. No round is being closed.
  public void write(Writer out) {
    out.writeLong(first);
    out.writeLong(open);
    out.writeLong(latest);
    out.writeSize(inserted.size());
    for (Inserted it : inserted) {
      out.writeLong(it.round);
      out.writeLong(it.index);
    }
    out.writeSize(rounds.size());
    rounds.forEach((round, it) -> {
      out.writeLong(round);
      out.writeSize(it.values.size());
      it.values.forEach((element, bits) -> {
        out.writeLong(element);
        out.writeLong(bits);
      });
      out.writeLongs(it.ended.stream().mapToLong(Long::longValue).sorted().toArray());
      out.writeSize(it.unreported.size());
      it.unreported.forEach(out::writeLongs);
    });
  }

  /// Begins as the home of these members, before [#read].
  public void restore(IndexSet members) {
    initial.replace(members);
    // How many of them belong to the open round is not known here: each record is reported at once.
    before = 0;
  }

  /// Takes from the state that one home has written what concerns the elements whose home this is.
  ///
  /// @param isMine whether this is the home of an index
  /// @param takesAll whether this home takes what belongs to no element
  public void read(Reader in, LongPredicate isMine, boolean takesAll, Unreported unreported) {
    first = Math.max(first, in.readLong());
    open = Math.max(open, in.readLong());
    latest = Math.max(latest, in.readLong());
    if (first > 0) {
      initial.clear();
    }
    for (int i = in.readSize(16); i > 0; i--) {
      var it = new Inserted(in.readLong(), in.readLong(), -1);
      if (takesAll) {
        inserted.add(it);
      }
    }
    for (int i = in.readSize(8); i > 0; i--) {
      readRound(in, isMine, unreported);
    }
  }

  private void readRound(Reader in, LongPredicate isMine, Unreported unreported) {
    long number = in.readLong();
    Round round = round(number);
    for (int i = in.readSize(16); i > 0; i--) {
      long element = in.readLong();
      long bits = in.readLong();
      if (isMine.test(index(element))) {
        round.values.put(element, bits);
      }
    }
    for (long element : in.readLongs()) {
      if (isMine.test(index(element))) {
        round.ended.add(element);
      }
    }
    int generations = in.readSize(1);
    for (int generation = 0; generation < generations; generation++) {
      long[] counts = in.readLongs();
      unreported.report(number, generation, counts[0], counts[1], counts[2]);
    }
  }

  // The end of the job.

  /// The body of this rank has returned: the root learns of rounds that are not complete.
  public void end() {
    ending = true;
    rounds
        .tailMap(open, true)
        .forEach((round, it) -> {
          if (!it.values.isEmpty()) {
            report(round, it);
            root.left(round);
          }
        });
  }

  /// Names elements that have not contributed to `round`.
  public void nameMissing(long round) {
    asked = round;
    Round it = round(round);
    Set<Long> recorded = new HashSet<>();
    it.values.keySet().forEach(element -> recorded.add(index(element)));
    it.ended.forEach(element -> recorded.add(index(element)));
    var members = new ArrayList<Long>();
    Round last = rounds.get(round - 1);
    if (round == 0) {
      initial.forEach(members::add);
    } else if (last != null) {
      last.values.keySet().forEach(element -> members.add(index(element)));
    }
    members.removeAll(recorded);
    members.stream().limit(NAMED).forEach(index -> root.missing(round, index, true));
  }
}
