// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import weft.memory.HeapLayout;
import weft.memory.Heaps;
import weft.transport.FailureReport;
import weft.transport.Transport;
import weft.transport.Waits;

/// A job whose ranks are threads of this JVM.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class ThreadsJob implements AutoCloseable {
  /// The name of the transport.
  public static final String NAME = "threads";

  private final HeapRings rings;
  private final ProcessHeaps heaps;
  private final Thread[] threads;
  private final Transport.@Nullable Watcher[] watchers;
  private final AtomicReference<@Nullable FailureReport> failure = new AtomicReference<>();

  /// A job of `ranks` ranks with rings of `ringBytes`, 0 for the default, and registered heaps.
  public ThreadsJob(int ranks, long ringBytes, HeapLayout heap) {
    this.rings = new HeapRings(ranks, ringBytes > 0 ? ringBytes : defaultRingBytes(ranks));
    this.heaps = new ProcessHeaps(ranks, heap);
    this.threads = new Thread[ranks];
    this.watchers = new Transport.Watcher[ranks];
  }

  /// A job with registered heaps of the default size.
  public ThreadsJob(int ranks, long ringBytes) {
    this(ranks, ringBytes, new HeapLayout(HeapLayout.DEFAULT_BYTES, false));
  }

  private static long defaultRingBytes(int ranks) {
    return ranks <= 4 ? 1 << 18 : ranks <= 16 ? 1 << 16 : 1 << 15;
  }

  /// Sets the thread of `rank`, before that thread runs.
  public void assign(int rank, Thread thread) {
    threads[rank] = thread;
  }

  /// The endpoint of `rank`.
  public Transport join(int rank) {
    return new End(rank);
  }

  /// The first failure, or null.
  public @Nullable FailureReport failure() {
    return failure.get();
  }

  /// Ends the job on every rank; the first report counts.
  public void fail(FailureReport report) {
    synchronized (watchers) {
      if (!failure.compareAndSet(null, report)) {
        return;
      }
      for (Transport.Watcher watcher : watchers) {
        if (watcher != null) {
          watcher.failed(report);
        }
      }
    }
  }

  /// The [Transport.Watcher#activity()] of `rank`.
  public long activity(int rank) {
    synchronized (watchers) {
      Transport.Watcher watcher = watchers[rank];
      return watcher == null ? -1 : watcher.activity();
    }
  }

  /// Whether the thread of `rank`, which has been started, has ended.
  public boolean hasEnded(int rank) {
    return !threads[rank].isAlive();
  }

  /// The status of each rank, one line per rank.
  public String describe() {
    var text = new StringBuilder();
    synchronized (watchers) {
      for (int rank = 0; rank < watchers.length; rank++) {
        text.append("  ").append(describe(rank)).append('\n');
      }
    }
    return text.toString();
  }

  private String describe(int rank) {
    Transport.Watcher watcher = watchers[rank];
    if (!threads[rank].isAlive()) {
      return "rank " + rank + (watcher == null ? " has not begun yet" : " has ended");
    }
    return watcher == null
        ? "rank " + rank + " begins"
        : watcher.describe().strip().replace("\n", "\n    ");
  }

  private void connect(int rank, Transport.Watcher watcher) {
    synchronized (watchers) {
      watchers[rank] = watcher;
      FailureReport report = failure.get();
      if (report != null) {
        watcher.failed(report);
      }
    }
  }

  /// Releases the registered heaps, once the ranks have ended. A later access throws. The rings are
  /// released too, unless a thread was abandoned.
  @Override
  public void close() {
    heaps.close();
    for (Thread thread : threads) {
      if (thread != null && thread.isAlive()) {
        return;
      }
    }
    rings.close();
  }

  /// The endpoint of one rank.
  private final class End extends RingTransport {
    private final Waits waits =
        new Waits() {
          @Override
          public void sleep(long nanos) {
            if (isAsleep()) {
              LockSupport.parkNanos(End.this, nanos);
            }
          }
        };

    End(int rank) {
      super(rings, rank, target -> LockSupport.unpark(threads[target]));
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    protected Heaps heaps() {
      return heaps.get();
    }

    @Override
    public Waits waits() {
      return waits;
    }

    @Override
    public void wake() {
      LockSupport.unpark(threads[rank()]);
    }

    @Override
    public void connect(Watcher watcher) {
      ThreadsJob.this.connect(rank(), watcher);
    }

    @Override
    public void fail(FailureReport report) {
      ThreadsJob.this.fail(report);
    }

    @Override
    public void finished() {}

    @Override
    public void close() {}
  }
}
