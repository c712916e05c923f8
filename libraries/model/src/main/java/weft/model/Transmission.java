// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// The cost `τ‖T^c(m)` of messages (the seed's Codes 2 and 3).
///
/// @param channel the channel
/// @param source the sender's host, −1 if unknown
/// @param target the receiver's host, −1 if unknown
/// @param bytes the bytes of each message
/// @param count the number τ of messages at once
public record Transmission(int channel, int source, int target, long bytes, int count)
    implements Activity {
  /// Checks the numbers.
  public Transmission {
    if (bytes < 0 || count < 1 || channel < 0) {
      throw new ModelException(
          "%d messages of %d bytes through channel %d are not possible"
              .formatted(count, bytes, channel));
    }
  }

  /// Messages through a channel, between unknown hosts (Code 2).
  public Transmission(int channel, long bytes, int count) {
    this(channel, -1, -1, bytes, count);
  }

  /// Messages between two ranks, whose hosts determine the channel (Code 3).
  public Transmission(PlacedRank source, PlacedRank target, long bytes, int count) {
    this(
        source.node() == target.node() ? Platform.LOCAL : Platform.NETWORK,
        source.node(),
        target.node(),
        bytes,
        count);
  }

  @Override
  public double time(Platform platform, long bytes, double count) {
    return platform.channel(channel).time(bytes, count);
  }

  @Override
  public String text(long bytes, int count) {
    return (count == 1 ? "" : count + "‖")
        + "T"
        + Platform.superscript(channel)
        + "("
        + bytes
        + ")";
  }

  @Override
  public String toString() {
    return text(bytes, count);
  }
}
