// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.transport.job.Connection;

/// One rank's process, as its host sees it: the process, its output and its end.
final class RankProcess implements Consumer<Process> {
  private static final long SMALL_STACK = 1 << 17;
  private static final long DRAIN_MILLIS = 100;

  private final Process process;
  private final RankState state;
  private final JobSite site;
  private final Thread[] threads = new Thread[2];
  private final LineForwarder[] forwarders = new LineForwarder[2];
  private long inner;
  private boolean killed;

  /// Its control socket, while it is open.
  @Nullable Connection link;

  private RankProcess(int rank, Process process, JobSite site) {
    this.process = process;
    this.state = new RankState(rank, process.pid());
    this.site = site;
  }

  /// Starts `command` as `rank`, with `variables` added to its environment. Rank 0 reads what this
  /// process would read; the others find the end of the file.
  static RankProcess start(
      int rank, List<String> command, Map<String, String> variables, JobSite site)
      throws IOException {
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(variables);
    builder.redirectInput(rank == 0 ? Redirect.INHERIT : Redirect.from(new File("/dev/null")));
    return new RankProcess(rank, builder.start(), site);
  }

  /// Begins to forward its output and to wait for its end.
  void attend(PrintStream out, PrintStream err, String tag) {
    forward(0, process.getInputStream(), out, tag);
    forward(1, process.getErrorStream(), err, tag);
    var _ = process.onExit().thenAccept(this);
  }

  private void forward(int stream, InputStream from, PrintStream to, String tag) {
    forwarders[stream] = new LineForwarder(from, to, tag);
    String name = (stream == 0 ? "weft-out-" : "weft-err-") + state.rank;
    threads[stream] = new Thread(null, forwarders[stream], name, SMALL_STACK);
    threads[stream].setDaemon(true);
    threads[stream].start();
  }

  /// The process has ended; on a thread of the JDK.
  @Override
  public void accept(Process ended) {
    site.exited(this);
  }

  /// It has shown the token on `link`, as process `pid`: itself, or one that the command has
  /// started.
  void joins(Connection link, long pid) {
    this.link = link;
    state.joined = true;
    state.linked = true;
    inner = pid == state.pid ? 0 : pid;
  }

  /// What the host knows of it.
  RankState state() {
    return state;
  }

  /// Its exit code, once it has ended.
  int exitCode() {
    return process.exitValue();
  }

  /// Asks it to end.
  void terminate() {
    process.destroy();
  }

  /// Ends it.
  void kill() {
    if (process.isAlive()) {
      killed = true;
      process.destroyForcibly();
      if (inner != 0) {
        ProcessHandle.of(inner).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  /// Whether it had to be killed by its host.
  boolean wasKilled() {
    return killed;
  }

  /// Waits for its end, `millis` at most; says whether it has come.
  boolean await(long millis) throws InterruptedException {
    return process.waitFor(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
  }

  /// Waits until its output has been passed on. A process that it started itself, and that still
  /// holds its output open, is not waited for.
  void drain() throws InterruptedException {
    for (int i = 0; i < threads.length; i++) {
      threads[i].join(DRAIN_MILLIS);
      while (threads[i].isAlive() && !forwarders[i].isReading()) {
        threads[i].join(DRAIN_MILLIS);
      }
    }
  }
}
