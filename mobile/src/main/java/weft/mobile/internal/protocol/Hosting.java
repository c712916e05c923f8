// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import weft.codec.Reader;
import weft.codec.Writer;

/// What the protocol asks of the rank that hosts objects.
public interface Hosting {
  /// Encodes the state of an object that leaves for `target`.
  ///
  /// @throws weft.codec.CodecException when that is not possible: the object stays
  void encode(Resident object, int target, Writer out);

  /// Decodes the state of an object that has arrived.
  Object decode(long word, int type, int source, Reader in);

  /// The object is here now; it may have come, or been made or inserted here.
  void arrived(Resident object);

  /// The object is no longer here.
  void gone(Resident object, boolean ended);

  /// At its home: an element of an array has been inserted somewhere, or has ended.
  void member(long element, boolean inserted);

  /// A message can never be delivered: its object has ended.
  void undelivered(
      long object, int request, long sender, MemorySegment memory, long at, long bytes);

  /// Whether messages wait for an object that is not known at its home, as an element that is still
  /// to be inserted; otherwise it counts as ended.
  boolean mayStillCome(long object);

  /// This many messages with as many bytes more are kept, or fewer when negative.
  void kept(int messages, long bytes);
}
