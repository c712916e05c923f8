// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.memory.SharedFile;
import weft.transport.job.ControlServer;
import weft.transport.job.Hex;
import weft.transport.job.JobDirectory;
import weft.transport.job.JobInfo;
import weft.transport.job.Message;
import weft.transport.job.Proc;

/// The resources of one job of processes while it runs: a directory, a token, a control socket, a
/// file of memory, and the news of ended processes.
final class JobSite implements Closeable {
  private static final int TOKEN_BYTES = 16;

  private final JobDirectory directory;
  private final String token;
  private final Message.Segment segment;
  private final ControlServer server;
  private final SharedFile memory;
  private final ConcurrentLinkedQueue<RankProcess> exits = new ConcurrentLinkedQueue<>();

  private JobSite(
      JobDirectory directory,
      String token,
      Message.Segment segment,
      ControlServer server,
      SharedFile memory) {
    this.directory = directory;
    this.token = token;
    this.segment = segment;
    this.server = server;
    this.memory = memory;
  }

  /// Makes all of it in `directory`, for `ranks` ranks of `program`.
  ///
  /// @throws weft.WeftException when there is no room for the memory
  static JobSite make(JobDirectory directory, int ranks, String program, SegmentPlan plan)
      throws IOException {
    String token = Hex.random(TOKEN_BYTES);
    Path path = SharedFile.path(plan.directory(), directory.id());
    long pid = ProcessHandle.current().pid();
    // First, so that whoever finds the rest can tell whose it is.
    directory.describe(
        new JobInfo(
            directory.id(),
            directory.path(),
            pid,
            Proc.started(pid),
            Instant.now(),
            ranks,
            program,
            path,
            token));
    ControlServer server = ControlServer.open(directory.path(), ranks);
    SharedFile memory;
    try {
      memory = SharedFile.create(path, ranks, plan.ringBytes(), plan.heap());
    } catch (IOException e) {
      server.close();
      throw new WeftException(String.valueOf(e.getMessage()), e);
    }
    var segment = new Message.Segment(path.toString(), plan.ringBytes(), pid);
    return new JobSite(directory, token, segment, server, memory);
  }

  /// The directory.
  Path path() {
    return directory.path();
  }

  /// The secret that a rank must show.
  String token() {
    return token;
  }

  /// What a rank is told of the memory.
  Message.Segment segment() {
    return segment;
  }

  /// The control socket.
  ControlServer server() {
    return server;
  }

  /// The process of `rank` has ended; from any thread.
  void exited(RankProcess rank) {
    exits.add(rank);
    server.wake();
  }

  /// The next process that has ended, or null.
  @Nullable RankProcess nextExit() {
    return exits.poll();
  }

  /// The memory.
  SharedFile memory() {
    return memory;
  }

  /// Removes all of it; from any thread, and more than once.
  void remove() {
    memory.unlink();
    JobDirectory.remove(directory.path());
  }

  /// Closes what is open.
  @Override
  public void close() {
    server.close();
    memory.close();
  }
}
