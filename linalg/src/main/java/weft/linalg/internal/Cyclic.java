// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

/// How indices 0 to n − 1 are dealt to parts, block by block in turn: block-cyclic, as in
/// ScaLAPACK. The indices of a view are some of those of another matrix, and begin anywhere in a
/// block.
///
/// @param n how many indices
/// @param block how many consecutive indices belong to one part
/// @param parts how many parts
/// @param origin the index in the whole that index 0 is, less whole rounds of all parts
public record Cyclic(long n, int block, int parts, long origin) {
  /// A whole: index 0 begins the first block of the first part.
  public Cyclic(long n, int block, int parts) {
    this(n, block, parts, 0);
  }

  /// The `count` indices from `first` on, as a view.
  public Cyclic view(long first, long count) {
    return new Cyclic(count, block, parts, (origin + first) % ((long) block * parts));
  }

  /// The part that has an index.
  public int owner(long index) {
    return (int) ((origin + index) / block % parts);
  }

  /// The place of an index among its owner's.
  public int local(long index) {
    return before(owner(index), index);
  }

  /// The index that a part has at a place.
  public long global(int part, int local) {
    int place = local + skipped(part);
    return ((long) (place / block) * parts + part) * block + place % block - origin;
  }

  /// How many indices below `index` a part has: the place of its first one from there on.
  public int before(int part, long index) {
    return inWhole(part, origin + index) - skipped(part);
  }

  /// How many indices of the whole a part has before the view begins.
  private int skipped(int part) {
    return origin == 0 ? 0 : inWhole(part, origin);
  }

  private int inWhole(int part, long index) {
    long round = (long) block * parts;
    long rest = index % round - (long) part * block;
    return (int) (index / round * block + Math.clamp(rest, 0, block));
  }

  /// How many indices a part has.
  public int count(int part) {
    return before(part, n);
  }

  /// The most that a part has.
  public int most() {
    int most = count(0);
    for (int part = 1; part < parts && origin > 0; part++) {
      most = Math.max(most, count(part));
    }
    return most;
  }

  /// How many of the indices from `index` on are in one block.
  public int run(long index) {
    return (int) Math.min(block - (origin + index) % block, n - index);
  }

  /// Whether `index` begins the first part's block.
  public boolean beginsRound(long index) {
    return (origin + index) % ((long) block * parts) == 0;
  }
}
