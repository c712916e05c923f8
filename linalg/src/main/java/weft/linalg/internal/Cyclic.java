// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

/// How indices 0 to n − 1 are dealt to parts, block by block in turn: block-cyclic, as in
/// ScaLAPACK.
///
/// @param n how many indices
/// @param block how many in a row belong to one part
/// @param parts how many parts
public record Cyclic(long n, int block, int parts) {
  public int owner(long index) {
    return (int) (index / block % parts);
  }

  /// The place of an index among its owner's.
  public int local(long index) {
    return (int) (index / ((long) block * parts) * block + index % block);
  }

  /// The index that a part has at a place.
  public long global(int part, int local) {
    return ((long) (local / block) * parts + part) * block + local % block;
  }

  /// How many indices below `index` a part has: the place of its first one from there on.
  public int before(int part, long index) {
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
    return count(0);
  }

  /// How many of the indices from `index` on stand in one block.
  public int run(long index) {
    return (int) Math.min(block - index % block, n - index);
  }
}
