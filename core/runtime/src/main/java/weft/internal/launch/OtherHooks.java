// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.util.Collection;
import java.util.Map;

/// The shutdown hooks of a JVM that ends, beside one of Weft's that will halt it.
final class OtherHooks {
  /// The time that they may take.
  private static final long MILLIS = 1_000;

  private static final long PAUSE_MILLIS = 10;

  private OtherHooks() {}

  /// Waits for hooks, which run at the same time and may have files to remove. The JVM does not
  /// list them, so every non-daemon thread is assumed to be a hook, besides the calling thread, the
  /// exiting thread, and those that are `known` to be none.
  static void await(Collection<Thread> known) {
    long deadline = System.nanoTime() + MILLIS * 1_000_000;
    while (System.nanoTime() - deadline < 0
        && Thread.getAllStackTraces().entrySet().stream().anyMatch(it -> isHook(it, known))) {
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        // No thread should interrupt this one; if one does, it continues earlier.
      }
    }
  }

  private static boolean isHook(
      Map.Entry<Thread, StackTraceElement[]> entry, Collection<Thread> known) {
    Thread thread = entry.getKey();
    boolean isKnown =
        thread.equals(Thread.currentThread())
            || known.contains(thread)
            || ExitWatch.isIn(entry.getValue(), "java.lang.Shutdown")
            || thread.getName().equals("DestroyJavaVM");
    return !isKnown && (!thread.isDaemon() || thread.getName().startsWith("weft-end"));
  }
}
