// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

/// A measurement between two processes of `count` operations with messages of `size` bytes.
public interface SliceWork {
  /// Runs the leader's part, and returns the nanoseconds of all operations.
  long lead(int size, long count);

  /// Runs the follower's part, and returns its own figure, or 0 if it has none.
  long follow(int size, long count);
}
