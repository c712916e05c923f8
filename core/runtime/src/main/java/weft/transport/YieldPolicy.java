// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// Decides when a waiting rank polls, when it yields its processor, and when it sleeps. It learns
/// from what yields did: how long each took, and whether a message was there afterwards.
///
/// A wait begins with polls, for at most a microsecond, because a yield costs half of one. Then it
/// yields. A yield tells whose the processor is:
///
/// - *It returns at once*: nobody else wants the processor. Yielding goes on until [#patience] is
///   over, and later waits poll longer before they yield.
/// - *It takes longer, and a message is there*: the sender shares the processor, and polls only
///   keep it from sending. Later waits yield sooner.
/// - *It takes long, and nothing is there*: another program wants the processor, and each yield
///   gives it a whole time slice. This wait sleeps at once, and so do some later ones. The kernel
///   lets a rank that was woken run soon, and puts it on a free processor if there is one.
///
/// The patience is about what a sleep and a wake cost ([Waits#sleepCostNanos]): then a wait costs
/// at most some twice as much as if the rank had known when the message arrives. Patience grows if
/// a sleep was shorter than its cost, as the halt polling of KVM does, and shrinks if it was long.
///
/// One policy belongs to one rank, and only its thread calls it.
public final class YieldPolicy {
  /// The longest yield that did not run another thread, in nanoseconds. A yield alone takes half a
  /// microsecond. With a switch to another rank and back it takes three.
  private static final long ALONE_NANOS = 2_000;

  /// The shortest yield that gave the processor to another program, if no message came: ranks that
  /// wait for each other give it back sooner.
  private static final long FOREIGN_NANOS = 100_000;

  /// The most waits after a foreign yield that sleep instead of yielding.
  private static final int MOST_WAITS_WITHOUT_YIELDS = 256;

  /// The shortest sleep that counts as long, in costs of a sleep.
  private static final int LONG_SLEEP = 20;

  private final Waits waits;
  private final int mostPolls;
  private final long sleepCost;
  private int polls;
  private long patience;

  /// The length of the last yield, or 0 once it has been judged.
  private long lastYield;

  private long yields;

  /// The number of waits that are still to sleep instead of yielding, and that number after the
  /// last foreign yield.
  private int waitsWithoutYields;

  private int penalty;

  /// The policy of a rank that waits by `waits`.
  public YieldPolicy(Waits waits) {
    this.waits = waits;
    this.mostPolls = Math.max(1, waits.spins());
    this.polls = mostPolls;
    this.sleepCost = waits.sleepCostNanos();
    this.patience = sleepCost / 2;
  }

  /// The number of unsuccessful polls before a wait yields.
  public int polls() {
    return polls;
  }

  /// Whether the ranks that this one waits for seem to share its processor, and no other program
  /// does.
  public boolean sharesProcessor() {
    return polls < mostPolls && penalty == 0;
  }

  /// The time for which a wait yields before it sleeps, in nanoseconds.
  public long patience() {
    return patience;
  }

  /// Called when a wait is about to yield for the first time. Returns whether it should.
  public boolean mayYield() {
    if (waitsWithoutYields > 0) {
      waitsWithoutYields--;
      return false;
    }
    return true;
  }

  /// Yields the processor, and returns the time afterwards.
  public long yieldProcessor() {
    long before = waits.nanoTime();
    waits.yieldProcessor();
    yields++;
    long now = waits.nanoTime();
    lastYield = Math.max(1, now - before);
    return now;
  }

  /// Judges the last yield: a message was there after it.
  public void arrived() {
    long nanos = lastYield;
    if (nanos == 0) {
      return;
    }
    lastYield = 0;
    if (nanos < ALONE_NANOS) {
      polls = Math.min(mostPolls, 2 * polls);
    } else {
      polls = Math.max(1, polls / 4);
    }
    penalty /= 2;
  }

  /// Judges the last yield: nothing was there after it. Returns whether the wait may yield again.
  public boolean foundNothing() {
    long nanos = lastYield;
    lastYield = 0;
    if (nanos >= FOREIGN_NANOS) {
      penalty = Math.clamp(2L * penalty, 1, MOST_WAITS_WITHOUT_YIELDS);
      waitsWithoutYields = penalty;
      return false;
    }
    if (nanos != 0 && nanos < ALONE_NANOS) {
      polls = Math.min(mostPolls, 2 * polls);
    }
    return true;
  }

  /// Learns from the length of a sleep.
  public void slept(long nanos) {
    if (nanos < sleepCost) {
      patience = Math.min(2 * patience, 4 * sleepCost);
    } else if (nanos >= LONG_SLEEP * sleepCost) {
      patience = Math.max(patience / 2, sleepCost / 8);
    }
  }

  /// The number of yields so far.
  public long yields() {
    return yields;
  }
}
