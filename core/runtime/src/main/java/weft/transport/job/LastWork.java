// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import org.jspecify.annotations.Nullable;

/// The work that a rank completes before its process is ended by force after a failure. The JVM
/// does it in a shutdown hook, but on a busy machine the watch may end the process in the middle.
public final class LastWork {
  private static volatile @Nullable Runnable work;

  private LastWork() {}

  /// Sets the work of this process's rank. It is bounded in time, and does nothing when it runs
  /// again. Another thread that runs it meanwhile waits for its end.
  public static void set(Runnable work) {
    LastWork.work = work;
  }

  /// Returns when the work is done. It fails silently: the process ends next.
  public static void complete() {
    Runnable last = work;
    if (last != null) {
      try {
        last.run();
      } catch (RuntimeException | Error e) {
        // The failure that ends the process is reported already.
      }
    }
  }
}
