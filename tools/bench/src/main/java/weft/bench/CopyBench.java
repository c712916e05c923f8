// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import weft.bench.pair.Way;
import weft.memory.Accelerators;
import weft.memory.StreamingCopy;

/// `weft bench copy`: copies data that no cache holds, in pieces as large as a collective's chunks,
/// on all cores at once (docs/design/0024).
public final class CopyBench {
  private static final String COMMAND = "weft bench copy";
  private static final int BYTES = 128 << 20;
  private static final int PIECE = 128 << 10;
  private static final int CHUNKS = 8;

  @FunctionalInterface
  private interface Move {
    void copy(MemorySegment from, long fromAt, MemorySegment to, long at, long bytes);
  }

  /// @param chunk whether `in` first copies each piece into a chunk
  private record Way(String name, Move in, Move out, boolean chunk) {}

  private CopyBench() {}

  /// Runs the benchmark; see [BenchOptions#HELP]. Only `--rounds`, `--quick`, `--seed`,
  /// `--no-peers` and `--json` have an effect.
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    BenchOptions options = Mains.options(COMMAND, args);
    if (options == null) {
      return;
    }
    Report report = Mains.report(options);
    int threads = BenchMachine.cores();
    report.say(
        threads
            + " threads at a time, each from one array of 128 MB to another in pieces of 128 KB;"
            + " GB/s of each, medians over "
            + options.rounds()
            + " rounds.");
    if (!StreamingCopy.isThere()) {
      report.say("This machine has no copies past the caches.");
    }
    List<Way> ways = ways(options.peers());
    double[][] rates = measure(ways, threads, options);
    var rows = new ArrayList<List<Object>>();
    for (int i = 0; i < ways.size(); i++) {
      double median = rates[i][rates[i].length / 2];
      double usual = rates[ways.get(i).chunk ? 1 : 0][rates[i].length / 2];
      rows.add(List.of(ways.get(i).name, median, median / usual));
    }
    report.table("copies", "Copies", List.of("way", "GB/s", "/ the JDK's"), rows);
    Mains.end(List.of(), report, options.json());
  }

  private static List<Way> ways(boolean peers) {
    Move jdk = MemorySegment::copy;
    var ways = new ArrayList<Way>();
    ways.add(new Way("MemorySegment.copy", jdk, jdk, false));
    ways.add(new Way("MemorySegment.copy, through chunks", jdk, jdk, true));
    ways.add(new Way("past the caches", jdk, StreamingCopy::pastCaches, false));
    ways.add(
        new Way(
            "read ahead into chunks, and past the caches",
            StreamingCopy::readingAhead,
            StreamingCopy::pastCaches,
            true));
    if (peers) {
      Move c = memcpy();
      ways.add(new Way("C's memcpy", c, c, false));
      ways.add(new Way("C's memcpy, through chunks", c, c, true));
    }
    return ways;
  }

  @SuppressWarnings("restricted") // weft bench enables native access
  private static Move memcpy() {
    Linker linker = Linker.nativeLinker();
    MethodHandle memcpy =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("memcpy"),
            FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG),
            Linker.Option.critical(Accelerators.takesArrays()));
    return (from, fromAt, to, at, bytes) -> {
      try {
        long copied =
            (long) memcpy.invokeExact(to.asSlice(at, bytes), from.asSlice(fromAt, bytes), bytes);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /// Measures the rates of each way on all threads, sorted.
  private static double[][] measure(List<Way> ways, int threads, BenchOptions options)
      throws InterruptedException {
    var rates = new double[ways.size()][options.rounds() * threads];
    var together = new CyclicBarrier(threads);
    var order = new ArrayList<Integer>();
    for (int round = 0; round <= options.rounds(); round++) {
      for (int way = 0; way < ways.size(); way++) {
        order.add(way);
      }
      Collections.shuffle(
          order.subList(round * ways.size(), order.size()), new Random(options.seed() + round));
    }
    var workers = new ArrayList<Thread>();
    for (int thread = 0; thread < threads; thread++) {
      int me = thread;
      workers.add(Thread.ofPlatform().start(() -> work(ways, order, together, rates, me, threads)));
    }
    for (Thread worker : workers) {
      worker.join();
    }
    for (double[] some : rates) {
      Arrays.sort(some);
    }
    return rates;
  }

  private static void work(
      List<Way> ways,
      List<Integer> order,
      CyclicBarrier together,
      double[][] rates,
      int me,
      int threads) {
    MemorySegment from = memory(BYTES).fill((byte) 1);
    MemorySegment to = memory(BYTES).fill((byte) 2);
    MemorySegment chunks = memory(CHUNKS * PIECE);
    for (int i = 0; i < order.size(); i++) {
      Way way = ways.get(order.get(i));
      try {
        together.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException("another thread of the benchmark has failed", e);
      }
      long began = System.nanoTime();
      copy(way, from, chunks, to);
      int round = i / ways.size() - 1;
      if (round >= 0) { // the first round warms up
        rates[order.get(i)][round * threads + me] = BYTES / (double) (System.nanoTime() - began);
      }
    }
  }

  private static void copy(Way way, MemorySegment from, MemorySegment chunks, MemorySegment to) {
    for (long at = 0; at < BYTES; at += PIECE) {
      if (way.chunk) {
        long chunk = at % (CHUNKS * PIECE);
        way.in.copy(from, at, chunks, chunk, PIECE);
        way.out.copy(chunks, chunk, to, at, PIECE);
      } else {
        way.out.copy(from, at, to, at, PIECE);
      }
    }
  }

  /// An array, unless machine code must not get one in this JVM.
  private static MemorySegment memory(int bytes) {
    return Accelerators.takesArrays()
        ? MemorySegment.ofArray(new byte[bytes])
        : Arena.ofAuto().allocate(bytes, 64);
  }
}
