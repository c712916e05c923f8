// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// The policy by which the ranks of a transport wait, and their clock. The runtime, the collectives
/// and the transport itself share it.
///
/// A waiting rank polls [#spins] times, then for [#spinNanos], yields [#yields] times, announces
/// sleep, polls for [#lingerNanos] more, and sleeps. A transport may have its own time: it
/// overrides [#nanoTime] and every method that lets time pass.
public abstract class Waits {
  /// For subclasses.
  protected Waits() {}

  /// The time in nanoseconds, from an arbitrary origin.
  public long nanoTime() {
    return System.nanoTime();
  }

  /// The number of polls before a waiting rank yields.
  public int spins() {
    return 4_000;
  }

  /// The time for which it then keeps polling, in nanoseconds, if the user has selected that.
  public long spinNanos() {
    return 0;
  }

  /// The number of yields after that.
  public int yields() {
    return 64;
  }

  /// The time for which a rank that has announced sleep keeps polling, in nanoseconds. If other
  /// processes write into this rank's memory, this exceeds the time for which a store can stay
  /// unseen.
  public long lingerNanos() {
    return 15_000;
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
