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

  /// Decodes the state of an object that has arrived.
  Object decode(long word, int type, int source, Reader in);

  /// Called when an object is on this rank: it arrived from another rank, or was created or
  /// inserted.
  void arrived(Resident object);

  /// Called when an object is no longer on this rank.
  void gone(Resident object, boolean ended);

  /// Called at an element's home when the element has been inserted on any rank, or has ended.
  void member(long element, boolean inserted);

  /// Called for a message that can never be delivered, because its object has ended.
  void undelivered(
      long object, int request, long sender, MemorySegment memory, long at, long bytes);

  /// Returns whether an object that its home does not know may still be inserted, as an array
  /// element may. Messages then wait for it. Any other unknown object counts as ended.
  boolean mayStillCome(long object);

  /// Names an object or a rank, for sentences.
  String name(long word);

  /// Called when this many more messages, with this many more bytes, are kept; negative if fewer
  /// are.
  void kept(int messages, long bytes);
}
