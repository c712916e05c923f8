// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.util.function.LongSupplier;

/// Hears what a [Recorder] records, as Flight Recorder's events of a rank do. Only the thread of
/// the rank calls it. By default a listener hears nothing.
interface RecorderListener {
  /// The listener of a rank that nobody listens to.
  RecorderListener NONE = new RecorderListener() {};

  /// Whether each message is to be recorded by itself, and not together with those after it.
  default boolean hearsEach() {
    return false;
  }

  /// A handler is about to run.
  default void beginHandler() {}

  /// The handler `id` has run for a message of `bytes` bytes from `source`.
  default void endHandler(Names names, int id, int source, long bytes) {}

  /// A wait begins.
  default void beginWait() {}

  /// The wait `id` for `peer` has ended.
  default void endWait(Names names, int id, int peer) {}

  /// A collective operation begins.
  default void beginCollective() {}

  /// The operation `id` has ended.
  default void endCollective(Names names, int id, long bytes, long number) {}

  /// Gives the size of the messages that the rank keeps.
  default void watchBacklog(LongSupplier bytes) {}

  /// The rank ends.
  default void close() {}
}
