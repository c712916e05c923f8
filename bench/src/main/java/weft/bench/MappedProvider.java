// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import weft.memory.Doorbell;
import weft.memory.Heaps;
import weft.transport.FailureReport;
import weft.transport.JobVariables;
import weft.transport.RingTransport;
import weft.transport.Transport;
import weft.transport.TransportProvider;

/// The least transport between processes: one mapped file, and no doorbell. A sleeper wakes by
/// itself after a bounded time. It is here to be compared with shm, which has a bell.
public final class MappedProvider implements TransportProvider {
  /// How long a sleeper sleeps, in microseconds.
  static final String NAP = "WEFT_BENCH_NAP";

  private static final long RING = 1 << 18;

  @Override
  public String name() {
    return "mapped";
  }

  @Override
  public Transport join(Map<String, String> environment) {
    int ranks = Integer.parseInt(environment.get(JobVariables.SIZE));
    int rank = Integer.parseInt(environment.get(JobVariables.RANK));
    Board file = Board.map(Path.of(environment.get(JobVariables.JOB)));
    long nap = Long.parseLong(environment.getOrDefault(NAP, "1000")) * 1000;
    return new End(new BenchRings(file.memory(), ranks, RING), rank, nap);
  }

  @Override
  public int host(List<List<String>> commands, Map<String, String> environment) {
    int ranks = commands.size();
    Path file = Machine.temporaryFile(Machine.sharedMemory());
    try {
      Board.create(file, BenchRings.bytes(ranks, RING));
      var processes = new ArrayList<Process>();
      for (int rank = 0; rank < ranks; rank++) {
        var builder = new ProcessBuilder(commands.get(rank)).inheritIO();
        builder.environment().putAll(environment);
        builder.environment().put(JobVariables.TRANSPORT, name());
        builder.environment().put(JobVariables.JOB, file.toString());
        builder.environment().put(JobVariables.RANK, Integer.toString(rank));
        builder.environment().put(JobVariables.SIZE, Integer.toString(ranks));
        processes.add(builder.start());
      }
      int code = 0;
      for (Process process : processes) {
        int its = process.waitFor();
        code = code == 0 ? its : code;
      }
      return code;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    } finally {
      Machine.deleteTemporary(file);
    }
  }

  /// One rank's end.
  private static final class End extends RingTransport {
    private static final Doorbell NONE = rank -> {};

    private final long nap;

    End(BenchRings rings, int rank, long nap) {
      super(rings, rank, NONE);
      this.nap = nap;
    }

    @Override
    public String name() {
      return "mapped";
    }

    @Override
    protected @Nullable Heaps heaps() {
      return null;
    }

    @Override
    public void sleep(long nanos) {
      if (isAsleep()) {
        LockSupport.parkNanos(Math.min(nanos, nap));
      }
    }

    @Override
    public void wake() {}

    @Override
    public void connect(Watcher watcher) {}

    @Override
    public void fail(FailureReport report) {
      System.err.println(report.sentence() + "\n" + report.stack());
      Runtime.getRuntime().halt(1);
    }

    @Override
    public void finished() {}

    @Override
    public void close() {}
  }
}
