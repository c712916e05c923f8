// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// Waits that stand for computations, so that more ranks than processors can "compute" at the same
/// time. What a wait takes too long is taken off the next ones, so that their mean is right.
final class TimedWaits {
  /// What is taken off later waits is at most this: a rank that was suspended for longer does not
  /// make up for it.
  private static final long MOST_OWED = 1_000_000;

  private final long nanos;
  private long owed;

  TimedWaits(long nanos) {
    this.nanos = nanos;
  }

  /// Asks the kernel to end the timed waits of the calling thread within 1 µs of their time; 50 µs
  /// are usual (proc(5), timerslack_ns). Without Linux nothing happens.
  static void shortenSlack() {
    try {
      // /proc/thread-self/timerslack_ns does not exist; a thread's own number works as a process's.
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.writeString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"), "1000");
    } catch (IOException | UnsupportedOperationException e) {
      // Waits take longer, which their mean makes up for.
    }
  }

  /// Waits once.
  void await() {
    long began = System.nanoTime();
    long wanted = nanos - owed;
    for (long left = wanted; left > 0; left = wanted - (System.nanoTime() - began)) {
      LockSupport.parkNanos(left);
    }
    owed = Math.min(MOST_OWED, System.nanoTime() - began - wanted);
  }
}
