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

/// The resources of one running job: a directory, a token, a control socket, a memory file, and a
/// queue of ended processes.
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

  /// Creates the resources in `directory`, for `ranks` ranks of `program`.
  ///
  /// @throws weft.WeftException if there is no room for the memory
  static JobSite make(JobDirectory directory, int ranks, String program, SegmentPlan plan)
      throws IOException {
    String token = Hex.random(TOKEN_BYTES);
    Path path = SharedFile.path(plan.directory(), directory.id());
    long pid = ProcessHandle.current().pid();
    // The socket is opened before the description is written. A process of another container
    // cannot see this one, and takes a described job on whose socket nothing listens for a dead
    // one.
    ControlServer server = ControlServer.open(directory.path(), ranks);
    try {
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
    } catch (IOException e) {
      server.close();
      throw e;
    }
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

  /// The job's directory.
  Path path() {
    return directory.path();
  }

  /// The secret that a rank must show.
  String token() {
    return token;
  }

  /// The message that describes the memory to a rank.
  Message.Segment segment() {
    return segment;
  }

  /// The control socket.
  ControlServer server() {
    return server;
  }

  /// Records that the process of `rank` has ended. Any thread may call this.
  void exited(RankProcess rank) {
    exits.add(rank);
    server.wake();
  }

  /// Takes the next process that has ended, or returns null.
  @Nullable RankProcess nextExit() {
    return exits.poll();
  }

  /// The memory file.
  SharedFile memory() {
    return memory;
  }

  /// Removes the resources. Any thread may call this, and more than once.
  void remove() {
    memory.unlink();
    JobDirectory.remove(directory.path());
  }

  /// Closes the open resources.
  @Override
  public void close() {
    server.close();
    memory.close();
  }
}
