// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.rounds;

import static weft.mobile.internal.protocol.MemberRounds.BY_ELEMENT;
import static weft.mobile.internal.protocol.MemberRounds.BY_RANK;
import static weft.mobile.internal.protocol.MemberRounds.MEMBER;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.codec.Reader;
import weft.codec.Writer;

/// The root's part of one reduction: finds that a round is complete, and combines the results of
/// its blocks.
///
/// A round is complete when every element that belongs to it has contributed, or has ended. Records
/// carry how many elements their element has inserted into the round, so the root knows how many
/// records of each generation to expect: of elements that contributed to the round before, of
/// elements that these inserted, of elements that those inserted, and so on. If all of one
/// generation have arrived, the number of the next one is known.
///
/// Elements that ranks insert have no record that announces them. So the root asks all ranks when
/// everything else has arrived. Whoever inserts before a contribution to the round also inserts
/// before that question.
public final class RootRounds {
  private static final int NAMED = 8;

  /// Receives results.
  @FunctionalInterface
  public interface Result {
    /// The result of a round.
    void complete(long round, long bits);
  }

  /// What the root expects and knows of one round.
  private static final class Account {
    long[] expected = new long[BY_ELEMENT + 1];
    long[] arrived = new long[BY_ELEMENT + 1];
    long contributions;

    /// Elements that ranks have inserted, with the rank and its phase.
    final TreeMap<Long, long[]> inserted = new TreeMap<>();

    final TreeSet<Long> missing = new TreeSet<>();

    void add(int generation, long records, long contributed, long children) {
      int next = Math.max(BY_ELEMENT, generation + 1);
      if (next >= expected.length) {
        expected = Arrays.copyOf(expected, 2 * next);
        arrived = Arrays.copyOf(arrived, 2 * next);
      }
      arrived[generation] += records;
      expected[next] += children;
      contributions += contributed;
    }

    /// Returns whether all expected records have arrived, and perhaps some more.
    boolean isReached() {
      for (int i = 0; i < expected.length; i++) {
        if (arrived[i] < expected[i]) {
          return false;
        }
      }
      return true;
    }

    boolean isExact() {
      return Arrays.equals(arrived, expected);
    }

    long missing() {
      long missing = 0;
      for (int i = 0; i < expected.length; i++) {
        missing += Math.max(0, expected[i] - arrived[i]);
      }
      return missing;
    }

    /// Returns whether the round waits only for elements that ranks have inserted.
    boolean waitsForInserted() {
      for (int i = 0; i < expected.length; i++) {
        if (i != BY_RANK && arrived[i] != expected[i]) {
          return false;
        }
      }
      return contributions > 0 && expected[BY_RANK] - arrived[BY_RANK] == inserted.size();
    }
  }

  private final int ranks;
  private final LongBinaryOperator fold;
  private final LongConsumer close;
  private final LongConsumer nameMissing;
  private final Result result;
  private final Map<Long, Account> accounts = new HashMap<>();
  private final TreeMap<Long, Long> blocks = new TreeMap<>();
  private long round;
  private boolean closing;
  private boolean changed;
  private int answers;
  private long contributions;
  private long named = -1;

  /// Creates the root of a reduction over `members` initial elements.
  ///
  /// @param close asks all ranks to close a round
  /// @param nameMissing asks all ranks for elements that have not contributed to a round
  public RootRounds(
      int ranks,
      long members,
      LongBinaryOperator fold,
      LongConsumer close,
      LongConsumer nameMissing,
      Result result) {
    this.ranks = ranks;
    this.fold = fold;
    this.close = close;
    this.nameMissing = nameMissing;
    this.result = result;
    account(0).expected[MEMBER] = members;
  }

  private Account account(long round) {
    return accounts.computeIfAbsent(round, it -> new Account());
  }

  /// See [RootLink#report].
  public void report(long round, int generation, long records, long contributed, long children) {
    account(round).add(generation, records, contributed, children);
    if (round == this.round) {
      changed = true;
      tryClose();
    }
  }

  private void tryClose() {
    Account account = account(round);
    if (!closing && account.contributions > 0 && account.isReached()) {
      closing = true;
      changed = false;
      answers = 0;
      contributions = 0;
      close.accept(round);
    }
  }

