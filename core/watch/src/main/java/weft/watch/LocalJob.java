// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.job.Hex;
import weft.transport.job.LineSink;
import weft.transport.job.RankStreams;
import weft.transport.job.WholeLines;

/// Starts a job whose ranks are processes of this machine, for a transport that needs only a
/// [LauncherAllGather]. Once all have joined, the ranks watch each other ([PeerWatch]). If one rank
/// fails, this process ends the others if they do not end by themselves.
public final class LocalJob {
  private static final int TOKEN_BYTES = 16;
  private static final int BACKLOG = 64;
  private static final long MILLIS_TO_END = 5_000;

  private final String token;
  private final long millisToEnd;
  private final List<Process> processes = new ArrayList<>();
  private final List<Thread> readers = new ArrayList<>();
  private final ServerSocket listener;
  private final RankStreams streams = new RankStreams(System.out, System.err, this::end);

  // Guarded by this.
  private final List<Socket> sockets = new ArrayList<>();
  private int code;
  private int running;
  private boolean over;

  private LocalJob(Map<String, String> environment, ServerSocket listener) throws IOException {
    this.token = Hex.random(TOKEN_BYTES);
    this.millisToEnd = MILLIS_TO_END + JobVariables.grace(environment) / 1_000_000;
    this.listener = listener;
  }

  /// Starts one rank of `transport` for each of `commands`, and waits for all ranks.
  ///
  /// @param environment variables to add to each rank's environment
  /// @return the exit code of the first rank that failed, or 0
  /// @throws WeftException if the job cannot be started
  public static int run(
      String transport, List<List<String>> commands, Map<String, String> environment) {
    try (var listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
      var job = new LocalJob(environment, listener);
      var hook = new Thread(job::end, "weft-end");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        job.start(transport, commands, environment);
        return job.await();
      } finally {
        job.end();
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    } catch (IOException e) {
      throw new WeftException("the ranks could not be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException("interrupted while the job ran", e);
    }
  }

  private synchronized void start(
      String transport, List<List<String>> commands, Map<String, String> environment)
      throws IOException {
    int size = commands.size();
    daemon("weft-all-gather", () -> serveAllGathers(size));
    for (int rank = 0; rank < size; rank++) {
      var builder = new ProcessBuilder(commands.get(rank)).redirectInput(Redirect.INHERIT);
      Map<String, String> variables = builder.environment();
      variables.putAll(environment);
      variables.put(JobVariables.TRANSPORT, transport);
      variables.put(JobVariables.RANK, Integer.toString(rank));
      variables.put(JobVariables.SIZE, Integer.toString(size));
      variables.put(JobVariables.JOB, Integer.toString(listener.getLocalPort()));
      variables.put(JobVariables.TOKEN, token);
      Process process = builder.start();
      processes.add(process);
      running++;
      readers.add(forward(process.getInputStream(), streams.out()));
      readers.add(forward(process.getErrorStream(), streams.err()));
      var _ = process.onExit().thenAccept(it -> ended(it.exitValue()));
    }
  }

  private static Thread daemon(String name, Runnable what) {
    var thread = new Thread(what, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static Thread forward(InputStream from, LineSink to) {
    return daemon(
        "weft-output",
        () -> {
          var lines = new WholeLines(to, "");
          var bytes = new byte[1 << 13];
          try {
            for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
              lines.add(bytes, 0, read);
              lines.pass();
            }
          } catch (IOException e) {
            // The process has ended.
          }
          lines.end();
        });
  }

  private synchronized void ended(int itsCode) {
    running--;
    if (itsCode != 0) {
      code = code == 0 ? itsCode : code;
      closeSockets(); // Ranks that are still joining must not wait for the failed one.
    }
    notifyAll();
  }

  private int await() throws InterruptedException {
    synchronized (this) {
      while (running > 0 && code == 0) {
        wait();
      }
      long deadline = System.nanoTime() + millisToEnd * 1_000_000;
      for (long left = millisToEnd;
          running > 0 && left > 0;
          left = (deadline - System.nanoTime()) / 1_000_000) {
        wait(left);
      }
    }
    end();
    for (Thread reader : readers) {
      reader.join(
          TimeUnit.SECONDS.toMillis(1)); // A process that a rank started may hold its output open.
    }
    synchronized (this) {
      return streams.exitCode(code);
    }
  }

  private synchronized void end() {
    closeSockets();
    processes.forEach(Process::destroyForcibly);
  }

  private synchronized void closeSockets() {
    over = true;
    for (Socket socket : sockets) {
      close(socket);
    }
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

  private void serveAllGathers(int size) {
    var ins = new DataInputStream[size];
    var outs = new DataOutputStream[size];
    try {
      for (int joined = 0; joined < size; ) {
        Socket socket = listener.accept();
        if (!keep(socket)) {
          return;
        }
        var in = new DataInputStream(socket.getInputStream());
        if (Hex.same(in.readUTF(), token)) {
          int rank = in.readInt();
          ins[rank] = in;
          outs[rank] = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
          joined++;
        } else {
          close(socket);
        }
      }
      while (true) {
        passOn(ins, outs);
      }
    } catch (IOException e) {
      // A rank has disconnected: all ranks have joined, or the job has failed.
    }
  }

  private static void passOn(DataInputStream[] ins, DataOutputStream[] outs) throws IOException {
    var told = new byte[ins.length][];
    for (int rank = 0; rank < ins.length; rank++) {
      told[rank] = ins[rank].readNBytes(ins[rank].readInt());
    }
    for (DataOutputStream out : outs) {
      for (byte[] each : told) {
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
