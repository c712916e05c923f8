// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.memory.Words;

/// Writes what a rank loses to its machine since its start: the time in which its thread wanted a
/// core and had none, and who used the cores meanwhile: the JVM's compilers, all threads of this
/// process, all programs of the machine. Only the rank's thread calls it.
final class MachineTimes {
  /// Reading these times takes some 100 µs.
  private static final long EVERY_NANOS = 500_000_000;

  /// The kernel's account of this thread: nanoseconds on a core, nanoseconds in a queue for one,
  /// number of turns.
  private static final Path SCHEDULED = Path.of("/proc/thread-self/schedstat");

  /// The kernel's accounts of this process and of all cores. Their unit, USER_HZ, is 10 ms on each
  /// system that Java runs on.
  private static final Path PROCESS = Path.of("/proc/self/stat");

  private static final Path MACHINE = Path.of("/proc/stat");
  private static final long TICK_NANOS = 10_000_000;

  private final MemorySegment file;
  private final @Nullable CompilationMXBean compilation = timedCompilation();

  /// Null before the start.
  private @Nullable Thread thread;

  private long nextAt;
  private long queuedBefore;
  private long onCoreBefore;
  private long compiledBefore;
  private long processBefore;
  private long machineBefore;

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
    long[] scheduled = scheduled();
    onCoreBefore = scheduled[0];
    queuedBefore = scheduled[1];
    compiledBefore = compiledNanos();
    processBefore = processNanos();
    machineBefore = machineNanos();
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
    if (queuedBefore < 0 || !Thread.currentThread().equals(thread)) {
      return;
    }
    long[] scheduled = scheduled();
    Words.set(file, 8L * H_ON_CORE, scheduled[0] - onCoreBefore);
    Words.set(file, 8L * H_CORE_WAIT, scheduled[1] - queuedBefore);
    if (machineBefore > 0 && processBefore >= 0) {
      Words.set(file, 8L * H_PROCESS, processNanos() - processBefore);
      Words.set(file, 8L * H_MACHINE, machineNanos() - machineBefore);
    }
  }

  private long compiledNanos() {
    return compilation == null ? 0 : compilation.getTotalCompilationTime() * 1_000_000;
  }

  /// The nanoseconds in which this thread was on a core, and in a queue for one; −1 each if the
  /// system does not say.
  private static long[] scheduled() {
    if (!Thread.currentThread().isVirtual()) {
      String[] words = words(SCHEDULED);
      if (words.length >= 2) {
        return new long[] {number(words[0]), number(words[1])};
      }
    }
    return new long[] {-1, -1};
  }

  /// The processor time of this process in nanoseconds, in user code and in the kernel; −1 if
  /// unknown.
  private static long processNanos() {
    String[] words = words(PROCESS);
    // The command in parentheses, the second word, may itself contain blanks.
    int command = words.length - 1;
    while (command > 0 && !words[command].endsWith(")")) {
      command--;
    }
    return words.length < command + 14
        ? -1
        : TICK_NANOS * (number(words[command + 12]) + number(words[command + 13]));
  }

  /// The time for which the cores of this machine were in use, summed over cores, in nanoseconds,
  /// with what other virtual machines took from them; −1 if unknown.
  private static long machineNanos() {
    String[] words = words(MACHINE);
    if (words.length < 9) {
      return -1;
    }
    // cpu, user, nice, system, idle, waiting for disks, interrupts, soft interrupts, stolen
    long ticks = 0;
    for (int i : new int[] {1, 2, 3, 6, 7, 8}) {
      ticks += number(words[i]);
    }
    return TICK_NANOS * ticks;
  }

  /// The words of the first line of `file`; none if it cannot be read.
  private static String[] words(Path file) {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      String line = reader.readLine();
      return line == null ? new String[0] : line.trim().split(" +", -1);
    } catch (IOException e) {
      return new String[0];
    }
  }

  private static long number(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
