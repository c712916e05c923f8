// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import weft.internal.rank.Rank;

/// Calls that a thread of the program makes after the end of its rank. The job has ended well by
/// then, so they are printed, and make the exit code of the program's JVM nonzero.
public final class LateCalls {
  private static final AtomicBoolean ENDS_BADLY = new AtomicBoolean();

  private LateCalls() {}

  /// Watches for late calls of `rank`, whose JVM runs for its job alone.
  public static void watch(Rank rank) {
    rank.otherThreads().setWhenLate(LateCalls::report);
  }

  private static void report(String sentence) {
    System.err.println("weft: " + sentence);
    System.err.flush();
    if (ENDS_BADLY.compareAndSet(false, true)) {
      try {
        Runtime.getRuntime().addShutdownHook(new Thread(LateCalls::end, "weft-end-late"));
      } catch (IllegalStateException e) {
        // The JVM is already ending, with a code of its own.
      }
    }
  }

  private static void end() {
    OtherHooks.await(List.of());
    Runtime.getRuntime().halt(1);
  }
}
