// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// For how long a thread wanted a core that another thread used, by the kernel's account: one of a
/// rank, of a Java compiler, or of another program.
public final class CoreWait {
  /// Nanoseconds of this thread on a core, nanoseconds in a queue for one, number of turns.
  private static final Path SCHEDULED = Path.of("/proc/thread-self/schedstat");

  private final long began = System.nanoTime();
  private final long queued = queuedNanos();

  private CoreWait() {}

  /// Begins to count for the calling thread.
  public static CoreWait begin() {
    return new CoreWait();
  }

  /// The share of the time since then; 0 if the system does not say. Called by the same thread.
  public double share() {
    long now = queuedNanos();
    long nanos = Math.max(1, System.nanoTime() - began);
    return queued < 0 || now < 0 ? 0 : Math.clamp((double) (now - queued) / nanos, 0, 1);
  }

  private static long queuedNanos() {
    if (Thread.currentThread().isVirtual() || !Files.isReadable(SCHEDULED)) {
      return -1;
    }
    try {
      String[] words = Files.readString(SCHEDULED).trim().split(" ", -1);
      return words.length < 2 ? -1 : Long.parseLong(words[1]);
    } catch (IOException | NumberFormatException e) {
      return -1;
    }
  }
}
