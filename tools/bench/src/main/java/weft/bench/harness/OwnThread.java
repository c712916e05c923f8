// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/// Counters of the calling thread.
public final class OwnThread {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private OwnThread() {}

  /// The bytes that the thread has allocated.
  public static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /// The number of involuntary context switches of the thread; 0 if the kernel does not report it.
  public static long switches() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
        if (line.startsWith("nonvoluntary_ctxt_switches:")) {
          return Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
        }
      }
      return 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
