// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.harness.BusyMachineException;
import weft.transport.job.TemporaryFolder;

/// The processes of one job, for the driver: each receives the same line and answers with one. A
/// process that waits for a line sleeps in a read, so waiting jobs take no processor time.
public final class Team implements AutoCloseable {
  /// Starts the processes, which connect to `socket`, waits until they have ended, and returns
  /// their exit code.
  public interface Start {
    int run(Path socket) throws Exception;
  }

  private static final long START_SECONDS = 120;
  private static final long ANSWER_SECONDS = 120;
  private static final String LOST = "";

  private final String name;
  private final int ranks;
  private final Path folder;
  private final Thread host;
  private final List<SocketChannel> channels = new ArrayList<>();
  private final List<BlockingQueue<String>> answers = new ArrayList<>();
  private volatile int exit = -1;
  private volatile @Nullable Throwable failure;

  /// Starts a job of `ranks` processes and waits until each has sent its rank.
  public Team(String name, int ranks, Start start) throws IOException {
    this.name = name;
    this.ranks = ranks;
    this.folder = BenchMachine.temporary();
    Path socket = folder.resolve("driver");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      server.configureBlocking(false);
      this.host =
          Thread.ofPlatform().daemon().name("team-" + name).start(() -> host(start, socket));
      accept(server);
    } catch (IOException | RuntimeException e) {
      TemporaryFolder.delete(folder);
      throw e;
    }
  }

  private void host(Start start, Path socket) {
    int code = 1;
    try {
      code = start.run(socket);
    } catch (Throwable thrown) {
      failure = thrown;
    }
    exit = code;
  }

  private void accept(ServerSocketChannel server) throws IOException {
    var byRank = new SocketChannel[ranks];
    var readers = new BufferedReader[ranks];
    long began = System.nanoTime();
    for (int joined = 0; joined < ranks; ) {
      SocketChannel channel = server.accept();
      if (channel == null) {
        if (exit >= 0 || System.nanoTime() - began > TimeUnit.SECONDS.toNanos(START_SECONDS)) {
          throw lost("did not start");
        }
        sleep();
        continue;
      }
      var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
      int rank = Integer.parseInt(reader.readLine().split(" ")[1]);
      byRank[rank] = channel;
      readers[rank] = reader;
      joined++;
    }
    for (int rank = 0; rank < ranks; rank++) {
      channels.add(byRank[rank]);
      var queue = new LinkedBlockingQueue<String>();
      answers.add(queue);
      BufferedReader reader = readers[rank];
      Thread.ofPlatform().daemon().name("answers").start(() -> read(reader, queue));
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void read(BufferedReader reader, BlockingQueue<String> queue) {
    try {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        queue.add(line);
      }
    } catch (IOException e) {
      // Handled as if it had ended.
    }
    queue.add(LOST);
  }

  public String name() {
    return name;
  }

  int ranks() {
    return ranks;
  }

  /// Sends `line` to all ranks, and returns their answers by rank.
  ///
  /// @throws IllegalStateException if a rank fails, is lost, or is silent for minutes
  public List<Answer> ask(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      for (SocketChannel channel : channels) {
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
    } catch (IOException e) {
      throw lost("cannot be asked \"" + line + "\"");
    }
    var all = new ArrayList<Answer>();
    for (int rank = 0; rank < ranks; rank++) {
      all.add(answer(rank, line));
    }
    return all;
  }

  private Answer answer(int rank, String line) {
    String answer;
    try {
      answer = answers.get(rank).poll(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    if (answer == null && exit < 0) {
      throw new BusyMachineException(
          "the job \"%s\" did not answer \"%s\" within %d seconds"
              .formatted(name, line, ANSWER_SECONDS),
          null);
    }
    if (answer == null || answer.equals(LOST)) {
      throw lost("rank " + rank + " did not answer \"" + line + "\"");
    }
    try {
      return Answer.parse(answer);
    } catch (IllegalStateException e) {
      throw new BenchException(
          "job \"" + name + "\", rank " + rank + ", \"" + line + "\": " + e.getMessage(), e);
    }
  }

  private BenchException lost(String what) {
    try {
      host.join(2000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String end = exit < 0 ? "" : " (exit code " + exit + ")";
    return new BenchException(
        "the job \"" + name + "\" of " + ranks + " ranks: " + what + end, failure);
  }

  @Override
  public void close() {
    try {
      for (SocketChannel channel : channels) {
        channel.write(ByteBuffer.wrap("stop\n".getBytes(StandardCharsets.UTF_8)));
      }
      host.join(20_000);
      for (SocketChannel channel : channels) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      TemporaryFolder.delete(folder);
    }
  }
}
