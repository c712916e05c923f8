// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.schedule.Shape;

/// One rank of what a simulation tests: all that it needs to know of it.
interface SimPort extends SimNetwork.Receiver {
  /// Joins a group.
  void join(SimGroup group);

  /// Whether the window of this group has room for one more operation.
  boolean mayStart(SimGroup group);

  /// Starts an operation.
  Started start(SimOperation operation, Shape shape, SimData in, SimData out);

  /// Starts what has only kept its place so far, or gives that up, one at a time; false when there
  /// is no such thing.
  boolean settle();

  /// Says to the others what was called here, as who waits for long does.
  void remind();

  /// Called when nothing is under way any more: what has been left over, or nothing.
  String leftOver();

  /// Gives back what it holds between operations.
  void close();

  /// An operation under way.
  interface Started {
    boolean isDone();
  }
}
