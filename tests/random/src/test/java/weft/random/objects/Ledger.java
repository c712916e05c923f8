// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.Arrays;
import weft.collective.Group;
import weft.collective.Operator;

/// What one rank has seen of each object, and the sums of that over all ranks.
final class Ledger {
  private final int things;
  private final long[] seen;

  /// The kinds of numbers, each with one for each object.
  enum Column {
    /// Messages handled, undelivered or answered, and the sum of what their keys determine.
    COUNT,
    SUM,
    /// Messages handled alone.
    HANDLED,
    HANDLED_SUM,
    /// Whether the object is on this rank.
    HERE
  }

  Ledger(int things) {
    this.things = things;
    this.seen = new long[Column.values().length * things];
  }

  private Ledger(int things, long[] seen) {
    this.things = things;
    this.seen = seen;
  }

  void add(Column column, int thing, long value) {
    seen[column.ordinal() * things + thing] += value;
  }

  void set(Column column, int thing, long value) {
    seen[column.ordinal() * things + thing] = value;
  }

  long get(Column column, int thing) {
    return seen[column.ordinal() * things + thing];
  }

  void handled(int thing, long value) {
    add(Column.COUNT, thing, 1);
    add(Column.SUM, thing, value);
    add(Column.HANDLED, thing, 1);
    add(Column.HANDLED_SUM, thing, value);
  }

  void other(int thing, long value) {
    add(Column.COUNT, thing, 1);
    add(Column.SUM, thing, value);
  }

  /// All numbers, for a checkpoint.
  long[] numbers() {
    return seen.clone();
  }

  /// Adds the numbers of another ledger.
  void add(long[] numbers) {
    for (int i = 0; i < seen.length; i++) {
      seen[i] += numbers[i];
    }
  }

  /// The sums over all ranks. Collective.
  Ledger sums(Group group) {
    long[] all = Arrays.copyOf(seen, seen.length);
    group.allreduce(all, Operator.SUM);
    return new Ledger(things, all);
  }
}
