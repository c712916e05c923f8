// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.transport.job.Connection;
import weft.transport.job.LineSink;
import weft.transport.job.RankStreams;

/// The process of one rank, for its host: it handles its output and its end.
final class RankProcess implements Consumer<Process> {
  private static final long SMALL_STACK = 1 << 17;
  private static final long DRAIN_MILLIS = 100;

  private final Process process;
  private final RankState state;
  private final JobSite site;
  private final @Nullable Thread[] threads = new @Nullable Thread[2];
  private final LineForwarder[] forwarders = new LineForwarder[2];
  private long inner;
  private long computed;
  private boolean killed;

  /// The rank's control connection, while it is open.
  @Nullable Connection link;

  private RankProcess(int rank, Process process, JobSite site) {
    this.process = process;
    this.state = new RankState(rank, process.pid());
    this.site = site;
  }

  /// Starts `command` as `rank`, with `variables` added to its environment. Rank 0 inherits the
  /// standard input of this process; the input of other ranks is empty.
  static RankProcess start(
      int rank, List<String> command, Map<String, String> variables, JobSite site)
      throws IOException {
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(variables);
    builder.redirectInput(rank == 0 ? Redirect.INHERIT : Redirect.from(new File("/dev/null")));
    return new RankProcess(rank, builder.start(), site);
  }

  /// Starts to forward its output and to wait for its end.
  void attend(RankStreams streams, String tag) {
    forward(0, process.getInputStream(), streams.out(), tag);
    forward(1, process.getErrorStream(), streams.err(), tag);
    var _ = process.onExit().thenAccept(this);
  }

  private void forward(int stream, InputStream from, LineSink to, String tag) {
    forwarders[stream] = new LineForwarder(from, to, tag);
    String name = (stream == 0 ? "weft-out-" : "weft-err-") + state.rank;
    var thread = new Thread(null, forwarders[stream], name, SMALL_STACK);
    thread.setDaemon(true);
    threads[stream] = thread;
    thread.start();
  }

  /// Called by a thread of the JDK when the process has ended.
  @Override
  public void accept(Process ended) {
    site.exited(this);
  }

  /// Records that process `pid` has shown the token on `link`. It is this process, or one that the
  /// command started.
  void joins(Connection link, long pid) {
    this.link = link;
    state.joined = true;
    state.linked = true;
    inner = pid == state.pid ? 0 : pid;
  }

  /// The state of the rank.
  RankState state() {
    return state;
  }

  /// The exit code, once the process has ended.
  int exitCode() {
    return process.exitValue();
  }

  /// Asks the process to end.
  void terminate() {
    // Not Process.destroy, which closes its output: what it still says is to be heard.
    boolean _ = process.toHandle().destroy();
  }

  /// Kills the process.
  void kill() {
    if (process.isAlive()) {
      killed = true;
      process.destroyForcibly();
      if (inner != 0) {
        ProcessHandle.of(inner).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  /// Whether the host had to kill the process.
  boolean wasKilled() {
    return killed;
  }

  /// Waits at most `millis` for the end of the process, and returns whether it has ended.
  boolean await(long millis) throws InterruptedException {
    return process.waitFor(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
  }

  /// The processor time that it has taken since the last call, in nanoseconds; 0 if it has ended,
  /// or the system does not say.
  long computed() {
    long before = computed;
    long pid = inner != 0 ? inner : process.pid();
    computed =
        ProcessHandle.of(pid)
            .flatMap(it -> it.info().totalCpuDuration())
            .map(Duration::toNanos)
            .orElse(before);
    return process.isAlive() ? computed - before : 0;
  }

  /// Waits until its output has been forwarded. It does not wait for a child of the process that
  /// still holds the output open.
  void drain() throws InterruptedException {
    for (int i = 0; i < threads.length; i++) {
      drain(i);
    }
  }

  /// The same for its standard output alone.
  void drainOutput() throws InterruptedException {
    drain(0);
  }

  private void drain(int i) throws InterruptedException {
    Thread thread = threads[i];
    if (thread == null) {
      return; // The job ends before its output was forwarded.
    }
    thread.join(DRAIN_MILLIS);
    while (thread.isAlive() && !forwarders[i].isReading()) {
      thread.join(DRAIN_MILLIS);
    }
  }
}
