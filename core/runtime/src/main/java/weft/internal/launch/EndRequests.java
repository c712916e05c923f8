// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// What a library does when this process is asked to end (SIGTERM), so that the state of its job is
/// not lost.
public final class EndRequests {
  private static volatile @Nullable Callable<Boolean> saving;
  private static volatile boolean ended;

  private EndRequests() {}

  /// Lets `saving` ask the job of this process to save its state and to end; null for nothing. It
  /// returns whether it was the first to ask, and throws an exception if the job cannot be asked.
  public static void saveBy(@Nullable Callable<Boolean> saving) {
    EndRequests.saving = saving;
  }

  /// What asks the job; null if it cannot save its state.
  static @Nullable Callable<Boolean> saving() {
    return saving;
  }

  /// Records that the job has saved its state, and ends because it was asked to.
  public static void ended() {
    ended = true;
  }

  /// Whether the job has ended because it was asked to.
  public static boolean hasEnded() {
    return ended;
  }
}
