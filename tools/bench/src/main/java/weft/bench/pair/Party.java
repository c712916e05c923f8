// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.Sample;
import weft.bench.harness.BusyMachineException;

/// A pair of processes that executes the driver's slices, for the driver.
public final class Party implements AutoCloseable {
  /// Starts the processes, waits until they have ended, and returns their exit code.
  public interface Start {
    int run(Path file) throws Exception;
  }

  private static final long JOIN_NANOS = 120_000_000_000L;
  private static final long SLICE_NANOS = 120_000_000_000L;

  private final String name;
  private final Path file;
  private final BenchBoard board;
  private final Thread host;
  private final Map<Long, Double> speeds = new HashMap<>();
  private volatile int exit = -1;
  private volatile @Nullable Throwable failure;
  private long number;

  /// Starts a pair that joins in `processes` processes.
  public Party(String name, long bytes, int processes, Start start) throws IOException {
    this(name, BenchMachine.sharedMemory(), bytes, processes, start);
  }

  /// As above, with a file in `folder`.
  public Party(String name, Path folder, long bytes, int processes, Start start)
      throws IOException {
    this.name = name;
    this.file = BenchMachine.temporaryFile(folder);
    this.board = BenchBoard.create(file, bytes);
    this.host =
        Thread.ofPlatform()
            .daemon()
            .name("bench-" + name)
            .start(() -> {
              try {
                exit = start.run(file);
              } catch (Throwable thrown) {
                failure = thrown;
                exit = 1;
              }
            });
    file.toFile().deleteOnExit();
    try {
      await(() -> board.joined() == processes, JOIN_NANOS, "start");
    } catch (IllegalStateException e) {
      close();
      throw e;
    }
  }

  /// Measures `kind` for about `millis` milliseconds.
  public Sample measure(int kind, long size, long millis) {
    long key = kind + (size << 16);
    double speed = speeds.getOrDefault(key, 0.0);
    long count = speed == 0 ? 50 : Math.clamp((long) (millis * 1e6 / speed), 4, 1L << 40);
    Sample sample = measureCount(kind, size, count);
    speeds.put(key, sample.nanos());
    return sample;
  }

  /// Measures `kind` `count` times.
  public Sample measureCount(int kind, long size, long count) {
    board.command(++number, kind, size, count);
    await(() -> board.hasResult(number), SLICE_NANOS, "answer");
    return board.result(count);
  }

  /// The single figures of the last slice.
  public long[] values(int count) {
    return board.values(count);
  }

  private void await(BooleanSupplier condition, long nanos, String what) {
    long began = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (exit < 0 && System.nanoTime() - began > nanos) {
        throw new BusyMachineException(
            "the pair \"%s\" did not %s within %d seconds"
                .formatted(name, what, nanos / 1_000_000_000),
            null);
      }
      if (exit >= 0) {
        throw new BenchException(
            "the pair \"" + name + "\" did not " + what + " (exit code " + exit + ")", failure);
      }
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  public String name() {
    return name;
  }

  @Override
  public void close() {
    if (exit < 0) {
      board.command(++number, BenchBoard.STOP, 0, 0);
    }
    try {
      host.join(20_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    BenchMachine.deleteTemporary(file);
  }
}
