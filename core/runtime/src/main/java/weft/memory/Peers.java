// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// One entry for each rank of a job, in an array. A hot path may keep a plain array of its own
/// beside it, which saves a load.
///
/// It belongs to one thread.
///
/// @param <T> the type of an entry
public final class Peers<T> {
  private final T[] all;

  private Peers(T[] all) {
    this.all = all;
  }

  /// A table whose entries `maker` creates for all ranks now.
  public static <T> Peers<T> of(int ranks, IntFunction<T> maker) {
    Peers<T> made = empty(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      made.all[rank] = maker.apply(rank);
    }
    return made;
  }

  /// A table without entries.
  @SuppressWarnings("unchecked")
  public static <T> Peers<T> empty(int ranks) {
    return new Peers<>((T[]) new Object[ranks]);
  }

  /// Whether the job has a rank of this number.
  public boolean has(int rank) {
    return Integer.compareUnsigned(rank, all.length) < 0;
  }

  /// The entry of `rank`, which must exist.
  public T get(int rank) {
    return all[rank];
  }

  /// The entry of `rank`, or null.
  public @Nullable T find(int rank) {
    return all[rank];
  }

  /// The entry of `rank`; `maker` creates it if there is none.
  public T make(int rank, IntFunction<T> maker) {
    T known = find(rank);
    if (known != null) {
      return known;
    }
    T made = maker.apply(rank);
    all[rank] = made;
    return made;
  }

  /// Sets the entry of `rank`.
  public void set(int rank, T entry) {
    all[rank] = entry;
  }

  /// The number of ranks.
  public int size() {
    return all.length;
  }
}
