// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

/// Sends one message.
@FunctionalInterface
public interface Send {
  /// Sends message number `i`, of `size` bytes if the kind has a size.
  void send(int size, long i);
}
