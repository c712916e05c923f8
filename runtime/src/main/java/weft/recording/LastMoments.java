// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The last events of each rank of a job that failed, beside the exception that says so: as
/// suppressed, so that whoever prints that exception prints these.
public final class LastMoments extends Exception {
  private static final long serialVersionUID = 1;

  private LastMoments(String events) {
    super("the last events of each rank:\n" + events, null, false, false);
  }

  /// Puts the last `count` events of each rank that has recorded in `folder` beside `failure`.
  public static void addTo(Throwable failure, Path folder, int ranks, int count) {
    failure.addSuppressed(new LastMoments(LastEvents.text(folder, ranks, count).stripTrailing()));
  }

  /// Puts those beside `from`, if there are any, beside `to` as well.
  @SuppressWarnings("ReferenceEquality") // an exception is itself
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
