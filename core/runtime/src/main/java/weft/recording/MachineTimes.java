// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.memory.Words;

/// Writes what a rank loses to its machine since its start: the time in which its thread wanted a
/// core and had none, and the time for which the JVM's compilers worked. Only the rank's thread
/// calls it.
final class MachineTimes {
  /// Reading these times takes some 30 µs.
  private static final long EVERY_NANOS = 500_000_000;

  /// The kernel's account of this thread: nanoseconds on a core, nanoseconds in a queue for one,
  /// number of turns.
  private static final Path SCHEDULED = Path.of("/proc/thread-self/schedstat");

  private final MemorySegment file;
  private final @Nullable CompilationMXBean compilation = timedCompilation();

  /// Null before the start.
  private @Nullable Thread thread;

  private long nextAt;
  private long queuedBefore;
  private long compiledBefore;

  MachineTimes(MemorySegment file) {
    this.file = file;
    Words.set(file, 8L * H_CORE_WAIT, -1);
  }

  private static @Nullable CompilationMXBean timedCompilation() {
    CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
    return bean != null && bean.isCompilationTimeMonitoringSupported() ? bean : null;
  }

  /// The rank has started at `now`.
  void begin(long now) {
    thread = Thread.currentThread();
    nextAt = now + EVERY_NANOS;
    queuedBefore = queuedNanos();
    compiledBefore = compiledNanos();
  }

  /// Writes the times if the last writing was long ago.
  void copy(long now) {
    if (thread != null && now - nextAt >= 0) {
      nextAt = now + EVERY_NANOS;
      write();
    }
  }

  /// Writes the times for the last time.
  void end() {
    if (thread != null) {
      write();
      thread = null;
    }
  }

  private void write() {
    Words.set(file, 8L * H_COMPILED, compiledNanos() - compiledBefore);
    if (queuedBefore >= 0 && Thread.currentThread().equals(thread)) {
      Words.set(file, 8L * H_CORE_WAIT, queuedNanos() - queuedBefore);
    }
  }

  private long compiledNanos() {
    return compilation == null ? 0 : compilation.getTotalCompilationTime() * 1_000_000;
  }

  /// The nanoseconds in which this thread was in a queue for a core; −1 if the system does not say.
  private static long queuedNanos() {
    if (Thread.currentThread().isVirtual() || !Files.isReadable(SCHEDULED)) {
      return -1;
    }
    try {
      String[] words = Files.readString(SCHEDULED).trim().split(" ", -1);
      return words.length < 2 ? -1 : Long.parseLong(words[1]);
    } catch (IOException | NumberFormatException e) {
      return -1;
    }
  }
}
