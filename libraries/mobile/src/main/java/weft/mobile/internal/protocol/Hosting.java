// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import weft.codec.Reader;
import weft.codec.Writer;

/// Calls from the protocol to the rank that hosts objects.
public interface Hosting {
  /// Encodes the state of an object that leaves for `target`.
  ///
  /// @throws weft.codec.CodecException if that is impossible; the object stays
  void encode(Resident object, int target, Writer out);

  /// Takes the encoded state of an object that has arrived.
  void receive(Resident object, int source, Reader in);

  /// Called when an object is on this rank: it arrived from another rank, or was created or
  /// inserted. If the program has made it, `held` is set: it may hold the state.
  void arrived(Resident object, boolean held);

  /// Called when an object without its state has mail.
  void wanted(Resident object);

  /// Called for a message whose object has no room here.
  void noRoom(Resident object, int request, long sender, byte[] message);

  /// Called when an object is no longer on this rank.
  void gone(Resident object, boolean ended);

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
