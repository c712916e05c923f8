// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import weft.files.OpenFileLimit;
import weft.transport.JobVariables;
import weft.transport.job.JobDirectory;
import weft.transport.job.Shell;
import weft.watch.LauncherAllGather;

/// The ranks of one job on this host. It starts their processes, serves their all-gather on the
/// loopback interface, forwards their output as it comes, and ends them.
///
/// Where `setpriv` is installed, the kernel asks the processes to end (SIGTERM, at which they
/// remove their files) when the thread that called [#start] ends. So ranks do not outlive a process
/// of ours that is killed. Elsewhere they notice it themselves ([weft.watch.ParentProcess]).
public final class HostRanks implements AutoCloseable {
  private static final long SMALL_STACK = 1 << 17;
  private static final long MILLIS_TO_DRAIN = 1_000;

  /// Receives what the ranks do. Several threads call it.
  public interface Events {
    /// Called with output of `rank`, in order for each of its two streams.
    ///
    /// @param isError whether it is standard error
    void output(int rank, boolean isError, byte[] bytes, int length);

    /// Called when `rank` has ended with `code`, after its output.
    void ended(int rank, int code, JoinStage stage);

    /// Called when `rank` cannot join the job, for this reason.
    void failed(int rank, String why);

    /// Exchanges what each rank of this host contributes for what all ranks contribute.
    ///
    /// @throws IOException if there will be no more exchange
    byte[][] exchange(byte[][] ofThisHost) throws IOException;
  }

  /// Two or three pipes and a connection.
  private static final int FILES_OF_A_RANK = 4;

  private final String token;
  private final Events events;
  private final TreeMap<Integer, Process> processes = new TreeMap<>();

  // Guarded by this.
  private @Nullable RankAcceptor acceptor;
  private final List<Socket> sockets = new ArrayList<>();
  private final List<Thread> attendants = new ArrayList<>();
  private final Map<Integer, JoinStage> stages = new HashMap<>();

  /// Ranks that join now, by what is sent to them.
  private final Map<Integer, DataOutputStream> joining = new TreeMap<>();

  /// Whether all ranks have joined or are sure to, as one has.
  private boolean joined;

  private boolean hasLeaver;
  private boolean abandoned;
  private boolean over;
  private boolean killed;

  /// Refuses to start `ranks` ranks if this process may not have that many files open.
  ///
  /// @throws weft.WeftException if so
  public static void checkFiles(int ranks) {
    OpenFileLimit.require((long) FILES_OF_A_RANK * ranks, "to start " + ranks + " ranks");
  }

  /// Ranks that prove that they know `token` when they join.
  public HostRanks(String token, Events events) {
    this.token = token;
    this.events = events;
  }

  /// Starts `commands`, the command line of each rank.
  ///
  /// @param variables variables to add to the environment of all
  /// @param firstInput the standard input of rank 0; the input of other ranks is empty
  /// @throws IOException if one cannot be started, and the others then run; or if this process
  ///   cannot listen on the loopback interface
  public void start(
      Map<Integer, List<String>> commands, Map<String, String> variables, Redirect firstInput)
      throws IOException {
    List<Integer> ranks = commands.keySet().stream().sorted().toList();
    int port = serveAllGathers(ranks);
    Path setpriv = Shell.find("setpriv");
    for (int rank : ranks) {
      var line = new ArrayList<String>();
      if (setpriv != null) {
        line.addAll(List.of(setpriv.toString(), "--pdeathsig", "TERM", "--"));
      }
      line.addAll(commands.getOrDefault(rank, List.of()));
      var builder = new ProcessBuilder(line);
      builder.redirectInput(rank == 0 ? firstInput : Redirect.from(new File("/dev/null")));
      var all = new HashMap<>(variables);
      all.put(JobVariables.RANK, Integer.toString(rank));
      all.put(JobVariables.JOB, Integer.toString(port));
      all.put(JobVariables.TOKEN, token);
      all.put(JobVariables.MARK_REPORTS, "1");
      builder.environment().putAll(all);
      start(rank, builder);
    }
  }

  private synchronized void start(int rank, ProcessBuilder builder) throws IOException {
    if (killed) {
      throw new IOException("the job is ending");
    }
    Process process = builder.start();
    processes.put(rank, process);
    Thread out = forward(rank, false, process.getInputStream());
    Thread err = forward(rank, true, process.getErrorStream());
    attendants.add(thread("weft-rank-" + rank, () -> await(rank, process, out, err)));
  }

  private static Thread thread(String name, Runnable what) {
    var thread = new Thread(null, what, name, SMALL_STACK);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private Thread forward(int rank, boolean isError, InputStream from) {
    return thread(
        "weft-output-" + rank,
        () -> {
          var bytes = new byte[1 << 13];
          try {
            for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
              events.output(rank, isError, bytes, read);
            }
          } catch (IOException e) {
            // The process has ended.
          }
        });
  }

