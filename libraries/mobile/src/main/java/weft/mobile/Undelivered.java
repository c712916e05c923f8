// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// The action for messages whose object has ended, or has no room: [MobileType#undelivered].
/// Without an action a message for an object that has ended ends the job, and the error names the
/// sender, the object and the handler, unless it is one of a broadcast to an array; one whose
/// object has no room waits. A call of a rank fails with an exception there, whether or not the
/// type has an action.
@FunctionalInterface
public interface Undelivered {
  /// The reason why a message cannot be delivered.
  enum Reason {
    /// The object has ended or never existed.
    DEAD,
    /// The object is on disk, and those that are pinned leave no room for it in memory
    /// (`--objects`). The sender may send again later.
    NO_ROOM
  }

  /// A message that cannot be delivered.
  ///
  /// @param object the word of the object
  /// @param request the name of the handler
  /// @param senderObject the word of the object that sent it; 0 if a rank did
  /// @param senderRank the rank that sent it; −1 if an object did
  /// @param payload a copy of the payload; of a call, its encoded argument
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Message(long object, String request, long senderObject, int senderRank, byte[] payload) {}

  /// Runs as a handler does, on the rank that found the message undeliverable. It must not wait.
  void handle(Message message, Reason reason);
}
