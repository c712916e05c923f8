// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;

/// A message that arrived before its receive (an early arrival in the paper).
final class Arrival {
  /// The kind of the message: [Header#BYTES], [Header#PLACE] or [Header#KEPT].
  int kind;

  int ticket;
  long place;
  long bytes;

  /// The length on which sender and receiver must agree; see [Slot#isPairwise].
  long agreed;

  /// The early-arrival buffer that holds the bytes, or −1.
  int buffer;

  @Nullable Arrival next;
}
