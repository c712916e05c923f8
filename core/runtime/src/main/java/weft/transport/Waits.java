// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// The policy by which the ranks of a transport wait, and their clock. The runtime, the collectives
/// and the transport itself share it.
///
/// A waiting rank polls at most [#spins] times, yields, announces sleep, polls for [#lingerNanos]
/// more, and sleeps; [YieldPolicy] decides how long it yields. A transport may have its own time:
/// it overrides [#nanoTime] and every method that lets time pass.
public abstract class Waits {
  /// For subclasses.
  protected Waits() {}

  /// The time in nanoseconds, from an arbitrary origin.
  public long nanoTime() {
    return System.nanoTime();
  }

  /// The largest number of polls before a waiting rank yields: those of about a microsecond.
  public int spins() {
    return 200;
  }

  /// The time for which a rank that has announced sleep keeps polling, in nanoseconds. If other
  /// processes write into this rank's memory, this exceeds the time for which a store can stay
  /// unseen.
  public long lingerNanos() {
    return 15_000;
  }

  /// What a sleep and a wake cost, in nanoseconds: a shorter sleep was not worth it.
  public long sleepCostNanos() {
    return 50_000;
  }

  /// Passes the time between two polls of a spinning loop.
  public void spin() {
    Thread.onSpinWait();
  }

  /// Gives the processor to another thread.
  @SuppressWarnings("ThreadPriorityCheck") // for when there are more ranks than processors
  public void yieldProcessor() {
    Thread.yield();
  }

  /// Sleeps until [Transport#wake], until a record arrives, or for `nanos` at most.
  public abstract void sleep(long nanos);
}
