// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.data.Extent;

/// Bytes that have come from another rank: in a frame, in a buffer, or still in that rank's memory.
/// It counts who still reads them, and is used again.
public final class Block extends Extent {
  /// Who still reads them.
  int readers;

  /// The rank of the world that sent them.
  int source;

  /// What frees them there, or −1: they are not in its memory.
  int ticket;

  /// The place in shared memory, or 0.
  long place;

  /// The early-arrival buffer that they are in, or −1.
  int buffer;

  /// Whether a token of the source comes back when they are consumed.
  boolean token;

  /// Whether they are in a frame, which is gone when the handler returns.
  boolean inFrame;

  /// The memory of this rank that they were pulled into, or null.
  @Nullable Workspace workspace;

  /// Whose operation brought them.
  @Nullable Context context;

  int sequence;

  @Nullable Block next;
}
