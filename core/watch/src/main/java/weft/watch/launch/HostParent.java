// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.files.OpenFileLimit;
import weft.transport.JobVariables;
import weft.transport.host.JvmSizes;
import weft.transport.host.Share;
import weft.transport.job.HostMemory;
import weft.transport.job.JobInfo;
import weft.transport.job.Jobs;
import weft.transport.job.Proc;

/// The process that `ssh` starts on a host of the job: the parent of the ranks there. It takes its
/// orders from its standard input, as [HostFrame]s, and reports on its standard output. When its
/// input ends, it kills all ranks at once and ends.
public final class HostParent implements HostRanks.Events {
  private static final long MILLIS_BETWEEN_PINGS = 5_000;
  private static final long MILLIS_TO_END = 3_000;

  private static final long MEMORY_IF_UNKNOWN = 1L << 30;

  /// Ends the queues below.
  private static final byte[] END = {};

  private final Path jars;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final LinkedBlockingQueue<byte[]> gathered = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<byte[]> input = new LinkedBlockingQueue<>();

  // Guarded by this.
  private @Nullable HostRanks ranks;
  private @Nullable RanksLeft left;

  private HostParent(Path jars, DataInputStream in, DataOutputStream out) {
    this.jars = jars;
    this.in = in;
    this.out = out;
  }

  /// Runs the ranks of this host.
  ///
  /// @param args the folder of the jars
  public static void main(String[] args) {
    var in = new FileInputStream(FileDescriptor.in);
    var out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // Standard output is for frames alone.
    var parent =
        new HostParent(
            Path.of(args[0]),
            new DataInputStream(new BufferedInputStream(in)),
            new DataOutputStream(new BufferedOutputStream(out)));
    Runtime.getRuntime().addShutdownHook(new Thread(parent::stop, "weft-end"));
    daemon("weft-ping", parent::ping);
    try {
      HostFrame.write(parent.out, HostFrame.Kind.READY, 0, HostFrame.NOTHING, 0);
      parent.obey();
    } catch (IOException e) {
      // The launcher, or the ssh between, has ended.
    } catch (RuntimeException | Error e) {
      // Told at once: the launcher would wait for ranks that nobody starts.
      e.printStackTrace();
      parent.fail("a fault of Weft itself, please report it: " + e);
    }
    parent.kill();
    Runtime.getRuntime().halt(0);
  }

  /// Obeys until the input ends. The ranks' parent is this thread, which ends last.
  private void obey() throws IOException {
    while (true) {
      HostFrame frame = HostFrame.read(in);
      HostRanks all = ranks();
      switch (frame.kind()) {
        case START -> start(HostTask.of(frame.bytes()));
        case GATHERED -> gathered.add(frame.bytes());
        case INPUT -> input.add(frame.bytes());
        case ABANDON -> {
          if (all != null) {
            all.abandon();
          }
        }
        case INQUIRE -> daemon("weft-inquire", this::describe);
        case TERMINATE -> {
          if (all != null) {
            all.terminate();
          }
        }
        default -> throw new IOException("a parent gets no " + frame.kind());
      }
    }
  }

  private synchronized @Nullable HostRanks ranks() {
    return ranks;
  }

  private void start(HostTask task) throws IOException {
    var commands = new HashMap<Integer, List<String>>();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var variables = new HashMap<>(task.variables());
    // These differ from host to host.
    int here = task.commands().size();
    variables.put(JobVariables.HERE, Integer.toString(here));
    int processors = Runtime.getRuntime().availableProcessors();
    variables.put(JobVariables.CORES, Integer.toString(processors));
    JvmSizes sizes = sizes(variables.remove(JobVariables.JAVA_HEAP), processors, here);
    for (var each : task.commands().entrySet()) {
      JavaCommand command = each.getValue();
      List<String> own = sizes.options(command.options() + " " + inheritedOptions(variables));
      commands.put(
          each.getKey(), command.words(java, own, jar -> jars.resolve(jar + ".jar").toString()));
    }
    long self = Proc.self();
    variables.put(JobVariables.LAUNCHER, self + " " + Proc.started(self));
    HostRanks started = new HostRanks(task.token(), this);
    synchronized (this) {
      ranks = started;
      left = new RanksLeft(commands.size());
    }
    try {
      HostRanks.checkFiles(commands.size());
      started.start(commands, variables, Redirect.PIPE);
    } catch (IOException | WeftException e) {
      fail(OpenFileLimit.told(e));
    }
    OutputStream first = started.input();
    if (first != null) {
      daemon("weft-input", () -> passInput(first));
    }
  }

