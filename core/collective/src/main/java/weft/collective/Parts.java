// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The part of each rank in some [Data]: its first element and its number of elements. Immutable.
public final class Parts {
  private final long[] counts;
  private final long[] displacements;

  /// The number of elements that data must have.
  private final long reach;

  /// The last result of [#places]. It never changes once set, so threads may race for it.
  private @Nullable Placed placed;

  private boolean disjoint;

  private Parts(long[] counts, long[] displacements) {
    this.counts = counts;
    this.displacements = displacements;
    long reach = 0;
    for (int rank = 0; rank < counts.length; rank++) {
      if (counts[rank] > 0) {
        reach = Math.max(reach, displacements[rank] + counts[rank]);
      }
    }
    this.reach = reach;
  }

  private static final class Placed {
    final int element;
    final long[] places;

    Placed(int element, long[] places) {
      this.element = element;
      this.places = places;
    }
  }

  /// Contiguous parts of `counts` elements, from the first element.
  public static Parts of(int... counts) {
    long[] lengths = new long[counts.length];
    long[] displacements = new long[counts.length];
    long at = 0;
    for (int rank = 0; rank < counts.length; rank++) {
      lengths[rank] = notNegative(counts[rank], "count", rank);
      displacements[rank] = at;
      at += counts[rank];
    }
    return new Parts(lengths, displacements);
  }

  /// Parts of `counts` elements that begin at the elements `displacements`.
  public static Parts of(int[] counts, int[] displacements) {
    if (counts.length != displacements.length) {
      throw new IllegalArgumentException(
          "there are "
              + counts.length
              + " counts and "
              + displacements.length
              + " displacements; give one of each for every rank of the group");
    }
    long[] lengths = new long[counts.length];
    long[] begins = new long[counts.length];
    for (int rank = 0; rank < counts.length; rank++) {
      lengths[rank] = notNegative(counts[rank], "count", rank);
      begins[rank] = notNegative(displacements[rank], "displacement", rank);
    }
    return new Parts(lengths, begins);
  }

  /// The parts of [Data#ofPieces].
  static Parts of(List<Data> pieces) {
    long[] lengths = pieces.stream().mapToLong(Data::count).toArray();
    long[] begins = new long[lengths.length];
    for (int rank = 1; rank < begins.length; rank++) {
      begins[rank] = begins[rank - 1] + lengths[rank - 1];
    }
    return new Parts(lengths, begins);
  }

  private static long notNegative(int value, String what, int rank) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "the " + what + " for rank " + rank + " is " + value + "; it must be at least 0");
    }
    return value;
  }

  /// The number of ranks.
  public int size() {
    return counts.length;
  }

  /// The number of elements of a rank.
  public long count(int rank) {
    return counts[rank];
  }

  /// The first element of a rank.
  public long displacement(int rank) {
    return displacements[rank];
  }

  /// The number of elements of all parts.
  public long total() {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /// Returns the offsets of all parts and then their lengths, in bytes of elements of `element`
  /// bytes. Callers must not change the array; it is reused if the arguments are the same as
  /// before.
  ///
  /// @throws IllegalArgumentException if there are not `size` parts, if one is outside `data`, or
  ///   if two overlap and `written` is set
  long[] places(@Nullable Data data, int element, int size, boolean written) {
    if (counts.length != size) {
      throw new IllegalArgumentException(
          "there are parts for "
              + counts.length
              + " ranks; the group has "
              + size
              + ": give one part for each");
    }
    if (data != null && reach > data.bytes() / element) {
      throw outside(data.bytes() / element);
    }
    if (written && !disjoint) {
      refuseOverlap();
      disjoint = true;
    }
    Placed placed = this.placed;
    return placed != null && placed.element == element ? placed.places : place(element);
  }

  private long[] place(int element) {
    int size = counts.length;
    long[] places = new long[2 * size];
    for (int rank = 0; rank < size; rank++) {
      places[rank] = counts[rank] > 0 ? displacements[rank] * element : 0;
      places[size + rank] = counts[rank] * element;
    }
    placed = new Placed(element, places);
    return places;
  }

  private IllegalArgumentException outside(long there) {
    int rank = 0;
    while (counts[rank] == 0 || displacements[rank] + counts[rank] <= there) {
      rank++;
    }
    return new IllegalArgumentException(
        "the part of rank "
            + rank
            + ", "
            + counts[rank]
            + " elements from element "
            + displacements[rank]
            + " on, is not within the "
            + there
            + " elements of the data");
  }

  private void refuseOverlap() {
    int[] ranks =
        IntStream.range(0, counts.length)
            .filter(rank -> counts[rank] > 0)
            .boxed()
            .sorted((a, b) -> Long.compare(displacements[a], displacements[b]))
            .mapToInt(rank -> rank)
            .toArray();
    for (int i = 1; i < ranks.length; i++) {
      int before = ranks[i - 1];
      int after = ranks[i];
      if (displacements[before] + counts[before] > displacements[after]) {
        throw new IllegalArgumentException(
            "the parts of ranks "
                + before
                + " and "
                + after
                + " overlap at element "
                + displacements[after]
                + "; where ranks' data is received their parts must be disjoint");
      }
    }
  }

  /// A hash of the counts, of 40 bits, not 0.
  long digest() {
    long digest = 1;
    for (long count : counts) {
      digest = digest * 0x9E3779B97F4A7C15L + count;
    }
    digest = (digest ^ digest >>> 32) * 0xD6E8FEB86659FD93L; // mixes all bits of the counts
    return digest >>> 24 | 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Parts parts
        && Arrays.equals(counts, parts.counts)
        && Arrays.equals(displacements, parts.displacements);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(counts) + Arrays.hashCode(displacements);
  }

  @Override
  public String toString() {
    return "counts "
        + Arrays.toString(counts)
        + ", displacements "
        + Arrays.toString(displacements);
  }
}
