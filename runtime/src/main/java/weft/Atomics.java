// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.OneSided;

/// Atomic operations on words of any rank's registered heap, at multiples of 8 bytes; from
/// [Memory#atomics].
///
/// All are carried out by one agent per heap, so that operations of all ranks, its owner's too,
/// compose. The owner uses the same calls: two kinds of atomics on one word do not compose. They
/// are unordered with puts and gets until [Memory#fence] or their [Completion].
public final class Atomics {
  private final OneSided oneSided;

  Atomics(OneSided oneSided) {
    this.oneSided = oneSided;
  }

  /// Atomic sum; what was there before is [Completion#value].
  public void fetchAdd(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    oneSided.fetchAdd("Atomics.fetchAdd", target.rank(), at, value, done.pending);
  }

  /// Atomic sum; waits, and returns what was there before.
  public long fetchAddSync(GlobalPointer target, long displacement, long value) {
    oneSided.checkMayWait("Atomics.fetchAddSync");
    long at = target.offset() + displacement;
    return oneSided.fetchAdd("Atomics.fetchAdd", target.rank(), at, value);
  }

  /// Atomic and; what was there before is [Completion#value].
  public void fetchAnd(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    oneSided.fetchAnd("Atomics.fetchAnd", target.rank(), at, value, done.pending);
  }

  /// Atomic and; waits, and returns what was there before.
  public long fetchAndSync(GlobalPointer target, long displacement, long value) {
    oneSided.checkMayWait("Atomics.fetchAndSync");
    long at = target.offset() + displacement;
    return oneSided.fetchAnd("Atomics.fetchAnd", target.rank(), at, value);
  }

  /// Atomic or; what was there before is [Completion#value].
  public void fetchOr(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    oneSided.fetchOr("Atomics.fetchOr", target.rank(), at, value, done.pending);
  }

  /// Atomic or; waits, and returns what was there before.
  public long fetchOrSync(GlobalPointer target, long displacement, long value) {
    oneSided.checkMayWait("Atomics.fetchOrSync");
    long at = target.offset() + displacement;
    return oneSided.fetchOr("Atomics.fetchOr", target.rank(), at, value);
  }

  /// Atomic exclusive or; what was there before is [Completion#value].
  public void fetchXor(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    oneSided.fetchXor("Atomics.fetchXor", target.rank(), at, value, done.pending);
  }

  /// Atomic exclusive or; waits, and returns what was there before.
  public long fetchXorSync(GlobalPointer target, long displacement, long value) {
    oneSided.checkMayWait("Atomics.fetchXorSync");
    long at = target.offset() + displacement;
    return oneSided.fetchXor("Atomics.fetchXor", target.rank(), at, value);
  }

  /// Atomic exchange; what was there before is [Completion#value].
  public void swap(GlobalPointer target, long displacement, long value, Completion done) {
    long at = target.offset() + displacement;
    oneSided.swap("Atomics.swap", target.rank(), at, value, done.pending);
  }

  /// Atomic exchange; waits, and returns what was there before.
  public long swapSync(GlobalPointer target, long displacement, long value) {
    oneSided.checkMayWait("Atomics.swapSync");
    long at = target.offset() + displacement;
    return oneSided.swap("Atomics.swap", target.rank(), at, value);
  }

  /// Adds, atomically; nobody is told what was there.
  public void add(GlobalPointer target, long displacement, long value) {
    long at = target.offset() + displacement;
    oneSided.add("Atomics.add", target.rank(), at, value);
  }

  /// Combines by exclusive or, atomically; nobody is told what was there.
  public void xor(GlobalPointer target, long displacement, long value) {
    long at = target.offset() + displacement;
    oneSided.xor("Atomics.xor", target.rank(), at, value);
  }

  /// Writes `value` where the word is `expected`; what was there before is [Completion#value].
  public void compareAndSwap(
      GlobalPointer target, long displacement, long expected, long value, Completion done) {
    long at = target.offset() + displacement;
    oneSided.compareAndSwap(
        "Atomics.compareAndSwap", target.rank(), at, expected, value, done.pending);
  }

  /// Writes `value` where the word is `expected`; waits, and returns what was there before: it was
  /// written if that is `expected`.
  public long compareAndSwapSync(
      GlobalPointer target, long displacement, long expected, long value) {
    oneSided.checkMayWait("Atomics.compareAndSwapSync");
    long at = target.offset() + displacement;
    return oneSided.compareAndSwap("Atomics.compareAndSwap", target.rank(), at, expected, value);
  }

  /// Atomic sum of doubles; what was there before is [Completion#doubleValue].
  public void fetchAdd(GlobalPointer target, long displacement, double value, Completion done) {
    long at = target.offset() + displacement;
    oneSided.fetchAdd("Atomics.fetchAdd", target.rank(), at, value, done.pending);
  }

  /// Atomic sum of doubles; waits, and returns what was there before.
  public double fetchAddSync(GlobalPointer target, long displacement, double value) {
    oneSided.checkMayWait("Atomics.fetchAddSync");
    long at = target.offset() + displacement;
    return oneSided.fetchAdd("Atomics.fetchAdd", target.rank(), at, value);
  }

  /// Adds to a double, atomically; nobody is told what was there.
  public void add(GlobalPointer target, long displacement, double value) {
    long at = target.offset() + displacement;
    oneSided.add("Atomics.add", target.rank(), at, value);
  }
}
