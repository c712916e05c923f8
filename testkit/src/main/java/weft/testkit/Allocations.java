// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.management.ManagementFactory;

/// Counts what a thread allocates, to show that something allocates nothing.
///
/// Such a test lies unless it is megamorphic: run several handlers, every kind of message and all
/// transports in one JVM first, so that the compiler cannot prove more than it can in a real
/// program; and warm up until everything is compiled, because the interpreter allocates more.
public final class Allocations {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  /// The bytes that the calling thread allocates while it runs `work`, on the Java heap.
  public static long ofThisThread(Runnable work) {
    long none = bytesBetweenTwoCalls();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before - none;
  }

  /// What asking itself allocates, in the worst of some calls.
  private static long bytesBetweenTwoCalls() {
    long most = 0;
    for (int i = 0; i < 10; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      most = Math.max(most, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return most;
  }
}
