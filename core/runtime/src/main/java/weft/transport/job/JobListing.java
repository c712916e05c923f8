// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.files.EndHooks;

/// Lists a job and answers queries for it, from the process that can ask its ranks: their own, if
/// they are threads, or the launcher of ranks on other hosts. It uses a directory and a control
/// socket that only this user can access.
///
/// It is a daemon thread, which sleeps until a query arrives. A very short job is never listed, and
/// so pays for neither directory nor socket. If these cannot be created, the job still runs, but is
/// not listed.
public final class JobListing implements AutoCloseable {
  /// Shorter jobs end before a user could query them.
  private static final long OPENS_AFTER_MILLIS = 100;

  private static final int TOKEN_BYTES = 16;
  private static final int BACKLOG = 16;

  private final int ranks;
  private final String token;
  private final Supplier<String> program;
  private final Supplier<String> situation;
  private final @Nullable Path home;
  private final Thread thread = new Thread(this::run, "weft-status");

  // Guarded by this.
  private boolean closed;
  private @Nullable Path directory;
  private @Nullable ControlServer server;

  private JobListing(
      int ranks,
      String token,
      Supplier<String> program,
      Supplier<String> situation,
      @Nullable Path home) {
    this.ranks = ranks;
    this.token = token;
    this.program = program;
    this.situation = situation;
    this.home = home;
    thread.setDaemon(true);
  }

  /// Lists the job of `ranks` ranks that begins now in this JVM, after a short delay.
  ///
  /// @param program gives the program's name for the user
  /// @param situation reports where each rank waits, in one or more lines per rank; called on
  ///   another thread
  public static JobListing open(int ranks, Supplier<String> program, Supplier<String> situation) {
    return open(ranks, "", program, situation, null);
  }

  /// The same with the secret of the job, by which commands recognize that two lists have one job.
  public static JobListing open(
      int ranks, String token, Supplier<String> program, Supplier<String> situation) {
    return open(ranks, token, program, situation, null);
  }

  /// The same in `home`, or in the directory of this user's jobs if that is null.
  static JobListing open(
      int ranks,
      String token,
      Supplier<String> program,
      Supplier<String> situation,
      @Nullable Path home) {
    var server = new JobListing(ranks, token, program, situation, home);
    server.thread.start();
    return server;
  }

  /// Called when the job is over: removes the directory and the socket.
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    if (server != null) {
      server.wake();
    }
    if (directory != null) {
      JobDirectory.remove(directory);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void run() {
    if (!isOverSoon()) {
      var ending = new Thread(this::close, "weft-end-status");
      try {
        // First, so that a JVM that ends meanwhile leaves nothing behind.
        if (EndHooks.add(ending)) {
          serve();
          boolean _ = EndHooks.remove(ending);
        }
      } catch (IllegalStateException e) {
        // The hook has closed what was served.
      } catch (IOException | WeftException | UnsupportedOperationException e) {
        // The job is then not listed, and otherwise works.
        close();
      }
    }
  }

  private synchronized boolean isOverSoon() {
    long deadline = System.nanoTime() + OPENS_AFTER_MILLIS * 1_000_000;
    try {
      for (long left = OPENS_AFTER_MILLIS;
          !closed && left > 0;
          left = (deadline - System.nanoTime()) / 1_000_000) {
        wait(left);
      }
    } catch (InterruptedException e) {
      return true; // Threads interrupt this one only to end it.
    }
    return closed;
  }

  private void serve() throws IOException {
    String secret = token.isEmpty() ? Hex.random(TOKEN_BYTES) : token;
    var listener = new Answers(secret);
    try {
      ControlServer server = start(secret);
      while (server != null && !isClosed()) {
        var _ = server.await(listener, ControlServer.NEVER);
      }
    } finally {
      closeServer();
    }
  }

  private synchronized void closeServer() {
    if (server != null) {
      server.close();
    }
  }

  /// Makes directory and socket; returns null if the job is over already.
  private synchronized @Nullable ControlServer start(String token) throws IOException {
    if (closed) {
      return null;
    }
    JobDirectory made = home == null ? JobDirectory.prepare() : JobDirectory.prepare(home);
    directory = made.path();
    made.removeKilled();
    // The socket is created first, so that a process that finds the job can query it.
    server = ControlServer.open(made.path(), BACKLOG);
    long pid = Proc.self();
    made.describe(
        new JobInfo(
            made.id(),
            made.place(),
            pid,
            Proc.started(pid),
            Instant.now(),
            ranks,
            program.get(),
            null,
            token));
    directory = made.publish().path();
    return server;
  }

  /// Answers a process that shows the token; refuses all others.
  private final class Answers implements ControlServer.Listener {
    private final String token;

    Answers(String token) {
      this.token = token;
    }

    @Override
    public void heard(Connection from, Message message) {
      if (message instanceof Message.Inquire question && Hex.same(question.token(), token)) {
        from.send(new Message.Description(true, 0, situation.get()));
      } else {
        from.send(new Message.Refused("the token is not that of the job"));
        from.close();
      }
    }

    @Override
    public void lost(Connection connection) {}
  }
}
