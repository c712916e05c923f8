// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

/// How the bytes of a send reach the receiver.
public enum DeliveryWay {
  /// There are none: a signal.
  EMPTY,

  /// In the message, which the sender writes and the receiver copies out.
  EAGER,

  /// They stay, and the receiver reads or writes them in place.
  PLACE,

  /// They stay, and the receiver pulls them in pieces.
  KEPT
}