  private void await(int rank, Process process, Thread out, Thread err) {
    try {
      int code = process.waitFor();
      // A process that the rank started may hold its output open.
      out.join(MILLIS_TO_DRAIN);
      err.join(MILLIS_TO_DRAIN);
      events.ended(rank, code, stage(rank));
      leave(rank, code);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The standard input of rank 0 if [#start] made a pipe of it; null if that rank is not here.
  public synchronized @Nullable OutputStream input() {
    Process first = processes.get(0);
    return first == null ? null : first.getOutputStream();
  }

  private synchronized JoinStage stage(int rank) {
    return joined ? JoinStage.JOINED : stages.getOrDefault(rank, JoinStage.STARTED);
  }

  /// Ranks that are still joining must not wait for `rank`, which has ended. If no rank joins, the
  /// job may have none that does.
  private synchronized void leave(int rank, int code) {
    joining.remove(rank);
    hasLeaver = true;
    if (code != 0 || !joining.isEmpty()) {
      abandon();
    }
  }

  /// Lets ranks that are still joining end, because some rank will not join.
  public synchronized void abandon() {
    if (!joined) {
      abandoned = true;
      joining.forEach(this::turnAway);
      joining.clear();
    }
  }

  private void turnAway(int rank, DataOutputStream out) {
    stages.put(rank, JoinStage.TURNED_AWAY);
    try {
      synchronized (out) {
        out.writeInt(LauncherAllGather.OVER);
        out.flush();
      }
    } catch (IOException e) {
      // It has ended.
    }
  }

  private synchronized void joins(int rank, DataOutputStream out) {
    stages.put(rank, JoinStage.JOINING);
    if (abandoned) {
      turnAway(rank, out);
    } else {
      joining.put(rank, out);
      if (hasLeaver) {
        abandon();
      }
    }
  }

  /// The process of `rank`, which was started.
  public synchronized long pid(int rank) {
    Process process = processes.get(rank);
    return process == null ? 0 : process.pid();
  }

  /// Asks all processes to end.
  public synchronized void terminate() {
    processes.values().forEach(Process::destroy);
  }

  /// Asks all processes to end, kills those that have not after `millis`, and waits until their
  /// output was forwarded. None starts any more.
  public void end(long millis) {
    List<Thread> all;
    synchronized (this) {
      killed = true;
      all = List.copyOf(attendants);
      terminate();
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    join(all, end);
    kill();
    join(all, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS_TO_DRAIN));
  }

  private static void join(List<Thread> threads, long end) {
    try {
      for (Thread each : threads) {
        boolean _ = each.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Kills all processes, and waits until they have ended, for at most a second.
  public void kill() {
    List<Process> all;
    boolean anyWasAlive;
    synchronized (this) {
      killed = true;
      all = List.copyOf(processes.values());
      anyWasAlive = all.stream().anyMatch(Process::isAlive);
      all.forEach(Process::destroyForcibly);
    }
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
      for (Process each : all) {
        each.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeSockets(); // Not before: a rank that misses its launcher says so.
    if (anyWasAlive) {
      JobDirectory.removeAllKilled(); // A killed rank 0 could not remove its files.
    }
  }

  @Override
  public void close() {
    kill();
  }

  private synchronized void closeSockets() {
    over = true;
    sockets.forEach(HostRanks::close);
    if (acceptor != null) {
      acceptor.close();
    }
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      // Nothing uses it any more.
    }
  }

  // The all-gather of the ranks.

  /// Returns the port at which the ranks join.
  private synchronized int serveAllGathers(List<Integer> ranks) throws IOException {
    var acceptor = new RankAcceptor(token, ranks);
    this.acceptor = acceptor;
    thread("weft-all-gather", () -> serveAllGathers(acceptor, ranks));
    return acceptor.port();
  }

  private void serveAllGathers(RankAcceptor acceptor, List<Integer> ranks) {
    var ins = new DataInputStream[ranks.size()];
    var outs = new DataOutputStream[ranks.size()];
    try {
      accept(acceptor, ranks, ins, outs);
      while (passOn(ranks, ins, outs)) {}
    } catch (IOException e) {
      // A rank has ended, or the job does.
    }
  }

  private void accept(
      RankAcceptor acceptor, List<Integer> ranks, DataInputStream[] ins, DataOutputStream[] outs)
      throws IOException {
    try {
      for (int i = 0; i < ins.length; i++) {
        RankAcceptor.Joining rank = acceptor.accept();
        if (!keep(rank.socket())) {
          throw new IOException("the job has ended");
        }
        int place = ranks.indexOf(rank.rank());
        ins[place] = new DataInputStream(rank.socket().getInputStream());
        outs[place] =
            new DataOutputStream(new BufferedOutputStream(rank.socket().getOutputStream()));
        joins(rank.rank(), outs[place]);
      }
    } finally {
      acceptor.end();
    }
  }

  /// Passes on what each rank contributes, and returns whether more follows.
  private boolean passOn(List<Integer> ranks, DataInputStream[] ins, DataOutputStream[] outs)
      throws IOException {
    var told = new byte[ins.length][];
    for (int i = 0; i < ins.length; i++) {
      int length = ins[i].readInt();
      if (length == LauncherAllGather.JOINED) {
        joined();
        return false;
      }
      if (length == LauncherAllGather.FAILED) {
        byte[] why = ins[i].readNBytes(ins[i].readInt());
        events.failed(ranks.get(i), new String(why, StandardCharsets.UTF_8));
        abandon();
        return false;
      }
      told[i] = ins[i].readNBytes(length);
    }
    byte[][] all = events.exchange(told);
    for (DataOutputStream out : outs) {
      synchronized (out) {
        for (byte[] each : all) {
          out.writeInt(each.length);
          out.write(each);
        }
        out.flush();
      }
    }
    return true;
  }

  private synchronized void joined() {
    joined = true;
    joining.clear();
  }

  private synchronized boolean keep(Socket socket) {
    sockets.add(socket);
    if (over) {
      close(socket);
    }
    return !over;
  }
}
