// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Which ranks of an algorithm do the same, with other peers and blocks that differ by at most one
/// element. The model of costs prices one of them for all if there are too many ranks to price
/// each.
public enum Alike {
  /// Ranks differ, as in a tree, or have few messages together, as with a root that serves all.
  NONE,

  /// All ranks but the root do the same. Rank 0 is the root of an operation that has none.
  ALL_BUT_ROOT,

  /// All ranks do the same.
  ALL
}
