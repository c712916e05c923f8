// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// One of the local computations of a step.
@FunctionalInterface
public interface LocalWork {
  /// Performs computation `index`, counted from 0. It must not send anything.
  void compute(int index);
}
