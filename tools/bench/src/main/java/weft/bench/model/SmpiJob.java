// SPDX-License-Identifier: Apache-2.0
package weft.bench.model;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import weft.bench.BenchException;
import weft.bench.collective.Answer;

/// A run of `peers/mpi_collectives.c` under SimGrid's SMPI, in which all ranks are one process that
/// runs one of them at a time. So each gets all its lines before the next has begun.
final class SmpiJob {
  /// After this time it is ended: no run takes a tenth of it.
  private static final long PATIENCE_SECONDS = 120;

  private static final String PLATFORM =
      """
      <?xml version="1.0"?>
      <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
      <platform version="4.1">
        <zone id="zone" routing="Full">
          <host id="h0" speed="1Gf"/>
          <host id="h1" speed="1Gf"/>
          <link id="link" bandwidth="1GBps" latency="1us" sharing_policy="FATPIPE"/>
          <route src="h0" dst="h1"><link_ctn id="link"/></route>
        </zone>
      </platform>
      """;

  private SmpiJob() {}

  /// The answers of both ranks to each line.
  ///
  /// @param folder for its files
  static List<List<Answer>> run(
      Path smpirun, Path program, Path folder, SmpiFactors factors, List<String> lines)
      throws IOException {
    Path platform = Files.writeString(folder.resolve("platform.xml"), PLATFORM);
    Path hosts = Files.writeString(folder.resolve("hosts"), "h0\nh1\n");
    Path socket = folder.resolve("smpi");
    var command =
        List.of(
            smpirun.toString(),
            "-np",
            "2",
            "-platform",
            platform.toString(),
            "-hostfile",
            hosts.toString(),
            "--log=root.thres:error",
            "--cfg=smpi/simulate-computation:no",
            "--cfg=smpi/coll-selector:ompi",
            "--cfg=smpi/lat-factor:" + factors.latency(),
            "--cfg=smpi/bw-factor:" + factors.bandwidth(),
            program.toString(),
            socket.toString());
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      server.configureBlocking(false);
      Process job =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS).execute(() -> end(job));
      List<SocketChannel> ranks = new ArrayList<>();
      try {
        for (int rank = 0; rank < 2; rank++) {
          ranks.add(accept(server, job));
          send(ranks.getLast(), lines);
        }
        return answers(ranks, lines);
      } finally {
        for (SocketChannel rank : ranks) {
          rank.close();
        }
        end(job);
      }
    }
  }

  /// The program is a child of a script.
  private static void end(Process job) {
    job.descendants().forEach(ProcessHandle::destroyForcibly);
    job.destroyForcibly();
  }

  private static SocketChannel accept(ServerSocketChannel server, Process job) throws IOException {
    for (SocketChannel rank = server.accept(); ; rank = server.accept()) {
      if (rank != null) {
        return rank;
      }
      if (!job.isAlive()) {
        throw new BenchException("smpirun has not started its ranks");
      }
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BenchException("interrupted", e);
      }
    }
  }

  private static void send(SocketChannel rank, List<String> lines) throws IOException {
    String all = String.join("\n", lines) + "\nstop\n";
    var buffer = ByteBuffer.wrap(all.getBytes(StandardCharsets.UTF_8));
    while (buffer.hasRemaining()) {
      rank.write(buffer);
    }
  }

  private static List<List<Answer>> answers(List<SocketChannel> ranks, List<String> lines)
      throws IOException {
    List<List<Answer>> answers = new ArrayList<>();
    List<BufferedReader> readers = new ArrayList<>();
    for (SocketChannel rank : ranks) {
      var reader = new BufferedReader(Channels.newReader(rank, StandardCharsets.UTF_8));
      reader.readLine(); // which rank it is
      readers.add(reader);
    }
    for (String line : lines) {
      List<Answer> both = new ArrayList<>();
      for (BufferedReader reader : readers) {
        String answer = reader.readLine();
        if (answer == null) {
          throw new BenchException("SMPI ended at \"" + line + "\"");
        }
        both.add(Answer.parse(answer));
      }
      answers.add(both);
    }
    return answers;
  }
}
