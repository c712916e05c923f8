// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Adds the last events of each rank of a failed job to the exception that reports the failure.
/// They are a suppressed exception, so they are printed with the exception.
public final class LastMoments extends Exception {
  private static final long serialVersionUID = 1;

  private LastMoments(String events) {
    super("the last events of each rank:\n" + events, null, false, false);
  }

  /// Adds the last `count` events of each rank that has recorded in `folder` to `failure`.
  public static void addTo(Throwable failure, Path folder, int ranks, int count) {
    failure.addSuppressed(new LastMoments(LastEvents.text(folder, ranks, count).stripTrailing()));
  }

  /// Adds the events of `from`, if it has any, to `to` as well.
  @SuppressWarnings("ReferenceEquality") // compared by identity
  public static void pass(@Nullable Throwable from, Throwable to) {
    if (from != null && from != to) {
      for (Throwable suppressed : from.getSuppressed()) {
        if (suppressed instanceof LastMoments) {
          to.addSuppressed(suppressed);
        }
      }
    }
  }
}
