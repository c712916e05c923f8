// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/// A time limit that tells a hang from a slow machine. It counts what this process and those that
/// it started could do, not the wall clock:
///
/// - While a thread of them is ready to run, their processor time counts, divided by the number of
///   cores. So an endless loop meets the limit, and a job that waits for a processor does not.
/// - While all their threads sleep, time counts by the share of a core that a thread would get. The
///   process that they wait for may be one that this process did not start.
///
/// On an idle machine this is about the wall clock. Without Linux it is the wall clock.
public final class Patience {
  private static final long NANOS_BETWEEN_LOOKS = 250_000_000;
  private static final long MILLIS_BETWEEN_QUESTIONS = 20;
  private static final Path PROC = Path.of("/proc");
  private static final boolean IS_LINUX = Files.exists(PROC.resolve("self/task"));

  /// The kernel counts processor time in hundredths of a second for programs, on all machines.
  private static final long TICK_NANOS = 10_000_000;

  private static final int USER_FIELD = 14;
  private static final int STATE_FIELD = 3;

  private final Duration limit;
  private final int cores = Runtime.getRuntime().availableProcessors();
  private Map<Long, Long> ticks = new HashMap<>();
  private long lookedAt = System.nanoTime();
  private long used;

  /// Begins now. `limit` is what a slow but idle machine may need, with much to spare.
  public Patience(Duration limit) {
    this.limit = limit;
    if (IS_LINUX) {
      boolean _ = look();
    }
  }

  /// Whether the limit is reached. To be called often, since it looks at the processes.
  public boolean isOver() {
    long now = System.nanoTime();
    long elapsed = now - lookedAt;
    if (elapsed >= NANOS_BETWEEN_LOOKS) {
      lookedAt = now;
      used += IS_LINUX ? counted(elapsed) : elapsed;
    }
    return used >= limit.toNanos();
  }

  private long counted(long elapsed) {
    Map<Long, Long> before = ticks;
    boolean ready = look();
    if (!ready) {
      return elapsed * cores / Math.max(cores, running());
    }
    long more = 0;
    for (Map.Entry<Long, Long> process : ticks.entrySet()) {
      more += Math.max(0, process.getValue() - before.getOrDefault(process.getKey(), 0L));
    }
    return Math.min(elapsed, more * TICK_NANOS / cores);
  }

  /// Reads the processor times of all these processes. Returns whether one of their threads, other
  /// than the calling one, runs or is ready to run.
  private boolean look() {
    ticks = new HashMap<>();
    ProcessHandle self = ProcessHandle.current();
    boolean ready = look(self.pid(), 1);
    for (ProcessHandle process : self.descendants().toList()) {
      ready |= look(process.pid(), 0);
    }
    return ready;
  }

  /// The same for one process, of which `own` threads run this code.
  private boolean look(long pid, int own) {
    Path folder = PROC.resolve(Long.toString(pid));
    int ready = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(folder.resolve("task"))) {
      String[] fields = fields(folder.resolve("stat"));
      ticks.put(
          pid, Long.parseLong(fields[USER_FIELD - 3]) + Long.parseLong(fields[USER_FIELD - 2]));
      for (Path thread : threads) {
        String state = fields(thread.resolve("stat"))[STATE_FIELD - 3];
        ready += state.equals("R") || state.equals("D") ? 1 : 0;
      }
    } catch (IOException | RuntimeException e) {
      return false; // It has just ended.
    }
    return ready > own;
  }

  /// The fields of a line of the kernel about a process or thread, from the third on. The second is
  /// its name, which may contain blanks.
  private static String[] fields(Path stat) throws IOException {
    String line = Files.readString(stat, ISO_8859_1);
    return line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
  }

  /// The number of threads of this machine that run or are ready to.
  private static long running() {
    try {
      String load = Files.readString(PROC.resolve("loadavg"), ISO_8859_1).split(" ", -1)[3];
      return Long.parseLong(load.substring(0, load.indexOf('/')));
    } catch (IOException | RuntimeException e) {
      return 1;
    }
  }

  /// Waits until `process` has ended. Returns whether it has, within `limit`.
  public static boolean await(Process process, Duration limit) throws InterruptedException {
    var patience = new Patience(limit);
    while (!process.waitFor(NANOS_BETWEEN_LOOKS, TimeUnit.NANOSECONDS)) {
      if (patience.isOver()) {
        return false;
      }
    }
    return true;
  }

  /// Waits until `thread` has ended. Returns whether it has, within `limit`.
  public static boolean await(Thread thread, Duration limit) throws InterruptedException {
    var patience = new Patience(limit);
    while (!thread.join(Duration.ofNanos(NANOS_BETWEEN_LOOKS))) {
      if (patience.isOver()) {
        return false;
      }
    }
    return true;
  }

  /// Waits until `condition` holds. Returns whether it does, within `limit`.
  public static boolean await(Callable<Boolean> condition, Duration limit) throws Exception {
    var patience = new Patience(limit);
    while (!condition.call()) {
      if (patience.isOver()) {
        return false;
      }
      Thread.sleep(MILLIS_BETWEEN_QUESTIONS);
    }
    return true;
  }
}
