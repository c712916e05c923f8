// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// Wakes a rank that sleeps.
@FunctionalInterface
public interface Doorbell {
  /// Wakes `rank`; spurious calls are harmless.
  void ring(int rank);
}
