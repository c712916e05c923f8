// SPDX-License-Identifier: Apache-2.0
package weft.transport.host;

import java.util.ArrayList;
import java.util.List;

/// One JVM's share of the machine. By default a JVM takes a quarter of the memory and starts
/// threads for every core. Eight ranks would start a hundred threads.
///
/// @param heap bytes of heap
/// @param processors the number of processors given to the JVM
public record Share(long heap, int processors) implements JvmSizes {
  /// The smallest heap with which a JVM with a JIT works well.
  public static final long LEAST_HEAP = 64L << 20;

  private static final long SMALL_HEAP = 2L << 30;
  private static final int PERCENT = 60;

  /// An equal share, for each of `jvms`, of a machine with so many bytes of `memory` and `cores`.
  /// Six tenths of the memory are for heaps. The rest is for rings, code, metaspace and the page
  /// cache.
  public static Share of(long memory, int cores, int jvms) {
    long heap = memory / 10 * (PERCENT / 10) / jvms;
    // The heap is rounded to whole megabytes, so that users can compare the values.
    return new Share(Math.max(LEAST_HEAP, heap >> 20 << 20), Math.max(1, cores / jvms));
  }

  /// The same with a heap of so many bytes.
  public Share withHeap(long bytes) {
    return new Share(bytes, processors);
  }

  /// The same for one of `jvms` on any other host, whose memory is not known: its JVM takes that
  /// part of what is there.
  public JvmSizes onAnyHost(int jvms) {
    return heap == LEAST_HEAP
        ? this // A part of the memory might be too little to start.
        : chosen ->
            options("-XX:MaxRAMPercentage=" + Math.floorDiv(PERCENT * 100, jvms) / 100.0, chosen);
  }

  @Override
  public List<String> options(String chosen) {
    return options(
        "-Xmx" + (heap % (1 << 20) == 0 ? (heap >> 20) + "m" : String.valueOf(heap)), chosen);
  }

  private List<String> options(String ofHeap, String chosen) {
    var options = new ArrayList<String>();
    options.add(ofHeap);
    options.add("-XX:ActiveProcessorCount=" + processors);
    if ((processors == 1 || heap < SMALL_HEAP) && !namesCollector(chosen)) {
      options.add("-XX:+UseSerialGC");
    }
    return options;
  }

  private static boolean namesCollector(String options) {
    return options.matches("(?s).*-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC\\b.*");
  }
}
