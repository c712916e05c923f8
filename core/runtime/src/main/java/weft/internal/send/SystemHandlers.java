// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import weft.internal.rank.Counted;

/// The numbers of internal handlers; those of users begin at [#FIRST_USER].
public final class SystemHandlers {
  /// A message sent with `sendSync` was taken.
  public static final int ACKNOWLEDGE = 1;

  /// A round of all ranks on its way to the root.
  public static final int UP = 2;

  /// A round of all ranks on its way back.
  public static final int DOWN = 3;

  /// `Heap.malloc` on another rank: bytes, and the ticket of the reply.
  public static final int MALLOC = 4;

  /// `Heap.free` on another rank: the offset.
  public static final int FREE = 5;

  /// A reply of one word: its ticket, and the word.
  public static final int REPLY = 6;

  /// A reply of bytes: its ticket, then the bytes.
  public static final int REPLY_BYTES = 7;

  /// A reply of a failure: its ticket, then the exception.
  public static final int REPLY_FAILED = 8;

  /// `Heap.malloc` found no room: the ticket of the reply, and the sizes.
  public static final int NO_ROOM = 9;

  /// In debug mode, before a request that follows a transfer: the rank of the heap, and the slot of
  /// the access.
  public static final int CHECKED = 10;

  /// Bytes for this rank's heap: see `TransferLayout`.
  public static final int PUT = 11;

  /// Asks for an answer when all earlier messages are done: the ticket.
  public static final int CONFIRM = 12;

  /// Asks for bytes of this rank's heap: see `TransferLayout`.
  public static final int GET = 13;

  /// Requested bytes: the ticket, then the bytes.
  public static final int GOT = 14;

  /// One word is put, got or changed: see `TransferLayout`.
  public static final int WORD = 15;

  /// An answer to [#CONFIRM] or [#WORD]: the ticket, and a word.
  public static final int ANSWER = 16;

  /// From a rank that records: asks for the clock of rank 0.
  public static final int CLOCK = 17;

  /// An answer to [#CLOCK]: the clock, and its identity.
  public static final int CLOCK_TOLD = 18;

  /// A piece of the recording of a rank on another host: its offset, then the bytes.
  public static final int RECORDED = 19;

  /// A rank has news after the round of this number, so that all ranks should make another one.
  public static final int AGAIN = 20;

  /// The first number of a user's handler.
  public static final int FIRST_USER = 32;

  private SystemHandlers() {}

  /// Which counters include the messages of an internal handler.
  public static Counted counted(int handler) {
    return switch (handler) {
      case ACKNOWLEDGE, UP, DOWN, AGAIN, CLOCK, CLOCK_TOLD -> Counted.NOT;
      case CHECKED, RECORDED -> Counted.BY_END;
      case PUT, CONFIRM, GET, GOT, WORD, ANSWER -> Counted.BY_QUIESCENCE;
      default -> Counted.BY_PROGRAM;
    };
  }

  /// Whether a message may exceed the budget, so that it always moves. Only few such messages are
  /// ever pending; a handler can send any number of the others.
  static boolean isControl(int handler) {
    return handler < FIRST_USER && handler != PUT && handler != WORD;
  }
}
