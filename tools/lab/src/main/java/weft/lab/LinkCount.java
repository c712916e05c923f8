// SPDX-License-Identifier: Apache-2.0
package weft.lab;

/// The traffic of a link since the lab began, as its interface counted it. It counts frames with
/// their Ethernet headers, none larger than 1,514 bytes.
///
/// @param bytesSent by the host
/// @param packetsSent by the host
/// @param bytesReceived by the host
/// @param packetsReceived by the host
public record LinkCount(
    long bytesSent, long packetsSent, long bytesReceived, long packetsReceived) {
  /// In both directions.
  public long bytes() {
    return bytesSent + bytesReceived;
  }

  /// In both directions.
  public long packets() {
    return packetsSent + packetsReceived;
  }

  /// The traffic since `earlier`.
  public LinkCount since(LinkCount earlier) {
    return new LinkCount(
        bytesSent - earlier.bytesSent,
        packetsSent - earlier.packetsSent,
        bytesReceived - earlier.bytesReceived,
        packetsReceived - earlier.packetsReceived);
  }
}
