// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The tasks that worker threads handed to one rank.
final class Tasks {
  private final Queue<Work> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong added = new AtomicLong();
  private long run;

  /// From any thread. Counted first, so that quiescence never misses one that is in the queue.
  void add(Work work) {
    added.incrementAndGet();
    queue.add(work);
  }

  int runAll(Dispatcher dispatcher) throws Exception {
    int did = 0;
    for (@Nullable Work work = queue.poll(); work != null; work = queue.poll()) {
      dispatcher.runTask(work);
      run++;
      did++;
    }
    return did;
  }

  long added() {
    return added.get();
  }

  long run() {
    return run;
  }
}
