// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// Waits that represent computations, so that more ranks than processors can "compute" at the same
/// time. If a wait ends late, the next ones are shorter, so that the mean is right.
public final class TimedWaits {
  private final long mostOwed;
  private long owed;

  /// Creates waits without an excess to compensate.
  ///
  /// @param mostOwed the greatest delay in nanoseconds for which later waits make up. A rank that
  ///   was suspended for longer stays late
  public TimedWaits(long mostOwed) {
    this.mostOwed = mostOwed;
  }

  /// Asks the kernel to end the timed waits of the calling thread within 1 µs of their time. The
  /// default is 50 µs (proc(5), timerslack_ns). Does nothing on systems other than Linux.
  public static void shortenSlack() {
    try {
      // /proc/thread-self/timerslack_ns does not exist, but /proc/TID/timerslack_ns does.
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.writeString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"), "1000");
    } catch (IOException | UnsupportedOperationException e) {
      // Waits end later, and the next ones make up for it.
    }
  }

  /// Waits for `nanos` nanoseconds from now.
  public void await(long nanos) {
    await(System.nanoTime(), nanos);
  }

  /// Waits until `nanos` nanoseconds after `began`, a value of [System#nanoTime].
  public void await(long began, long nanos) {
    long end = began + nanos - owed;
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    owed = Math.min(mostOwed, System.nanoTime() - end);
  }
}
