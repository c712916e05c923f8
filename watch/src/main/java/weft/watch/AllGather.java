// SPDX-License-Identifier: Apache-2.0
package weft.watch;

/// How all ranks tell each other something before they can send messages.
@FunctionalInterface
public interface AllGather {
  /// What each rank has given, in the order of ranks. Collective; waits for all.
  byte[][] allGather(byte[] mine);
}
