// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import weft.memory.Heaps;
import weft.memory.SharedRings;
import weft.transport.FailureReport;
import weft.transport.Waits;
import weft.transport.rings.RingTransport;

/// One rank of a job on this machine; the rank is a process.
final class ShmTransport extends RingTransport {
  private final SharedRings rings;
  private final SocketBell bell;
  private final RankLink link;
  private final Waits waits =
      new Waits() {
        @Override
        public void sleep(long nanos) {
          ShmTransport.this.sleep(nanos);
        }
      };
  private boolean preloaded;

  ShmTransport(SharedRings rings, int rank, SocketBell bell, RankLink link) {
    super(rings, rank, bell);
    this.rings = rings;
    this.bell = bell;
    this.link = link;
  }

  @Override
  public String name() {
    return ShmProvider.NAME;
  }

  @Override
  protected Heaps heaps() {
    return rings.heaps();
  }

  @Override
  public Waits waits() {
    return waits;
  }

  private void sleep(long nanos) {
    if (isAsleep()) {
      if (!preloaded) {
        // Loads and links the classes that a ring of the doorbell needs on both sides. The first
        // real ring took 1 to 3 ms, and this rank has nothing to do now. The two spurious wake-ups
        // that follow are harmless.
        preloaded = true;
        bell.ring(rank());
      }
      try {
        bell.sleep(nanos);
      } catch (IOException e) {
        throw new UncheckedIOException(
            "rank " + rank() + " could not sleep at its doorbell: " + e.getMessage(), e);
      }
    }
  }

  /// Makes a system call only if the rank has announced that it sleeps. The rank polls once more
  /// after the announcement.
  @Override
  public void wake() {
    if (isAsleep()) {
      bell.wake();
    }
  }

  @Override
  public void connect(Watcher watcher) {
    link.connect(watcher);
  }

  @Override
  public void fail(FailureReport report) {
    link.fail(report);
  }

  @Override
  public void finished() {
    link.finished();
  }

  /// The link to the host stays open: the process is still one of its ranks.
  @Override
  public void close() {
    link.disconnect();
    bell.close();
    rings.close();
  }
}
