// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.util.concurrent.atomic.AtomicBoolean;
import weft.WeftException;

/// A process that a launcher started as a rank takes part in one job.
public final class OneJob {
  private static final AtomicBoolean JOINED = new AtomicBoolean();

  private OneJob() {}

  /// Records that this process joins its job.
  ///
  /// @throws WeftException if it did before
  public static void join() {
    if (!JOINED.compareAndSet(false, true)) {
      throw new WeftException(
          "Weft.launch was called before in this process; a rank process takes part in its job "
              + "only once. Put both parts into one body");
    }
  }
}
