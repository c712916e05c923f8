// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

/// The four words of every message of a collective.
///
/// ```
/// a  group 16 | generation 16 | sequence number 32
/// b  kind 3 | signature 45 (see Signature) | ticket 16
/// c  bytes 40 | spare 8 | tokens 8 | done 8
/// d  by kind: a place, an offset, a sequence number
/// ```
///
/// `tokens` and `done` travel with every message for nothing: how many eager messages of the
/// receiver the sender has consumed, and up to which sequence number it has completed the group's
/// operations, both modulo 256.
public final class Header {
  /// The bytes, if any, are in the message.
  public static final int BYTES = 0;

  /// The bytes are at the place `d`, which the receiver can read; it says [#DONE] when it has.
  public static final int PLACE = 1;

  /// The bytes are at the sender, until the receiver asks for them.
  public static final int KEPT = 2;

  /// Asks for bytes from the offset `d` on.
  public static final int PULL = 3;

  /// Bytes that were asked for.
  public static final int PART = 4;

  /// The receiver needs the bytes no more, or has written those that it was offered; and those of
  /// ticket `d` − 1, if `d` is not 0.
  public static final int DONE = 5;

  /// The sender has completed all operations before the sequence number `d`. With the ticket
  /// [#CALLED] or [#POSTED] it also says what it has called, as it waits for long.
  public static final int CREDIT = 6;

  /// Asks for a [#CREDIT] as soon as operation `d` is complete.
  public static final int ASK = 7;

  /// The ticket of a [#CREDIT] that says what the sender has called, to be done by messages.
  public static final int CALLED = 1;

  /// The same of what goes over a [SharedBoard].
  public static final int POSTED = 2;

  private static final long BYTES_MASK = (1L << 40) - 1;
  private static final int KIND_SHIFT = 61;
  private static final int TICKET_MASK = 0xFFFF;

  private Header() {}

  public static long a(int group, int generation, int sequence) {
    return (long) group << 48 | (long) (generation & 0xFFFF) << 32 | (sequence & 0xFFFFFFFFL);
  }

  public static int group(long a) {
    return (int) (a >>> 48);
  }

  public static int generation(long a) {
    return (int) (a >>> 32) & 0xFFFF;
  }

  public static int sequence(long a) {
    return (int) a;
  }

  public static long b(int kind, long signature, int ticket) {
    return (long) kind << KIND_SHIFT | signature << 16 | ticket;
  }

  public static int kind(long b) {
    return (int) (b >>> KIND_SHIFT);
  }

  public static long signature(long b) {
    return b << 3 >>> 19;
  }

  public static int ticket(long b) {
    return (int) b & TICKET_MASK;
  }

  public static long c(long bytes, int tokens, int done) {
    return bytes << 24 | (tokens & 0xFF) << 8 | (done & 0xFF);
  }

  public static long bytes(long c) {
    return c >>> 24 & BYTES_MASK;
  }

  /// Whether a message only says what its sender has called.
  public static boolean isCalled(long b) {
    return kind(b) == CREDIT && ticket(b) != 0;
  }

  public static int tokens(long c) {
    return (int) (c >>> 8) & 0xFF;
  }

  public static int done(long c) {
    return (int) c & 0xFF;
  }
}
