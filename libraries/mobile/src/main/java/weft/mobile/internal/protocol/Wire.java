// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;

/// The protocol's connection to other ranks. Messages of all kinds from one rank to another arrive
/// exactly once, in the order in which they were sent.
public interface Wire {
  /// This rank.
  int rank();

  /// The maximum size of a message for [#openMail], in bytes.
  int maxBytes();

  /// Begins a message to an object. The caller writes it into [#memory] at the returned offset,
  /// then calls [#closeMail].
  long openMail(int target, int bytes);

  /// The memory into which the begun message is written.
  MemorySegment memory();

  /// Sends the begun message.
  void closeMail();

  /// Sends a message of any size to an object.
  void mail(int target, MemorySegment memory, long at, long bytes);

  /// Sends an object with everything that moves with it.
  void install(int target, MemorySegment memory, long bytes);

  /// Tells `home` that this rank has inserted an element.
  void claim(int home, long element);

  /// Sends the message numbers of an index, when its element begins or ends.
  void streams(int target, MemorySegment memory, long bytes);

  /// How often this rank has reported its counts to find quiescence. What a rank does after its
  /// last report happens after the quiescence that this report helped to find.
  long reports();

  /// Tells `target` where an object is. A `location` of −1 means that the object has ended.
  void sendLocation(int target, long object, int location, long epoch);

  /// Counts accepted messages as owed: quiescence waits for them.
  void expect(int messages);

  /// Counts owed messages as handled, or as moved to another rank.
  void happened(int messages);

  /// Says that messages count as handled only since they move to another rank with their object.
  default void handedOver(int messages) {}

  /// Says that messages are awaited only since they have moved here with their object.
  default void takenOver(int messages) {}
}
