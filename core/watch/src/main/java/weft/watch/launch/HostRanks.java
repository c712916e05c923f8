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
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import weft.transport.JobVariables;
import weft.transport.job.JobDirectory;
import weft.transport.job.Proof;
import weft.transport.job.Shell;
import weft.watch.LauncherAllGather;

/// The ranks of one job on this host. It starts their processes, serves their all-gather on the
/// loopback interface, forwards their output as it comes, and ends them.
///
/// Where `setpriv` is installed, the kernel asks the processes to end (SIGTERM, at which they
/// remove their files) when the thread that called [#start] ends. So ranks do not outlive a process
/// of ours that is killed. Elsewhere they notice it themselves ([weft.watch.ParentProcess]).
public final class HostRanks implements AutoCloseable {
  private static final int BACKLOG = 64;
  private static final long SMALL_STACK = 1 << 17;
  private static final long MILLIS_TO_DRAIN = 1_000;

  /// The time within which a connection must prove that a rank opened it.
  private static final int PROOF_MILLIS = 10_000;

  /// Receives what the ranks do. Several threads call it.
  public interface Events {
    /// Called with output of `rank`, in order for each of its two streams.
    ///
    /// @param isError whether it is standard error
    void output(int rank, boolean isError, byte[] bytes, int length);

    /// Called when `rank` has ended with `code`, after its output.
    void ended(int rank, int code);

    /// Exchanges what each rank of this host contributes for what all ranks contribute.
    ///
    /// @throws IOException if there will be no more exchange
    byte[][] exchange(byte[][] ofThisHost) throws IOException;
  }

  private final String token;
  private final Events events;
  private final ServerSocket listener;
  private final TreeMap<Integer, Process> processes = new TreeMap<>();

  // Guarded by this.
  private final List<Socket> sockets = new ArrayList<>();
  private boolean allJoined;
  private boolean over;
  private boolean killed;

  /// Ranks that prove that they know `token` when they join.
  ///
  /// @throws IOException if this process cannot listen on the loopback interface
  public HostRanks(String token, Events events) throws IOException {
    this.token = token;
    this.events = events;
    this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
  }

  /// Starts `commands`, the command line of each rank.
  ///
  /// @param variables variables to add to the environment of all
  /// @param firstInput the standard input of rank 0; the input of other ranks is empty
  /// @throws IOException if one cannot be started; the others then run
  public void start(
      Map<Integer, List<String>> commands, Map<String, String> variables, Redirect firstInput)
      throws IOException {
    List<Integer> ranks = commands.keySet().stream().sorted().toList();
    thread("weft-all-gather", () -> serveAllGathers(ranks));
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
      all.put(JobVariables.JOB, Integer.toString(listener.getLocalPort()));
      all.put(JobVariables.TOKEN, token);
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
    thread("weft-rank-" + rank, () -> await(rank, process, out, err));
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
      synchronized (this) {
        if (!allJoined) {
          closeSockets(); // Ranks that are still joining must not wait for this one.
        }
      }
      // A process that the rank started may hold its output open.
      out.join(MILLIS_TO_DRAIN);
      err.join(MILLIS_TO_DRAIN);
      events.ended(rank, code);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The standard input of rank 0 if [#start] made a pipe of it; null if that rank is not here.
  public synchronized @Nullable OutputStream input() {
    Process first = processes.get(0);
    return first == null ? null : first.getOutputStream();
  }

  /// Lets ranks that are still joining fail, because some rank will not join.
  public synchronized void abandon() {
    closeSockets();
  }

  /// Asks all processes to end.
  public synchronized void terminate() {
    processes.values().forEach(Process::destroy);
  }

  /// Kills all processes, and waits until they have ended, for at most a second.
  public void kill() {
    List<Process> all;
    boolean anyWasAlive;
    synchronized (this) {
      killed = true;
      closeSockets();
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
    if (anyWasAlive) {
      JobDirectory.removeAllKilled(); // A killed rank 0 could not remove its files.
    }
  }

  @Override
  public void close() {
    kill();
  }

  private void closeSockets() {
    over = true;
    sockets.forEach(HostRanks::close);
    close(listener);
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      // Nothing uses it any more.
    }
  }

  // The all-gather of the ranks.

  private void serveAllGathers(List<Integer> ranks) {
    var ins = new DataInputStream[ranks.size()];
    var outs = new DataOutputStream[ranks.size()];
    try {
      accept(ranks, ins, outs);
      while (true) {
        passOn(ins, outs);
      }
    } catch (IOException e) {
      // A rank has disconnected: all have joined, or the job has failed.
      abandon();
    }
  }

  private void accept(List<Integer> ranks, DataInputStream[] ins, DataOutputStream[] outs)
      throws IOException {
    for (int joined = 0; joined < ins.length; ) {
      Socket socket = listener.accept();
      if (!keep(socket)) {
        throw new IOException("the job has ended");
      }
      var in = new DataInputStream(socket.getInputStream());
      var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      int place = place(ranks, socket, in, out);
      if (place >= 0 && ins[place] == null) {
        ins[place] = in;
        outs[place] = out;
        joined++;
      } else {
        close(socket);
      }
    }
    synchronized (this) {
      allJoined = true;
    }
  }

  /// The place among `ranks` of the rank that has connected; −1 if it does not prove that it is
  /// one. Who says nothing does not keep others from joining.
  private int place(List<Integer> ranks, Socket socket, DataInputStream in, DataOutputStream out) {
    try {
      socket.setSoTimeout(PROOF_MILLIS);
      int rank = in.readInt();
      byte[] nonce = in.readNBytes(Proof.NONCE_BYTES);
      byte[] proof = in.readNBytes(Proof.BYTES);
      if (!Proof.same(proof, LauncherAllGather.proof(token, "rank " + rank, nonce))) {
        return -1;
      }
      out.write(LauncherAllGather.proof(token, "launcher", nonce));
      out.flush();
      socket.setSoTimeout(0);
      return ranks.indexOf(rank);
    } catch (IOException e) {
      return -1; // It said nothing, or has ended.
    }
  }

  private void passOn(DataInputStream[] ins, DataOutputStream[] outs) throws IOException {
    var told = new byte[ins.length][];
    for (int i = 0; i < ins.length; i++) {
      told[i] = ins[i].readNBytes(ins[i].readInt());
    }
    byte[][] all = events.exchange(told);
    for (DataOutputStream out : outs) {
      for (byte[] each : all) {
        out.writeInt(each.length);
        out.write(each);
      }
      out.flush();
    }
  }

  private synchronized boolean keep(Socket socket) {
    sockets.add(socket);
    if (over) {
      close(socket);
    }
    return !over;
  }
}