  /// See [RootLink#inserted].
  public void inserted(long round, long index, int source, long phase) {
    Account account = account(round);
    account.expected[BY_RANK]++;
    account.inserted.put(index, new long[] {source, phase});
    if (round == this.round) {
      changed = true;
      tryClose();
    }
  }

  /// See [RootLink#block].
  public void block(long block, long bits) {
    blocks.put(block, bits);
  }

  /// See [RootLink#answer].
  public void answer(long contributed) {
    contributions += contributed;
    if (++answers < ranks) {
      return;
    }
    closing = false;
    boolean complete = !changed && account(round).isExact();
    if (complete) {
      complete();
    }
    // Without news, ranks would answer the same again and again, and the job would never rest.
    if (complete || changed) {
      tryClose();
    }
  }

  private void complete() {
    boolean any = false;
    long folded = 0;
    for (long it : blocks.values()) {
      folded = any ? fold.applyAsLong(folded, it) : it;
      any = true;
    }
    blocks.clear();
    accounts.remove(round);
    long complete = round++;
    account(round).expected[MEMBER] += contributions;
    result.complete(complete, folded);
  }

  // Checkpoints.

  /// Writes the state. No round is being closed.
  public void write(Writer out) {
    out.writeLong(round);
    out.writeSize(accounts.size());
    accounts.forEach((number, it) -> {
      out.writeLong(number);
      out.writeLongs(it.expected);
      out.writeLongs(it.arrived);
      out.writeLong(it.contributions);
      out.writeSize(it.inserted.size());
      it.inserted.forEach((index, by) -> {
        out.writeLong(index);
        out.writeLong(by[0]);
      });
    });
  }

  /// Reads what [#write] wrote, instead of what this root has begun with.
  public void read(Reader in) {
    accounts.clear();
    round = in.readLong();
    for (int i = in.readSize(8); i > 0; i--) {
      Account account = account(in.readLong());
      account.expected = in.readLongs();
      account.arrived = in.readLongs();
      account.contributions = in.readLong();
      for (int j = in.readSize(16); j > 0; j--) {
        account.inserted.put(in.readLong(), new long[] {in.readLong(), -1});
      }
    }
  }

  /// Counts records that a home had not reported when the state was saved.
  public void add(long round, int generation, long records, long contributed, long children) {
    account(round).add(generation, records, contributed, children);
  }

  /// Goes on after [#read] and [#add].
  public void resume() {
    tryClose();
  }

  // Rounds that stay open.

  /// See [RootLink#left]. Asks all ranks which elements have not contributed.
  public void left() {
    if (named < round && isUnderWay()) {
      named = round;
      nameMissing.accept(round);
    }
  }

  /// See [RootLink#missing].
  public void missing(long round, long index, boolean isMissing) {
    TreeSet<Long> missing = account(round).missing;
    if (isMissing) {
      missing.add(index);
    } else {
      missing.remove(index);
    }
  }

  private boolean isUnderWay() {
    return accounts.values().stream().anyMatch(it -> it.contributions > 0);
  }

  /// Describes, at quiescence, elements that ranks inserted in `phase` into a round to which all
  /// other elements have contributed; null if there are none.
  public @Nullable String insertedLate(long phase) {
    Account account = account(round);
    if (account.inserted.isEmpty() || !account.waitsForInserted()) {
      return null;
    }
    for (Map.Entry<Long, long[]> it : account.inserted.entrySet()) {
      if (it.getValue()[1] == phase) {
        return "rank "
            + it.getValue()[0]
            + " has inserted element "
            + it.getKey()
            + " while round "
            + round
            + " was open: the other elements have contributed to it, and this one has not";
      }
    }
    return null;
  }

  /// Describes the first round that is not complete; null if all are.
  public @Nullable String open() {
    if (!isUnderWay()) {
      return null;
    }
    Account account = account(round);
    long missing = account.missing();
    TreeSet<Long> names = new TreeSet<>(account.missing);
    if (missing == account.inserted.size() && account.waitsForInserted()) {
      names.addAll(account.inserted.keySet());
    }
    return "round "
        + round
        + " stays open: "
        + account.contributions
        + " elements have contributed, and "
        + missing
        + " have not"
        + (names.isEmpty()
            ? ""
            : names.stream()
                .limit(NAMED)
                .map(String::valueOf)
                .collect(Collectors.joining(", ", " (", missing > NAMED ? ", …)" : ")")));
  }
}
