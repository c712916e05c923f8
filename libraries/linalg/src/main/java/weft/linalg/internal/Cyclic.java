// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

/// A block-cyclic distribution of the indices 0 to n − 1 over parts, as in ScaLAPACK. A view has a
/// range of the indices of another matrix, which may begin within a block.
///
/// @param n the number of indices
/// @param block the number of consecutive indices that belong to one part
/// @param parts the number of parts
/// @param origin the index in the whole matrix that is index 0 here, less whole rounds of all parts
public record Cyclic(long n, int block, int parts, long origin) {
  /// The distribution of a whole matrix: index 0 begins the first block of the first part.
  public Cyclic(long n, int block, int parts) {
    this(n, block, parts, 0);
  }

  /// The `count` indices from `first` on, as a view.
  public Cyclic view(long first, long count) {
    return new Cyclic(count, block, parts, (origin + first) % ((long) block * parts));
  }

  /// The part that owns an index.
  public int owner(long index) {
    return (int) ((origin + index) / block % parts);
  }

  /// The position of an index among its owner's indices.
  public int local(long index) {
    return before(owner(index), index);
  }

  /// The index at a position of a part.
  public long global(int part, int local) {
    int place = local + skipped(part);
    return ((long) (place / block) * parts + part) * block + place % block - origin;
  }

  /// The number of a part's indices below `index`, which is the position of its first index from
  /// there on.
  public int before(int part, long index) {
    return inWhole(part, origin + index) - skipped(part);
  }

  /// The number of a part's indices in the whole matrix before the view begins.
  private int skipped(int part) {
    return origin == 0 ? 0 : inWhole(part, origin);
  }

  private int inWhole(int part, long index) {
    long round = (long) block * parts;
    long rest = index % round - (long) part * block;
    return (int) (index / round * block + Math.clamp(rest, 0, block));
  }

  /// The number of indices of a part.
  public int count(int part) {
    return before(part, n);
  }

  /// The greatest number of indices that any part has.
  public int most() {
    int most = count(0);
    for (int part = 1; part < parts && origin > 0; part++) {
      most = Math.max(most, count(part));
    }
    return most;
  }

  /// The number of indices from `index` on that are in the same block.
  public int run(long index) {
    return (int) Math.min(block - (origin + index) % block, n - index);
  }

  /// Whether `index` begins a block of the first part.
  public boolean beginsRound(long index) {
    return (origin + index) % ((long) block * parts) == 0;
  }
}
