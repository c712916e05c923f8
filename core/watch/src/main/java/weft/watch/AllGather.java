// SPDX-License-Identifier: Apache-2.0
package weft.watch;

/// An all-gather that works before the ranks can send messages.
@FunctionalInterface
public interface AllGather {
  /// Returns the bytes that each rank passed, in the order of ranks. Collective; waits for all
  /// ranks.
  byte[][] allGather(byte[] mine);
}
