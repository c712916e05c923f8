// SPDX-License-Identifier: Apache-2.0
package weft.mobile.residence;

import weft.World;
import weft.codec.Reader;
import weft.codec.Writer;

/// The objects of one rank, for their keeper.
public interface ObjectHost {
  /// The rank.
  World world();

  /// Sets the keeper, before [World#start], and tells it of the objects that are here.
  ///
  /// @throws IllegalStateException if there is one
  void setKeeper(ObjectKeeper keeper);

  /// Encodes the state of a present object.
  ///
  /// @throws weft.codec.CodecException if that is impossible
  void encode(KeptObject object, Writer out);

  /// The bytes of a present object's state as its type gives them; −1 if the type does not.
  long bytes(KeptObject object);

  /// Takes the state of a present object out of memory.
  void leave(KeptObject object);

  /// Decodes the state of an absent object, which then handles its mail.
  void enter(KeptObject object, Reader in);

  /// Moves an object to another rank, if nothing keeps it here and handlers of objects run.
  void move(KeptObject object, int target);

  /// Whether messages wait for objects that are present.
  boolean hasReady();

  /// Passes the messages that wait for an absent object to the action of its type for undelivered
  /// messages, since there is no room for the object. Calls go on waiting. Returns whether there
  /// were such messages and an action.
  boolean refuse(KeptObject object);

  /// Names an object, for sentences.
  String name(KeptObject object);

  /// Names the type of an object, for sentences.
  String typeName(KeptObject object);
}
