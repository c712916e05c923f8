// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.ArrayList;
import java.util.List;

/// One JVM's share of the machine. By default a JVM takes a quarter of the memory and starts
/// threads for every core. Eight ranks would start a hundred threads.
///
/// @param heap bytes of heap
/// @param processors the number of processors given to the JVM
public record Share(long heap, int processors) {
  /// The smallest heap with which a JVM with a JIT works well.
  public static final long LEAST_HEAP = 64L << 20;

  private static final long SMALL_HEAP = 2L << 30;

  /// An equal share of `machine` for each of `jvms`. Six tenths of the memory are for heaps. The
  /// rest is for rings, code, metaspace and the page cache.
  public static Share of(Machine machine, int jvms) {
    long heap = machine.memory() / 10 * 6 / jvms;
    // The heap is rounded to whole megabytes, so that users can compare the values.
    return new Share(Math.max(LEAST_HEAP, heap >> 20 << 20), Math.max(1, machine.cores() / jvms));
  }

  Share withHeap(long bytes) {
    return new Share(bytes, processors);
  }

  /// The options that limit a JVM to its share. It chooses no collector if `chosen`, the user's
  /// options, does: two are an error.
  List<String> options(String chosen) {
    var options = new ArrayList<String>();
    options.add("-Xmx" + (heap % (1 << 20) == 0 ? (heap >> 20) + "m" : String.valueOf(heap)));
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
