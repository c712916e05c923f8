// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.lang.foreign.MemorySegment;

/// Moves large payloads beside the records, from memory to memory without an intermediate copy.
/// Networks without shared memory offer it.
///
/// A record announces each payload, with its length. Payloads from one rank to another arrive in
/// the order in which they were sent. Only the rank's own thread calls it.
public interface Bulk {
  /// The payload size from which it pays off, in bytes.
  long from();

  /// Whether payloads for `target` are moved this way. Those for a rank that shares memory with
  /// this one may be sent in fragments instead.
  default boolean leadsTo(int target) {
    return true;
  }

  /// Begins to send bytes of `payload`, which must not change until [#isSent]; one payload at a
  /// time.
  void send(int target, MemorySegment payload, long offset, long bytes);

  /// Whether the payload sent last may be changed again.
  boolean isSent();

  /// Begins to receive the next payload from `source`, to `offset` of `payload`; one at a time from
  /// each source.
  void receive(int source, MemorySegment payload, long offset, long bytes);

  /// Whether the payload of `source` has arrived.
  boolean isReceived(int source);
}
