// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.util.concurrent.locks.LockSupport;
import weft.files.EndHooks;

/// What a launcher does when its JVM ends: by Ctrl-C, SIGTERM, or `System.exit` on another thread.
///
/// The end of the JVM ends the ranks. The thread that waits for them must not go on then: it would
/// take their ends for failures, report them, or start the job again. So [#attend], [#close] and
/// [#awaitIfBegun] do not return once the end has begun.
public final class JvmEnd implements AutoCloseable {
  /// The time within which a signal that a user sends to all processes arrives at this one, too.
  private static final long MILLIS_TO_FOLLOW = 500;

  private final Thread hook;

  private JvmEnd(Thread hook) {
    this.hook = hook;
  }

  /// Runs `stop` on a thread of its own when the JVM ends before [#close].
  public static JvmEnd attend(Runnable stop) {
    var end = new JvmEnd(new Thread(stop, "weft-end"));
    if (!EndHooks.add(end.hook)) {
      park();
    }
    return end;
  }

  /// Waits for the end of the JVM if that has begun.
  public static void awaitIfBegun() {
    attend(() -> {}).close();
  }

  /// Waits a short time for the end of the JVM if ranks have ended with `code` by a user's signal:
  /// Ctrl-C reaches the ranks and this process at the same time, and then this one ends the job.
  public static void awaitIfByUser(int code) throws InterruptedException {
    if (ExitCause.isByUser(code)) {
      Thread.sleep(MILLIS_TO_FOLLOW);
      awaitIfBegun();
    }
  }

  private static void park() {
    while (true) {
      LockSupport.park();
      boolean _ = Thread.interrupted(); // Nothing but the end of the JVM ends this.
    }
  }

  /// Ends the attendance, since the ranks have ended.
  @Override
  public void close() {
    if (!EndHooks.remove(hook)) {
      park();
    }
  }
}
