// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.files.EndHooks;
import weft.transport.FailureReport;
import weft.transport.StackText;
import weft.transport.job.RunMark;
import weft.transport.rings.ThreadsJob;

/// Detects that the JVM of a program ends while its job of threads runs, because a rank has called
/// `System.exit`. It prints the report, and makes the exit code nonzero. A job that the user ends
/// by a signal has not failed.
public final class ExitWatch implements AutoCloseable {
  /// The time to wait for other ranks that also call `System.exit`.
  private static final long COMPANY_MILLIS = 150;

  private static final long PAUSE_MILLIS = 10;
  private static final String WHY =
      "called System.exit before the job's end; let its body return instead";

  private final ThreadsJob job;
  private final List<Thread> ranks;
  private final Thread caller = Thread.currentThread();
  private final @Nullable RunMark mark;
  private final Thread hook = new Thread(this::jvmEnds, "weft-end-job");

  // Guarded by this.
  private boolean over;

  private ExitWatch(ThreadsJob job, Thread[] ranks) {
    this.job = job;
    this.ranks = List.copyOf(Arrays.asList(ranks));
    this.mark = RunMark.begin(System.getenv());
  }

  /// Watches `job`, which the program's [weft.Weft#launch] runs on the threads `ranks`.
  public static ExitWatch open(ThreadsJob job, Thread[] ranks) {
    var watch = new ExitWatch(job, ranks);
    if (!EndHooks.add(watch.hook)) {
      watch.close(); // The JVM is already ending, independently of this job.
    }
    return watch;
  }

  /// Ends the watch: the job is over.
  @Override
  public synchronized void close() {
    if (!over) {
      over = true;
      endMark();
      boolean _ = EndHooks.remove(hook); // one that runs, now or later, finds nothing to do
    }
  }

  private void endMark() {
    if (mark != null) {
      mark.end();
    }
  }

  private synchronized void jvmEnds() {
    if (over) {
      return;
    }
    over = true;
    String report = report();
    if (report == null) {
      endMark();
      return;
    }
    System.err.println("weft: " + report);
    System.err.flush();
    if (mark != null) {
      mark.reported(); // The launcher keeps the exit code, or changes it from 0 to 1.
    } else {
      var known = new ArrayList<>(ranks);
      known.add(caller);
      OtherHooks.await(known);
      Runtime.getRuntime().halt(1);
    }
  }

  /// Why the job fails, or null if it does not.
  private @Nullable String report() {
    Map<Thread, StackTraceElement[]> leaving = leaving();
    if (leaving.values().stream().anyMatch(it -> isSignal(it) || OutputWatch.ends(it))) {
      return null;
    }
    FailureReport failure = job.failure();
    if (failure != null) {
      return failure.text();
    }
    long deadline = System.nanoTime() + COMPANY_MILLIS * 1_000_000;
    while (!areAllOf(leaving) && System.nanoTime() - deadline < 0) {
      pause();
      leaving = leaving();
    }
    if (areAllOf(leaving)) {
      return null;
    }
    for (Map.Entry<Thread, StackTraceElement[]> each : leaving.entrySet()) {
      if (isIn(each.getValue(), "java.lang.ApplicationShutdownHooks")) {
        return report(each.getKey(), each.getValue());
      }
    }
    return "the job failed: the program's last non-daemon thread ended while its ranks ran;"
        + " call Weft.launch on a non-daemon thread";
  }

  private String report(Thread thread, StackTraceElement[] stack) {
    int rank = ranks.indexOf(thread);
    String frames = StackText.of(callers(stack));
    return rank >= 0
        ? new FailureReport(rank, "", "it " + WHY, frames).text()
        : "the job failed: the thread \"" + thread.getName() + "\" " + WHY + "\n" + frames;
  }

  private boolean areAllOf(Map<Thread, StackTraceElement[]> leaving) {
    return ranks.stream().allMatch(rank -> leaving.containsKey(rank) || !rank.isAlive());
  }

  /// The threads that are inside `System.exit`.
  private static Map<Thread, StackTraceElement[]> leaving() {
    var leaving = new HashMap<>(Thread.getAllStackTraces());
    leaving.values().removeIf(stack -> !isExit(stack));
    return leaving;
  }

  private static boolean isExit(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .anyMatch(it ->
            it.getClassName().equals("java.lang.Shutdown") && it.getMethodName().equals("exit"));
  }

  private static boolean isSignal(StackTraceElement[] stack) {
    return isIn(stack, "java.lang.Terminator");
  }

  static boolean isIn(StackTraceElement[] stack, String type) {
    return Arrays.stream(stack)
        .map(StackTraceElement::getClassName)
        .anyMatch(it -> it.equals(type) || it.startsWith(type + "$"));
  }

  /// The frames of `stack` from the caller of `System.exit` on.
  private static StackTraceElement[] callers(StackTraceElement[] stack) {
    int from = 0;
    for (int i = 0; i < stack.length; i++) {
      String type = stack[i].getClassName();
      boolean isExit = type.equals("java.lang.Runtime") || type.equals("java.lang.System");
      from = isExit && stack[i].getMethodName().equals("exit") ? i + 1 : from;
    }
    return Arrays.copyOfRange(stack, from, stack.length);
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      // No thread should interrupt this one; if one does, it continues earlier.
    }
  }
}
