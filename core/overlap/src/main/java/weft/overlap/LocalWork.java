// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// One of the local computations of a step.
@FunctionalInterface
public interface LocalWork {
  /// Performs computation `index`, counted from 0. It may neither send nor wait.
  void compute(int index);
}
