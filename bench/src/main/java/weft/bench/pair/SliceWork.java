// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

/// One thing that is measured between two processes, `count` times with messages of `size` bytes.
public interface SliceWork {
  /// The leader's part; returns the nanoseconds that all operations took.
  long lead(int size, long count);

  /// The follower's part; returns a figure of its own, 0 where it has none.
  long follow(int size, long count);
}
