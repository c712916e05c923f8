// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.CallSite;
import weft.internal.rank.Pending;
import weft.memory.AccessTable.Kind;
import weft.memory.Extent;
import weft.memory.HeapLayout;
import weft.transport.Transport;

/// The words of [CheckedOneSided]: those that somebody waits for are judged and carried out at
/// once, the others judged and carried out later.
abstract class CheckedWords extends OneSided {
  private final AccessChecks checks;

  CheckedWords(Engine engine, Transport transport, HeapLayout layout, long seed) {
    super(engine, transport, layout, false);
    this.checks = new AccessChecks(engine, transport, layout, seed);
  }

  final AccessChecks checks() {
    return checks;
  }

  /// The call, and where in the program it is.
  static String text(String call) {
    return call + " at " + CallSite.here();
  }

  /// Judges one transfer, and does `work` later, for `done` or for the call that is made of many.
  abstract void later(
      String call,
      int target,
      Kind kind,
      Extent extent,
      @Nullable Pending done,
      long copied,
      LongSupplier work);

  @Override
  public void putWord(String call, int rank, long at, long value) {
    reachWord(call, rank, at);
    word(
        call,
        rank,
        at,
        Kind.PUT,
        null,
        () -> {
          super.putWord(call, rank, at, value);
          return 0;
        });
  }

  private void word(
      String call, int rank, long at, Kind kind, @Nullable Pending done, LongSupplier work) {
    later(call, rank, kind, Extent.of(at, Long.BYTES), done, 0, work);
  }

  private void now(String call, int rank, long at, Kind kind) {
    reachWord(call, rank, at);
    checks.pass(text(call), rank, kind, Extent.of(at, Long.BYTES));
  }

  @Override
  public long getWord(String call, int rank, long at) {
    now(call, rank, at, Kind.GET);
    return super.getWord(call, rank, at);
  }

  @Override
  public long fetchAdd(String call, int rank, long at, long value) {
    now(call, rank, at, Kind.ATOMIC);
    return super.fetchAdd(call, rank, at, value);
  }

  @Override
  public long fetchAnd(String call, int rank, long at, long value) {
    now(call, rank, at, Kind.ATOMIC);
    return super.fetchAnd(call, rank, at, value);
  }

  @Override
  public long fetchOr(String call, int rank, long at, long value) {
    now(call, rank, at, Kind.ATOMIC);
    return super.fetchOr(call, rank, at, value);
  }

  @Override
  public long fetchXor(String call, int rank, long at, long value) {
    now(call, rank, at, Kind.ATOMIC);
    return super.fetchXor(call, rank, at, value);
  }

  @Override
  public long swap(String call, int rank, long at, long value) {
    now(call, rank, at, Kind.ATOMIC);
    return super.swap(call, rank, at, value);
  }

  @Override
  public long compareAndSwap(String call, int rank, long at, long expected, long value) {
    now(call, rank, at, Kind.ATOMIC);
    return super.compareAndSwap(call, rank, at, expected, value);
  }

  @Override
  public double fetchAdd(String call, int rank, long at, double value) {
    now(call, rank, at, Kind.ATOMIC);
    return super.fetchAdd(call, rank, at, value);
  }

  private void atomic(String call, int rank, long at, @Nullable Pending done, LongSupplier work) {
    reachWord(call, rank, at);
    word(call, rank, at, Kind.ATOMIC, done, work);
  }

  @Override
  public void fetchAdd(String call, int rank, long at, long value, Pending done) {
    atomic(call, rank, at, done, () -> super.fetchAdd(call, rank, at, value));
  }

  @Override
  public void fetchAnd(String call, int rank, long at, long value, Pending done) {
    atomic(call, rank, at, done, () -> super.fetchAnd(call, rank, at, value));
  }

  @Override
  public void fetchOr(String call, int rank, long at, long value, Pending done) {
    atomic(call, rank, at, done, () -> super.fetchOr(call, rank, at, value));
  }

  @Override
  public void fetchXor(String call, int rank, long at, long value, Pending done) {
    atomic(call, rank, at, done, () -> super.fetchXor(call, rank, at, value));
  }

  @Override
  public void swap(String call, int rank, long at, long value, Pending done) {
    atomic(call, rank, at, done, () -> super.swap(call, rank, at, value));
  }

  @Override
  public void compareAndSwap(
      String call, int rank, long at, long expected, long value, Pending done) {
    atomic(call, rank, at, done, () -> super.compareAndSwap(call, rank, at, expected, value));
  }

  @Override
  public void fetchAdd(String call, int rank, long at, double value, Pending done) {
    atomic(
        call,
        rank,
        at,
        done,
        () -> Double.doubleToRawLongBits(super.fetchAdd(call, rank, at, value)));
  }

  @Override
  public void add(String call, int rank, long at, long value) {
    atomic(call, rank, at, null, () -> super.fetchAdd(call, rank, at, value));
  }

  @Override
  public void add(String call, int rank, long at, double value) {
    atomic(call, rank, at, null, () -> (long) super.fetchAdd(call, rank, at, value));
  }

  @Override
  public void xor(String call, int rank, long at, long value) {
    atomic(call, rank, at, null, () -> super.fetchXor(call, rank, at, value));
  }
}
