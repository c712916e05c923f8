// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.schedule.Algorithm;
import weft.collective.schedule.Collective;

/// Finds algorithms by number.
@FunctionalInterface
public interface Library {
  /// Returns the algorithm with this number, which is the same on every rank.
  Algorithm get(Collective collective, int algorithm);
}
