// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;

/// A message that came before its receive: the paper's early arrival.
final class Arrival {
  /// What was sent: one of [Header#BYTES], [Header#PLACE] and [Header#KEPT].
  int kind;

  int ticket;
  long place;
  long bytes;

  /// How much the two ranks have to agree on; see [Slot#isPairwise].
  long agreed;

  /// The early-arrival buffer with the bytes, or −1.
  int buffer;

  @Nullable Arrival next;
}
