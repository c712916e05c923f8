// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// Which messages contend for a channel. Unknown hosts count as one host.
public enum Contention {
  /// All messages of a channel.
  CHANNEL,

  /// Those of a channel to one host: its receiving side is the bottleneck.
  DESTINATION,

  /// Those of a channel from one host, and those to one host; the larger number counts.
  BOTH_ENDS
}
