// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import weft.files.EndHooks;

/// Notices that the JVM is to end, as by Ctrl-C, and keeps it for as long as the files of what is
/// there take.
final class EndNotice implements AutoCloseable {
  private static final long SECONDS = 600;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::await, "mesh-stop");
  private final boolean waits;
  private volatile boolean given;

  /// Begins to notice.
  ///
  /// @param waits whether the JVM is kept; else it ends at once
  @SuppressWarnings("ThisEscapedInObjectConstruction") // the hook runs when all is set
  EndNotice(boolean waits) {
    this.waits = waits;
    if (waits) {
      boolean _ = EndHooks.add(hook);
    }
  }

  private void await() {
    given = true;
    try {
      boolean _ = over.await(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whether the JVM is to end.
  boolean isGiven() {
    return given;
  }

  @Override
  public void close() {
    over.countDown();
    if (waits && !given) {
      boolean _ = EndHooks.remove(hook); // unless the JVM has begun to end meanwhile
    }
  }
}
