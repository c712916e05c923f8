// SPDX-License-Identifier: Apache-2.0
package weft;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import weft.internal.Engine;

/// Work that a thread submitted to a rank with [World#submit]; it runs on the rank's thread, as a
/// handler does.
///
/// @param <T> the type of the result
public final class Task<T extends @Nullable Object> {
  private final Engine engine;
  private final Callable<T> work;
  private final CountDownLatch done = new CountDownLatch(1);
  private @Nullable T result;

  Task(Engine engine, Callable<T> work) {
    this.engine = engine;
    this.work = work;
  }

  void run() throws Exception {
    result = work.call();
    done.countDown();
  }

  /// Whether it has run.
  public boolean isDone() {
    return done.getCount() == 0;
  }

  /// Waits until it has run, and returns its result. The rank's own thread polls meanwhile.
  ///
  /// @throws JobFailedException when the job failed first
  /// @throws InterruptedException when this (worker) thread is interrupted
  @SuppressWarnings("NullAway") // T may be nullable
  public T await() throws InterruptedException {
    engine.self().loop().await(done);
    return result;
  }
}
