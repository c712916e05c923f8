// SPDX-License-Identifier: Apache-2.0
package weft.bench.mesh;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import weft.mesh.Delaunay;

/// A JVM that makes the tets of one file of points, once, and prints what it took.
final class MeshChild {
  private MeshChild() {}

  /// The argument is a file of doubles, least byte first, three for each point.
  ///
  /// It prints the CPU seconds of the whole process, which include those of the compilers and the
  /// collector; those of the thread alone; the number of tets; the live bytes that the result adds;
  /// and the bytes that the second half of the insertions allocates.
  public static void main(String[] args) throws IOException {
    double[] xyz = read(Path.of(args[0]));
    int points = xyz.length / 3;
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = live();
    long[] allocated = new long[2];
    long process = system.getProcessCpuTime();
    long thread = threads.getCurrentThreadCpuTime();
    Delaunay mesh =
        Delaunay.of(
            xyz,
            (done, all) -> {
              if (done <= all / 2) {
                allocated[0] = threads.getCurrentThreadAllocatedBytes();
              }
              allocated[1] = threads.getCurrentThreadAllocatedBytes();
              return true;
            });
    thread = threads.getCurrentThreadCpuTime() - thread;
    process = system.getProcessCpuTime() - process;
    long bytes;
    try {
      bytes = live() - before;
    } finally {
      Reference.reachabilityFence(mesh);
      Reference.reachabilityFence(xyz);
    }
    System.out.printf(
        java.util.Locale.ROOT,
        "seconds %.6f thread %.6f tets %d bytes %d allocated %.6f%n",
        process * 1e-9,
        thread * 1e-9,
        mesh.tetCount(),
        bytes,
        (allocated[1] - allocated[0]) / (points / 2.0));
  }

  private static double[] read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    double[] xyz = new double[bytes.length / Double.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(xyz);
    return xyz;
  }

  /// The bytes that are live after a collection.
  @SuppressWarnings("CallToSystemGC")
  private static long live() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
