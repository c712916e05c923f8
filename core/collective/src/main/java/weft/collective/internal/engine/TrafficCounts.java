// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.internal.wire.Header;

/// What one rank has sent and read in collectives. The model of costs predicts the same numbers,
/// and a test compares them. Messages that only return tokens or report progress do not count.
public final class TrafficCounts {
  private long messages;
  private long bytes;
  private long pulls;
  private long pulled;
  private long inPlace;
  private long acknowledgements;

  TrafficCounts() {}

  void sent(int kind, long carried) {
    switch (kind) {
      case Header.BYTES -> {
        messages++;
        bytes += carried;
      }
      case Header.PLACE, Header.KEPT -> messages++;
      case Header.PULL -> pulls++;
      case Header.DONE -> acknowledgements++;
      default -> {}
    }
  }

  void pulled(long bytes) {
    pulled += bytes;
  }

  void readInPlace(long bytes) {
    inPlace += bytes;
  }

  /// The messages that carry bytes, signal, announce or offer.
  public long messages() {
    return messages;
  }

  /// The bytes in them.
  public long bytes() {
    return bytes;
  }

  /// The requests for pieces of announced bytes.
  public long pulls() {
    return pulls;
  }

  /// The bytes that this rank has requested.
  public long pulled() {
    return pulled;
  }

  /// The bytes of blocks that this rank has read, or written, in others' memory.
  public long inPlace() {
    return inPlace;
  }

  /// The messages that tell a rank that its memory is free again.
  public long acknowledgements() {
    return acknowledgements;
  }
}
