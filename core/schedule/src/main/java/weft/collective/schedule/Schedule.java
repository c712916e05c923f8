// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.Arrays;

/// The steps of one rank in a collective operation.
///
/// Steps run in order. A step that cannot run yet blocks the following ones, and handlers continue
/// from there. Examples are a receive without its message, and a fresh stage while no chunk is
/// free. A send never waits for its receiver. The only dependencies are the earlier steps of the
/// same rank, and the send of each receive. The *n*-th receive from a rank matches that rank's
/// *n*-th send to this one. An offer counts as a send, and the [#TARGET] that takes it as a
/// receive.
///
/// The steps before [#enter] may run before this rank's call of the operation; they may use
/// [Region#BLOCK] only.
public final class Schedule {
  /// The kinds of steps.
  public static final byte ENTER = 0;

  /// To `peer`, from `from`.
  public static final byte SEND = 1;

  /// From `peer`; [Region#BLOCK] is the received block.
  public static final byte RECEIVE = 2;

  /// `to` = `from`.
  public static final byte COPY = 3;

  /// `to` = `to` ∘ `from`.
  public static final byte REDUCE = 4;

  /// `to` = `from` ∘ `to`.
  public static final byte REDUCE_LEFT = 5;

  /// Takes a chunk for the stage `to`, once fewer than [Shape#chunks] of this schedule are in use,
  /// as a stage or by readers. Releases the stage's previous chunk. Releases [Region#BLOCK] before
  /// it waits, because two ranks that both wait for a chunk must not hold each other's.
  public static final byte FRESH = 6;

  /// Waits until all sends from [Region#IN] and [Region#OUT], which may then be written, and all
  /// offers are served. Releases [Region#BLOCK] before it waits.
  public static final byte DRAIN = 7;

  /// Offers `to` to `peer`, which writes there with its next [#FOLD] after a [#TARGET].
  public static final byte OFFER = 8;

  /// Waits for the offer of `peer`: the next [#FOLD] writes there too. Releases [Region#BLOCK]
  /// before it waits.
  public static final byte TARGET = 9;

  /// Keeps [Region#BLOCK], received from `peer`, for the next [#FOLD].
  public static final byte OPERAND = 10;

  /// `to` and all targets = all operands and `from`, this rank's contribution, combined in the
  /// order of ranks. Releases the operands and the targets.
  public static final byte FOLD = 11;

  private int length;
  private byte[] kind = new byte[16];
  private int[] peer = new int[16];
  private long[] to = new long[16];
  private long[] from = new long[16];
  private long[] bytes = new long[16];
  private long temp;
  private int entered = -1;

  /// Creates an empty schedule.
  public Schedule() {}

  /// Removes all steps.
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

  /// Waits for this rank's call. Once in every schedule.
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

  /// Receives `bytes` bytes from `peer`, which are then [Region#BLOCK].
  public void receive(int peer, long bytes) {
    add(RECEIVE, peer, 0, Region.BLOCK, bytes);
  }

  /// Lets `peer` write `bytes` bytes at `to`: in a stage, or in [Region#OUT] if that is
  /// [shared][Shape#outShared]. The bytes are there after the next [#drain], or at the end of the
  /// operation. Does nothing for no bytes.
  public void offer(int peer, long to, long bytes) {
    if (bytes > 0) {
      add(OFFER, peer, to, 0, bytes);
    }
  }

  /// Lets the next [#fold] also write `bytes` bytes where `peer` has offered memory; does nothing
  /// for no bytes.
  public void target(int peer, long bytes) {
    if (bytes > 0) {
      add(TARGET, peer, Region.BLOCK, 0, bytes);
    }
  }

  /// Receives `bytes` bytes from `peer` and keeps them for the next [#fold]. Operands are received
  /// in the order of their ranks. No other step may be between the first operand or target and the
  /// fold, because other ranks might wait for kept blocks.
  public void operand(int peer, long bytes) {
    receive(peer, bytes);
    if (bytes > 0) {
      add(OPERAND, peer, 0, Region.BLOCK, bytes);
    }
  }

  /// Combines all operands and the bytes at `from`, this rank's contribution, in the order of
  /// ranks. Writes the result to `to`, unless that is [Region#NOWHERE], and to all targets. Without
  /// an operand it copies. `to` may be the same place as `from`. Does nothing for no bytes.
  public void fold(long to, long from, long bytes) {
    if (bytes > 0) {
      add(FOLD, -1, to, from, bytes);
    }
  }

  /// Copies; does nothing for no bytes or the same place.
  public void copy(long to, long from, long bytes) {
    if (bytes > 0 && to != from) {
      add(COPY, -1, to, from, bytes);
    }
  }

  /// Combines the bytes at `from`, of later ranks, into `to`.
  public void reduce(long to, long from, long bytes) {
    if (bytes > 0) {
      add(REDUCE, -1, to, from, bytes);
    }
  }

  /// Combines the bytes at `from`, of earlier ranks, into `to`.
  public void reduceLeft(long to, long from, long bytes) {
    if (bytes > 0) {
      add(REDUCE_LEFT, -1, to, from, bytes);
    }
  }

  /// Gives stage `k` an unused chunk of `bytes` bytes; returns the stage's place.
  public long fresh(int k, long bytes) {
    long stage = Region.stage(k);
    add(FRESH, -1, stage, 0, bytes);
    return stage;
  }

  /// Waits until no rank reads [Region#IN] and [Region#OUT], or writes to an offer, any more.
  public void drain() {
    add(DRAIN, -1, 0, 0, 0);
  }

  /// Requires `bytes` bytes of [Region#TEMP] in all.
  public void temp(long bytes) {
    temp = Math.max(temp, bytes);
  }

  /// The bytes of [Region#TEMP].
  public long temp() {
    return temp;
  }

  /// The number of steps.
  public int length() {
    return length;
  }

  /// The kind of step `at`: one of the constants here.
  public byte kind(int at) {
    return kind[at];
  }

  /// The other rank of step `at`, in the group, or −1.
  public int peer(int at) {
    return peer[at];
  }

  /// The place that step `at` writes.
  public long to(int at) {
    return to[at];
  }

  /// The place that step `at` reads.
  public long from(int at) {
    return from[at];
  }

  /// The number of bytes of step `at`.
  public long bytes(int at) {
    return bytes[at];
  }
}
