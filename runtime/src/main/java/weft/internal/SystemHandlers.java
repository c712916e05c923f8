// SPDX-License-Identifier: Apache-2.0
package weft.internal;

/// The numbers of Weft's own handlers; those of users begin at [#FIRST_USER].
public final class SystemHandlers {
  /// A message sent with `sendSync` was taken.
  public static final int ACKNOWLEDGE = 1;

  /// A round of all ranks on its way to the root.
  public static final int UP = 2;

  /// A round of all ranks on its way back.
  public static final int DOWN = 3;

  /// `Heap.malloc` on another rank: bytes, and where the reply goes.
  public static final int MALLOC = 4;

  /// `Heap.free` on another rank: the offset.
  public static final int FREE = 5;

  /// A reply of one word: where it goes, and the word.
  public static final int REPLY = 6;

  /// A reply of bytes: where it goes, then the bytes.
  public static final int REPLY_BYTES = 7;

  /// A reply that says why there is none: where it goes, then what happened.
  public static final int REPLY_FAILED = 8;

  /// `Heap.malloc` found no room: where the reply goes, and the sizes.
  public static final int NO_ROOM = 9;

  /// In debug mode, before the op of a put-op or get-op: whose heap, and the slot of the access.
  public static final int CHECKED = 10;

  /// The first number of a user's handler.
  public static final int FIRST_USER = 16;

  private SystemHandlers() {}
}
