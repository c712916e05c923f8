// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.Arrays;

/// What one rank does in a collective operation, step by step.
///
/// Steps are carried out in order. A step that cannot be done yet (a receive whose message is not
/// there, a fresh stage while none is free) holds up what follows; handlers go on from there when
/// it can be done. A send never waits for its receiver. These are all the dependencies there are:
/// what stands earlier at the same rank, and the send of each receive. The *n*-th receive from a
/// rank takes what that rank's *n*-th send to this one sends; an offer counts as a send, and the
/// [#TARGET] that takes it as a receive.
///
/// The steps before [#enter] may be done before this rank's own call of the operation: they may use
/// [Region#BLOCK] only.
public final class Schedule {
  /// The kinds of steps.
  public static final byte ENTER = 0;

  /// To `peer`, from `from`.
  public static final byte SEND = 1;

  /// From `peer`; [Region#BLOCK] is what has come.
  public static final byte RECEIVE = 2;

  /// `to` = `from`.
  public static final byte COPY = 3;

  /// `to` = `to` ∘ `from`.
  public static final byte REDUCE = 4;

  /// `to` = `from` ∘ `to`.
  public static final byte REDUCE_LEFT = 5;

  /// A chunk for the stage `to`, as soon as fewer than [Shape#chunks] of this schedule are in use:
  /// as a stage, or read by others. The stage gives up the chunk it had before. Lets go of
  /// [Region#BLOCK] before it waits: two ranks that both wait for a chunk must not hold each
  /// other's.
  public static final byte FRESH = 6;

  /// Waits until all sends from [Region#IN] and [Region#OUT] are served, so that they may be
  /// written, and all offers. Lets go of [Region#BLOCK] before it waits.
  public static final byte DRAIN = 7;

  /// Offers `to` to `peer`, which writes there with its next [#FOLD] after a [#TARGET].
  public static final byte OFFER = 8;

  /// Waits for the offer of `peer`: the next [#FOLD] writes there, too. Lets go of [Region#BLOCK]
  /// before it waits.
  public static final byte TARGET = 9;

  /// Keeps [Region#BLOCK], received from `peer`, for the next [#FOLD].
  public static final byte OPERAND = 10;

  /// `to`, and all targets = all operands and `from`, which is this rank's, combined in the order
  /// of ranks. Lets go of the operands and the targets.
  public static final byte FOLD = 11;

  private int length;
  private byte[] kind = new byte[16];
  private int[] peer = new int[16];
  private long[] to = new long[16];
  private long[] from = new long[16];
  private long[] bytes = new long[16];
  private long temp;
  private int entered = -1;

  /// An empty schedule.
  public Schedule() {}

  /// Takes all steps out.
  public void clear() {
    length = 0;
    temp = 0;
    entered = -1;
  }

  private void add(byte kind, int peer, long to, long from, long bytes) {
    int at = length;
    if (at == this.kind.length) {
      int more = 2 * at;
      this.kind = Arrays.copyOf(this.kind, more);
      this.peer = Arrays.copyOf(this.peer, more);
      this.to = Arrays.copyOf(this.to, more);
      this.from = Arrays.copyOf(this.from, more);
      this.bytes = Arrays.copyOf(this.bytes, more);
    }
    this.kind[at] = kind;
    this.peer[at] = peer;
    this.to[at] = to;
    this.from[at] = from;
    this.bytes[at] = bytes;
    length = at + 1;
  }

  /// Waits for this rank's own call. Once in every schedule.
  public void enter() {
    if (entered >= 0) {
      throw new IllegalStateException("a schedule enters once");
    }
    entered = length;
    add(ENTER, -1, 0, 0, 0);
  }

  /// Sends `bytes` bytes at `from` to `peer`, a rank of the group.
  public void send(int peer, long from, long bytes) {
    add(SEND, peer, 0, from, bytes);
  }

  /// Receives `bytes` bytes from `peer`: [Region#BLOCK] from now on.
  public void receive(int peer, long bytes) {
    add(RECEIVE, peer, 0, Region.BLOCK, bytes);
  }

  /// Lets `peer` write `bytes` bytes at `to`: in a stage, or in [Region#OUT] where that is
  /// [shared][Shape#outShared]. Nothing for no bytes. What is written is there after the next
  /// [#drain], or when the operation is over.
  public void offer(int peer, long to, long bytes) {
    if (bytes > 0) {
      add(OFFER, peer, to, 0, bytes);
    }
  }

  /// Lets the next [#fold] also write to where `peer` has offered to take `bytes` bytes; nothing
  /// for no bytes.
  public void target(int peer, long bytes) {
    if (bytes > 0) {
      add(TARGET, peer, Region.BLOCK, 0, bytes);
    }
  }

  /// Receives `bytes` bytes from `peer`, and keeps them for the next [#fold]; operands come in the
  /// order of their ranks. Between the first of them, or of the targets, and the fold nothing else
  /// may be done: the others might wait for what is kept.
  public void operand(int peer, long bytes) {
    receive(peer, bytes);
    if (bytes > 0) {
      add(OPERAND, peer, 0, Region.BLOCK, bytes);
    }
  }

  /// Combines all operands and what stands at `from`, which is this rank's, in the order of ranks,
  /// into `to`, if that is not [Region#NOWHERE], and into all targets; nothing for no bytes.
  /// Without an operand it copies. `to` may be the same place as `from`.
  public void fold(long to, long from, long bytes) {
    if (bytes > 0) {
      add(FOLD, -1, to, from, bytes);
    }
  }

  /// Copies; nothing for no bytes or the same place.
  public void copy(long to, long from, long bytes) {
    if (bytes > 0 && to != from) {
      add(COPY, -1, to, from, bytes);
    }
  }

  /// Combines what stands at `from`, of later ranks, into `to`.
  public void reduce(long to, long from, long bytes) {
    if (bytes > 0) {
      add(REDUCE, -1, to, from, bytes);
    }
  }

  /// Combines what stands at `from`, of earlier ranks, into `to`.
  public void reduceLeft(long to, long from, long bytes) {
    if (bytes > 0) {
      add(REDUCE_LEFT, -1, to, from, bytes);
    }
  }

  /// Gives stage `k` a chunk that nobody reads, of `bytes` bytes; returns the stage's place.
  public long fresh(int k, long bytes) {
    long stage = Region.stage(k);
    add(FRESH, -1, stage, 0, bytes);
    return stage;
  }

  /// Waits until nobody reads [Region#IN] and [Region#OUT] any more, or writes what was offered.
  public void drain() {
    add(DRAIN, -1, 0, 0, 0);
  }

  /// Asks for `bytes` bytes of [Region#TEMP] in all.
  public void temp(long bytes) {
    temp = Math.max(temp, bytes);
  }

  /// The bytes of [Region#TEMP].
  public long temp() {
    return temp;
  }

  /// How many steps there are.
  public int length() {
    return length;
  }

  /// What step `at` is: one of the constants here.
  public byte kind(int at) {
    return kind[at];
  }

  /// The other rank of step `at`, in the group, or −1.
  public int peer(int at) {
    return peer[at];
  }

  /// Where step `at` writes.
  public long to(int at) {
    return to[at];
  }

  /// Where step `at` reads.
  public long from(int at) {
    return from[at];
  }

  /// How many bytes step `at` moves.
  public long bytes(int at) {
    return bytes[at];
  }
}
