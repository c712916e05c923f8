// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.lang.foreign.MemorySegment;

/// A way for large payloads beside the records, from memory to memory without a copy between: what
/// a network offers that does not share memory.
///
/// A record announces each payload, and tells its length. Payloads from one rank to another arrive
/// in the order in which they were sent. All of it belongs to the rank's own thread.
public interface Bulk {
  /// From how many bytes on it is worth while.
  long from();

  /// Begins to send bytes of `payload`, which must stay as they are until [#isSent]; one at a time.
  void send(int target, MemorySegment payload, long offset, long bytes);

  /// Whether the payload sent last may be changed again.
  boolean isSent();

  /// Begins to receive the next payload from `source`; one at a time from each.
  void receive(int source, MemorySegment payload, long bytes);

  /// Whether the payload that `source` sends is there.
  boolean isReceived(int source);
}
