// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.schedule.Shape;

/// Decides how a rank forwards the data of an operation that it has not called yet.
@FunctionalInterface
public interface Forwarding {
  /// Completes the shape of an operation of which only a message is known. All ranks must complete
  /// it alike. Returns false to wait for the call.
  boolean shape(Shape shape, int algorithm, int element);
}
