// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.management.ManagementFactory;

/// Measures the bytes that a thread allocates, to show that code allocates nothing.
///
/// Such a test is valid only if its calls are megamorphic. So first run several handlers, every
/// kind of message and all transports in one JVM. Then the compiler can prove no more than in a
/// real program. Warm up until everything is compiled, because the interpreter allocates more.
public final class Allocations {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  /// The bytes that the calling thread allocates on the Java heap while it runs `work`.
  public static long ofThisThread(Runnable work) {
    long none = bytesBetweenTwoCalls();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before - none;
  }

  /// The bytes that the measurement itself allocates: the maximum of some calls.
  private static long bytesBetweenTwoCalls() {
    long most = 0;
    for (int i = 0; i < 10; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      most = Math.max(most, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return most;
  }
}
