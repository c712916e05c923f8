// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;

/// Calls from the protocol to the rank that hosts objects, but those about their states.
public interface Hosting {
  /// Called for a message whose object has no room here.
  void noRoom(Resident object, int request, long sender, byte[] message);

  /// Called at an element's home when the element has been inserted on any rank, or has ended.
  void member(long element, boolean inserted);

  /// Called for a message that can never be delivered, because its object has ended.
  void undelivered(
      long object, int request, long sender, MemorySegment memory, long at, long bytes);

  /// Called when an element that this rank inserted has been accepted by its home, and may move.
  void accepted(Resident object);

  /// Returns the failure of an insertion by rank `by`, while `holder` has the element.
  RuntimeException insertedTwice(long element, int by, int holder);

  /// Returns the failure of an insertion by rank `by`, when no quiescence has followed the end of
  /// the element that had the index before.
  RuntimeException insertedTooEarly(long element, int by);

  /// Names an object or a rank, for sentences.
  String name(long word);

  /// Called when this many more messages, with this many more bytes, are kept; negative if fewer
  /// are.
  void kept(int messages, long bytes);
}
