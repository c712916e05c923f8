// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.rank.CallChecks;
import weft.internal.remote.MemoryAccess;
import weft.internal.remote.WordOperation;

/// Atomic operations on words of any rank's registered heap, at multiples of 8 bytes; from
/// [Memory#atomics].
///
/// One agent per heap carries out all of them, so operations of all ranks, including the owner,
/// compose. The owner uses the same calls: two kinds of atomics on one word do not compose. They
/// are unordered with puts and gets until [Memory#fence] or their [Completion].
public final class Atomics {
  private final CallChecks checks;
  private final MemoryAccess access;

  Atomics(CallChecks checks, MemoryAccess access) {
    this.checks = checks;
    this.access = access;
  }

  /// Atomic sum; [Completion#value] is the word as it was before.
  public void fetchAdd(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    access.word("Atomics.fetchAdd", WordOperation.ADD, target.rank(), at, value, 0, done.pending);
  }

  /// Atomic sum; waits, and returns the word as it was before.
  public long fetchAddSync(GlobalPointer target, long displacement, long value) {
    checks.checkMayWait("Atomics.fetchAddSync");
    long at = target.offset() + displacement;
    return access.word("Atomics.fetchAdd", WordOperation.ADD, target.rank(), at, value, 0);
  }

  /// Atomic and; [Completion#value] is the word as it was before.
  public void fetchAnd(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    access.word("Atomics.fetchAnd", WordOperation.AND, target.rank(), at, value, 0, done.pending);
  }

  /// Atomic and; waits, and returns the word as it was before.
  public long fetchAndSync(GlobalPointer target, long displacement, long value) {
    checks.checkMayWait("Atomics.fetchAndSync");
    long at = target.offset() + displacement;
    return access.word("Atomics.fetchAnd", WordOperation.AND, target.rank(), at, value, 0);
  }

  /// Atomic or; [Completion#value] is the word as it was before.
  public void fetchOr(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    access.word("Atomics.fetchOr", WordOperation.OR, target.rank(), at, value, 0, done.pending);
  }

  /// Atomic or; waits, and returns the word as it was before.
  public long fetchOrSync(GlobalPointer target, long displacement, long value) {
    checks.checkMayWait("Atomics.fetchOrSync");
    long at = target.offset() + displacement;
    return access.word("Atomics.fetchOr", WordOperation.OR, target.rank(), at, value, 0);
  }

  /// Atomic exclusive or; [Completion#value] is the word as it was before.
  public void fetchXor(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    access.word("Atomics.fetchXor", WordOperation.XOR, target.rank(), at, value, 0, done.pending);
  }

  /// Atomic exclusive or; waits, and returns the word as it was before.
  public long fetchXorSync(GlobalPointer target, long displacement, long value) {
    checks.checkMayWait("Atomics.fetchXorSync");
    long at = target.offset() + displacement;
    return access.word("Atomics.fetchXor", WordOperation.XOR, target.rank(), at, value, 0);
  }

  /// Atomic minimum of signed words; [Completion#value] is the word as it was before.
  public void fetchMin(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    access.word("Atomics.fetchMin", WordOperation.MIN, target.rank(), at, value, 0, done.pending);
  }

  /// Atomic minimum of signed words; waits, and returns the word as it was before.
  public long fetchMinSync(GlobalPointer target, long displacement, long value) {
    checks.checkMayWait("Atomics.fetchMinSync");
    long at = target.offset() + displacement;
    return access.word("Atomics.fetchMin", WordOperation.MIN, target.rank(), at, value, 0);
  }

  /// Atomic maximum of signed words; [Completion#value] is the word as it was before.
  public void fetchMax(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    access.word("Atomics.fetchMax", WordOperation.MAX, target.rank(), at, value, 0, done.pending);
  }

  /// Atomic maximum of signed words; waits, and returns the word as it was before.
  public long fetchMaxSync(GlobalPointer target, long displacement, long value) {
    checks.checkMayWait("Atomics.fetchMaxSync");
    long at = target.offset() + displacement;
    return access.word("Atomics.fetchMax", WordOperation.MAX, target.rank(), at, value, 0);
  }

  /// Atomic exchange; [Completion#value] is the word as it was before.
  public void swap(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    access.word("Atomics.swap", WordOperation.SWAP, target.rank(), at, value, 0, done.pending);
  }

  /// Atomic exchange; waits, and returns the word as it was before.
  public long swapSync(GlobalPointer target, long displacement, long value) {
    checks.checkMayWait("Atomics.swapSync");
    long at = target.offset() + displacement;
    return access.word("Atomics.swap", WordOperation.SWAP, target.rank(), at, value, 0);
  }

  /// Adds, atomically; returns nothing.
  public void add(GlobalPointer target, long displacement, long value) {
    long at = target.offset() + displacement;
    access.word("Atomics.add", WordOperation.ADD, target.rank(), at, value, 0, null);
  }

  /// Combines by exclusive or, atomically; returns nothing.
  public void xor(GlobalPointer target, long displacement, long value) {
    long at = target.offset() + displacement;
    access.word("Atomics.xor", WordOperation.XOR, target.rank(), at, value, 0, null);
  }

  /// Writes `value` where the word is `expected`; [Completion#value] is the word as it was before.
  public void compareAndSwap(
      GlobalPointer target, long displacement, long expected, long value, Completion done) {
    long at = target.offset() + displacement;
    access.word(
        "Atomics.compareAndSwap",
        WordOperation.COMPARE_AND_SWAP,
        target.rank(),
        at,
        value,
        expected,
        done.pending);
  }

  /// Writes `value` where the word is `expected`; waits, and returns the word as it was before:
  /// `value` was written if that is `expected`.
  public long compareAndSwapSync(
      GlobalPointer target, long displacement, long expected, long value) {
    checks.checkMayWait("Atomics.compareAndSwapSync");
    long at = target.offset() + displacement;
    return access.word(
        "Atomics.compareAndSwap",
        WordOperation.COMPARE_AND_SWAP,
        target.rank(),
        at,
        value,
        expected);
  }

  /// Atomic sum of doubles; [Completion#doubleValue] is the word as it was before.
  public void fetchAdd(GlobalPointer target, long displacement, double value, Completion done) {
    long at = target.offset() + displacement;
    long bits = Double.doubleToRawLongBits(value);
    access.word(
        "Atomics.fetchAdd", WordOperation.ADD_DOUBLE, target.rank(), at, bits, 0, done.pending);
  }

  /// Atomic sum of doubles; waits, and returns the word as it was before.
  public double fetchAddSync(GlobalPointer target, long displacement, double value) {
    checks.checkMayWait("Atomics.fetchAddSync");
    long at = target.offset() + displacement;
    long bits = Double.doubleToRawLongBits(value);
    return Double.longBitsToDouble(
        access.word("Atomics.fetchAdd", WordOperation.ADD_DOUBLE, target.rank(), at, bits, 0));
  }

  /// Adds to a double, atomically; returns nothing.
  public void add(GlobalPointer target, long displacement, double value) {
    long at = target.offset() + displacement;
    long bits = Double.doubleToRawLongBits(value);
    access.word("Atomics.add", WordOperation.ADD_DOUBLE, target.rank(), at, bits, 0, null);
  }
}
