// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.lang.foreign.MemorySegment;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import weft.memory.Words;
import weft.transport.Waits;

/// Writes the garbage collections of this JVM into the file of one rank, from the JVM's own thread.
final class Collections implements NotificationListener, AutoCloseable {
  private static final String TYPE = "com.sun.management.gc.notification";

  private final MemorySegment file;

  /// The rank's clock when the JVM started.
  private final long origin;

  // Guarded by this.
  private boolean closed;
  private long count;
  private long from = Long.MAX_VALUE;
  private long stopped;

  private Collections(MemorySegment file, Waits waits) {
    this.file = file;
    long uptime = ManagementFactory.getRuntimeMXBean().getUptime();
    this.origin = waits.nanoTime() - uptime * 1_000_000;
  }

  static Collections watch(MemorySegment file, Waits waits) {
    var made = new Collections(file, waits);
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(made, null, null);
      }
    }
    return made;
  }

  /// Collections that begin from `moment` on, on the rank's clock, count as time that it lost.
  synchronized void countFrom(long moment) {
    from = moment;
  }

  @Override
  public synchronized void handleNotification(Notification notification, Object handback) {
    if (closed
        || !notification.getType().equals(TYPE)
        || !(notification.getUserData() instanceof CompositeData data)
        || !(data.get("gcName") instanceof String name)
        || !(data.get("gcInfo") instanceof CompositeData info)
        || !(info.get("startTime") instanceof Long began)
        || !(info.get("duration") instanceof Long millis)) {
      return;
    }
    long moment = origin + began * 1_000_000;
    long at = 8L * (GC + 2 * (count % GC_COUNT));
    Words.set(file, at, moment);
    Words.set(file, at + 8, millis * 1_000_000);
    count++;
    // These beans report how long a collection took beside the program, not how long it stopped it.
    boolean isBeside = name.contains("Concurrent") || name.contains("Cycles");
    if (moment >= from && !isBeside) {
      stopped += millis * 1_000_000;
      Words.set(file, 8L * H_GC_NANOS, stopped);
    }
    Words.setRelease(file, 8L * H_GCS, count);
  }

  @Override
  public synchronized void close() {
    closed = true;
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(this);
        } catch (ListenerNotFoundException e) {
          // The listener was never added.
        }
      }
    }
  }
}
