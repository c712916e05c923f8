// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import weft.codec.Reader;
import weft.codec.Writer;

/// Calls from the protocol about the states of objects, to the one who knows where they are.
public interface StateHosting {
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

  /// Called when an object is no longer on this rank.
  void gone(Resident object, boolean ended);
}
