// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

/// The frames of a connection between two ranks. The bytes of a frame follow its head.
///
/// ```
///  0         4         8                  16
/// +---------+---------+------------------+-----------------
/// | kind    | bytes   | word             | the other bytes   big-endian
/// +---------+---------+------------------+-----------------
///
/// kind       bytes                        word
///  1 RECORDS of the ring, word included   the first word of these bytes, in the sender's order
///  2 WRAP    0                            a header that ends the lap of the ring
///  3 CREDIT  0                            the position up to which the ring is consumed
///  4 GRANT   0                            0: the receiver has room for the next payload
///  5 PAYLOAD the next bytes of a payload  0
/// ```
final class TcpFrames {
  static final int RECORDS = 1;
  static final int WRAP = 2;
  static final int CREDIT = 3;
  static final int GRANT = 4;
  static final int PAYLOAD = 5;

  /// The bytes of a head.
  static final int HEAD = 16;

  /// The most bytes of a ring in one frame. A reader sees the records of a frame when all of it has
  /// arrived.
  static final int MOST_RECORDS = 1 << 16;

  /// The most bytes of a payload in one frame: messages need not wait for longer.
  static final int MOST_PAYLOAD = 1 << 18;

  private TcpFrames() {}
}
