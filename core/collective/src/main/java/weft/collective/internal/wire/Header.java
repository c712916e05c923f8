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
/// Every message carries `tokens` and `done`, both modulo 256. `tokens` is the number of the
/// receiver's eager messages that the sender has consumed. `done` is the sequence number up to
/// which the sender has completed the group's operations.
public final class Header {
  /// The message contains the bytes, if any.
  public static final int BYTES = 0;

  /// The receiver can read the bytes at the place `d`; it answers [#DONE].
  public static final int PLACE = 1;

  /// The bytes stay at the sender until the receiver pulls them.
  public static final int KEPT = 2;

  /// Requests bytes from the offset `d`.
  public static final int PULL = 3;

  /// Requested bytes.
  public static final int PART = 4;

  /// The receiver no longer needs the bytes, or has written those that it was offered. If `d` is
  /// not 0, this holds for ticket `d` − 1 too.
  public static final int DONE = 5;

  /// The sender has completed all operations before the sequence number `d`. With the ticket
  /// [#CALLED] or [#POSTED] it also announces a pending call, because the sender has waited for
  /// long. [#LEFT] and [#OVER] are about the end of the group.
  public static final int CREDIT = 6;

  /// Requests a [#CREDIT] once operation `d` is complete.
  public static final int ASK = 7;

  /// The ticket of a [#CREDIT] that announces a call carried out by messages.
  public static final int CALLED = 1;

  /// The ticket of a [#CREDIT] that announces a call carried out over a board.
  public static final int POSTED = 2;

  /// The ticket of a [#CREDIT] to the first member: the sender has left the group.
  public static final int LEFT = 3;

  /// The ticket of a [#CREDIT] of the first member: all members have left the group.
  public static final int OVER = 4;

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

  /// Whether a message only announces a pending call.
  public static boolean isCalled(long b) {
    return kind(b) == CREDIT && (ticket(b) == CALLED || ticket(b) == POSTED);
  }

  public static int tokens(long c) {
    return (int) (c >>> 8) & 0xFF;
  }

  public static int done(long c) {
    return (int) c & 0xFF;
  }
}
