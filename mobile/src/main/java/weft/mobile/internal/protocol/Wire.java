// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;

/// How the protocol reaches other ranks. Messages of all three kinds from one rank to one other
/// arrive exactly once, in the order in which they were sent.
public interface Wire {
  /// This rank.
  int rank();

  /// The most bytes of a message that [#openMail] takes.
  int maxBytes();

  /// Begins a message to an object that the caller writes into [#memory] from the offset returned;
  /// [#closeMail] follows.
  long openMail(int target, int bytes);

  /// Where the message begun is written.
  MemorySegment memory();

  /// Sends the message begun.
  void closeMail();

  /// Sends a message to an object, of any size.
  void mail(int target, MemorySegment memory, long at, long bytes);

  /// Sends an object with all that belongs to it.
  void install(int target, MemorySegment memory, long bytes);

  /// Tells `target` where an object is; a `location` of −1 says that it has ended.
  void tell(int target, long object, int location, long epoch);

  /// Accepted messages are owed until they are handled: quiescence waits for them.
  void expect(int messages);

  /// As many are handled, or gone elsewhere.
  void happened(int messages);
}
