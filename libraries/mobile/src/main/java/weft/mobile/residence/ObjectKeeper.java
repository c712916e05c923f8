// SPDX-License-Identifier: Apache-2.0
package weft.mobile.residence;

import java.lang.foreign.MemorySegment;
import weft.codec.Writer;

/// Keeps the objects of one rank, some of them without their state in memory. Only the thread of
/// the rank calls it.
public interface ObjectKeeper {
  /// An object with its state is on this rank now.
  ///
  /// @param bytes the bytes of its encoded state; −1 if it has not been encoded
  /// @param mayGo whether the state may go at once: the program does not hold it
  void arrived(KeptObject object, long bytes, boolean mayGo);

  /// Whether an object whose encoded state has `bytes` bytes should be decoded when it arrives. If
  /// not, it goes to [#store].
  boolean admits(long bytes);

  /// An object is on this rank now, without its state, which is `encoded`.
  void store(KeptObject object, byte[] encoded);

  /// An object has left this rank or has ended.
  void gone(KeptObject object);

  /// An absent object has mail.
  void wanted(KeptObject object);

  /// An object will be needed soon.
  void expected(KeptObject object);

  /// The program is about to use the state of an object: returns when it is present.
  void use(KeptObject object);

  /// A handler of an object has returned.
  ///
  /// @param changed whether it may have changed the object
  void ran(KeptObject object, boolean changed);

  /// Writes the encoded state of an absent object.
  void copy(KeptObject object, Writer out);

  /// Brings objects whose state has arrived, and lets others go. Returns the number of those that
  /// it has brought.
  int step();

  /// How often an object has come back to memory.
  long entered();

  /// How often an object has left memory.
  long left();

  /// Whether objects are being read.
  boolean isReading();

  /// Stores messages. The result names them.
  Object putMail(MemorySegment memory, long at, long bytes);

  /// Reads all of the messages that [#putMail] has stored, which stay.
  void readMail(Object stored, MemorySegment to, long at);

  /// Frees the room of the messages.
  void freeMail(Object stored);
}