  /// The share of each of `ranks` JVMs of this host, if `heap` requests one. A job of fewer ranks
  /// than hosts starts none here.
  private static JvmSizes sizes(@Nullable String heap, int processors, int ranks) {
    if (heap == null || ranks == 0) {
      return JvmSizes.OF_ITS_HOST;
    }
    long memory = HostMemory.here().bytes();
    Share share = Share.of(memory > 0 ? memory : MEMORY_IF_UNKNOWN, processors, ranks);
    return heap.matches("\\d+") ? share.withHeap(Long.parseLong(heap)) : share;
  }

  /// The options that every JVM here reads from its environment.
  private static String inheritedOptions(Map<String, String> variables) {
    var all = new HashMap<>(System.getenv());
    all.putAll(variables);
    return Stream.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
        .map(name -> all.getOrDefault(name, ""))
        .collect(Collectors.joining(" "));
  }

  private static void daemon(String name, Runnable what) {
    var thread = new Thread(what, name);
    thread.setDaemon(true);
    thread.start();
  }

  /// Passes standard input to rank 0. A rank that does not read blocks only this thread.
  private void passInput(OutputStream first) {
    try {
      for (byte[] bytes = input.take(); bytes.length > 0; bytes = input.take()) {
        first.write(bytes);
        first.flush();
        HostFrame.write(out, HostFrame.Kind.TAKEN, 0, HostFrame.NOTHING, 0);
      }
      first.close();
    } catch (IOException e) {
      // The rank has closed its input, or has ended: the launcher sends no more.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Writes now and then, because the kernel notices only by unanswered packets that the launcher's
  /// host is gone. There is no time limit: a launcher may be stopped for as long as its user likes.
  private void ping() {
    try {
      while (true) {
        Thread.sleep(MILLIS_BETWEEN_PINGS);
        HostFrame.write(out, HostFrame.Kind.PING, 0, HostFrame.NOTHING, 0);
      }
    } catch (IOException e) {
      kill();
      Runtime.getRuntime().halt(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Answers what all ranks do. Rank 0 on this host listens for such questions.
  private void describe() {
    String text = "";
    try {
      for (JobInfo job : Jobs.running()) {
        text = job.launcher() == Proc.self() ? Jobs.describe(job) : text;
      }
    } catch (WeftException e) {
      // It ends now, or does not answer.
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    write(HostFrame.Kind.DESCRIBED, 0, bytes, bytes.length);
  }

  private void kill() {
    gathered.add(END);
    HostRanks all = ranks();
    if (all != null) {
      all.kill();
    }
  }

  /// Ends the ranks because a signal ends this process: `weft stop` on this host, for example. The
  /// launcher then asks all ranks to end at the same time; if it does not, those of this host end.
  private void stop() {
    HostRanks all = ranks();
    RanksLeft running;
    synchronized (this) {
      running = left;
    }
    if (all != null && running != null) {
      write(HostFrame.Kind.STOPPED, 0, HostFrame.NOTHING, 0);
      try {
        running.awaitAll(MILLIS_TO_END);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      all.kill();
    }
  }

  @Override
  public void output(int rank, boolean isError, byte[] bytes, int length) {
    write(isError ? HostFrame.Kind.ERR : HostFrame.Kind.OUT, rank, bytes, length);
  }

  @Override
  public void ended(int rank, int code, JoinStage stage) {
    byte[] bytes =
        Packed.bytes(to -> {
          to.writeInt(code);
          to.writeInt(stage.ordinal());
        });
    write(HostFrame.Kind.ENDED, rank, bytes, bytes.length);
    synchronized (this) {
      if (left != null) {
        left.ended(1, code);
      }
    }
  }

  @Override
  public void failed(int rank, String why) {
    byte[] bytes = why.getBytes(StandardCharsets.UTF_8);
    write(HostFrame.Kind.CANNOT_JOIN, rank, bytes, bytes.length);
  }

  private void fail(String why) {
    byte[] bytes = why.getBytes(StandardCharsets.UTF_8);
    write(HostFrame.Kind.FAILED, 0, bytes, bytes.length);
  }

  private void write(HostFrame.Kind kind, int rank, byte[] bytes, int length) {
    try {
      HostFrame.write(out, kind, rank, bytes, length);
    } catch (IOException e) {
      // The launcher is gone, and the end of the input follows.
    }
  }

  @Override
  public byte[][] exchange(byte[][] ofThisHost) throws IOException {
    byte[] packed = Packed.of(ofThisHost);
    HostFrame.write(out, HostFrame.Kind.CONTRIBUTED, 0, packed, packed.length);
    try {
      byte[] all = gathered.take();
      if (all.length == 0) {
        throw new IOException("the job ends");
      }
      return Packed.arrays(all);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
