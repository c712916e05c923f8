// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// How the ranks of a transport wait, and which clock they read: the one policy of the runtime, the
/// collectives and the transport itself.
///
/// A rank that waits looks [#spins] times, then for [#spinNanos], yields [#yields] times, announces
/// sleep, looks for [#lingerNanos] more, and sleeps. A transport may bring its own time: it
/// overrides [#nanoTime] and every method that lets time pass.
public abstract class Waits {
  /// For subclasses.
  protected Waits() {}

  /// The time in nanoseconds, from an arbitrary origin.
  public long nanoTime() {
    return System.nanoTime();
  }

  /// How often a rank that waits looks again before it yields.
  public int spins() {
    return 4_000;
  }

  /// How long it goes on looking after that, in nanoseconds, where the user has asked for it.
  public long spinNanos() {
    return 0;
  }

  /// How often it then yields.
  public int yields() {
    return 64;
  }

  /// How long a rank that has announced sleep goes on looking, in nanoseconds. Where other
  /// processes write into this rank's memory, this exceeds the time for which a store can stay
  /// unseen.
  public long lingerNanos() {
    return 15_000;
  }

  /// Passes the time between two looks of a loop that spins.
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
