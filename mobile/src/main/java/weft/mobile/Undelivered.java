// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// What happens to messages whose object has ended: [MobileType#undelivered]. Without it the job
/// ends, and the report names the sender, the object and the handler.
@FunctionalInterface
public interface Undelivered {
  /// Why a message cannot be delivered.
  enum Reason {
    /// The object has ended, or has never been.
    DEAD
  }

  /// A message that cannot be delivered.
  ///
  /// @param object the word of the object
  /// @param request the name of the handler that it was for
  /// @param senderObject the word of the object that sent it; 0 if a rank did
  /// @param senderRank the rank that sent it; −1 if an object did
  /// @param payload a copy of its payload
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Message(long object, String request, long senderObject, int senderRank, byte[] payload) {}

  /// Runs as a handler does, at the rank where the message was found to be late. It must not wait.
  void handle(Message message, Reason reason);
}
