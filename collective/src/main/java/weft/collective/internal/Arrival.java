// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import org.jspecify.annotations.Nullable;

/// A message that came before its receive: the paper's early arrival.
final class Arrival {
  /// What was sent: one of [Header#BYTES], [Header#PLACE] and [Header#KEPT].
  int kind;

  int ticket;
  long place;
  long bytes;

  /// The early-arrival buffer with the bytes, or −1.
  int buffer;

  @Nullable Arrival next;
}
