// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.schedule.Algorithm;
import weft.collective.schedule.Collective;

/// The algorithms by number.
@FunctionalInterface
public interface Library {
  /// The algorithm of this number, the same on every rank.
  Algorithm get(Collective collective, int algorithm);
}
