// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// Waits that stand for computations, so that more ranks than processors can "compute" at the same
/// time. What a wait takes too long is taken off the next ones, so that their mean is right.
public final class TimedWaits {
  private final long mostOwed;
  private long owed;

  /// At most `mostOwed` nanoseconds are taken off later waits: a rank that was suspended for longer
  /// does not make up for it.
  public TimedWaits(long mostOwed) {
    this.mostOwed = mostOwed;
  }

  /// Asks the kernel to end the timed waits of the calling thread within 1 µs of their time; 50 µs
  /// are usual (proc(5), timerslack_ns). Without Linux nothing happens.
  public static void shortenSlack() {
    try {
      // /proc/thread-self/timerslack_ns does not exist; a thread's own number works as a process's.
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.writeString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"), "1000");
    } catch (IOException | UnsupportedOperationException e) {
      // Waits take longer, which their mean makes up for.
    }
  }

  /// Waits until a computation of `nanos` nanoseconds that began at `began`, a time of
  /// [System#nanoTime], would be over.
  public void await(long began, long nanos) {
    long end = began + nanos - owed;
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    owed = Math.min(mostOwed, System.nanoTime() - end);
  }
}
