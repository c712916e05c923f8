// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.data.ByteRange;

/// Bytes received from another rank: in a frame, in a buffer, or still in the sender's memory. The
/// object is reused.
final class Block extends ByteRange {
  /// The number of readers that have not released it.
  int readers;

  /// The world rank of the sender.
  int source;

  /// The sender's ticket for its memory; −1 if the bytes are not there.
  int ticket;

  /// The place in shared memory, or 0.
  long place;

  /// The early-arrival buffer that holds the bytes, or −1.
  int buffer;

  /// Whether its release returns a token to the sender.
  boolean token;

  /// Whether the bytes are in a frame, which is invalid once the handler returns.
  boolean inFrame;

  /// The workspace that the bytes were pulled into, or null.
  @Nullable Workspace workspace;

  /// The group of the operation that received it; null if released.
  @Nullable Context context;

  int sequence;

  @Nullable Block next;
}
