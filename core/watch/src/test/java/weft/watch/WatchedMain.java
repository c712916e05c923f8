// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import weft.memory.HeapLayout;
import weft.transport.FailureReport;
import weft.transport.Transport;
import weft.transport.job.LastWork;
import weft.transport.job.Proc;

/// A rank that does nothing but be watched: `WatchedMain FOLDER RANK SIZE`. It writes `ready-RANK`
/// when it is watched, does what a file `RANK.todo` says (`throw`, `exit`, `halt`, `leave`,
/// `finish`, `compute`, `break`; have last `work` to do; `share` memory, or `pretend` to begin with
/// that), and writes `failed-RANK` when it is told that the job has failed.
final class WatchedMain implements Transport.Watcher {
  private final Path folder;
  private final int rank;
  private final int size;
  private final AllGather exchange;

  /// Whether the watching thread gets an Error when it asks what this rank does.
  private volatile boolean broken;

  private volatile boolean computes;

  private WatchedMain(Path folder, int rank, int size) {
    this.folder = folder;
    this.rank = rank;
    this.size = size;
    this.exchange = new FileAllGather(folder, rank, size);
  }

  public static void main(String[] args) throws Exception {
    var main =
        new WatchedMain(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    PeerWatch watch =
        PeerWatch.open(
            main.rank,
            main.size,
            System.getenv(),
            main.exchange,
            new ParentProcess(Proc.self(), "its test"),
            code -> Runtime.getRuntime().halt(code));
    watch.connect(main);
    main.write("ready", Long.toString(ProcessHandle.current().pid()));
    while (main.obey(watch)) {
      Thread.sleep(5);
    }
  }

  /// False when this process is to end as its `main` does.
  private boolean obey(PeerWatch watch) throws IOException {
    Path todo = folder.resolve(rank + ".todo");
    if (!Files.exists(todo)) {
      return true;
    }
    String what = Files.readString(todo);
    Files.delete(todo);
    switch (what) {
      case "throw" -> {
        var thrown = new IllegalStateException("the body gave up");
        watch.fail(FailureReport.of(rank, "its body", thrown));
        return false;
      }
      case "exit" -> System.exit(3);
      case "halt" -> Runtime.getRuntime().halt(4);
      case "finish" -> {
        watch.finished();
        write("finished", "");
        return true;
      }
      case "await" -> {
        boolean all = watch.awaitAllFinished();
        watch.close();
        write(all ? "all" : "missed", "");
        return true;
      }
      case "compute" -> {
        computes = true;
        return true;
      }
      case "break" -> {
        broken = true;
        return true;
      }
      case "share" -> {
        var _ =
            NeighbourSearch.gather(
                rank,
                watch.hosts(),
                1 << 16,
                new HeapLayout(1 << 20, false),
                System.getenv(),
                exchange,
                watch.sharedHostFile(),
                null);
        write("shared", "");
        return true;
      }
      case "pretend" -> {
        var _ = exchange.allGather("+".getBytes(StandardCharsets.UTF_8));
        return true;
      }
      case "work" -> {
        LastWork.set(this::work);
        write("prepared", "");
        return true;
      }
      case "leave" -> {
        return false;
      }
      default -> throw new IOException(what);
    }
    return false;
  }

  /// Takes longer than a failed job's grace.
  private void work() {
    try {
      Thread.sleep(1_500);
      write("worked", "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(String name, String text) {
    try {
      FileAllGather.write(folder.resolve(name + "-" + rank), text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void failed(FailureReport report) {
    write("failed", report.sentence());
  }

  @Override
  public String describe() {
    return "rank " + rank + " waits for its test";
  }

  @Override
  public long activity() {
    if (broken) {
      throw new StackOverflowError("of the thread that asks");
    }
    return computes ? ~7 : 7;
  }
}
