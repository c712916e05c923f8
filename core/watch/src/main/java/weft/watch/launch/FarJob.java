// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.files.FileException;
import weft.transport.Hosts;
import weft.transport.JobVariables;
import weft.transport.job.Hex;
import weft.transport.job.JobListing;
import weft.transport.job.JvmEnd;
import weft.watch.probe.HostsRefusedException;

/// One job whose ranks are on other hosts, from beginning to end. Each host has a [HostParent], to
/// which one `ssh` leads.
public final class FarJob {
  private static final int TOKEN_BYTES = 16;
  private static final long MILLIS_TO_END = 5_000;

  /// The time after which the user is told who has not answered, and after which nobody waits for
  /// slow hosts where another one cannot be used.
  private static final long SECONDS_TO_ANSWER = 10;

  /// The exit code of a job that a signal to its first host has ended, as that of SIGTERM.
  private static final int TERMINATED = 143;

  /// The exit code for a host that is lost: that of the ranks which notice it.
  private static final int LOST = 1;

  private static final JoinStage[] STAGES = JoinStage.values();

  private final int size;
  private final long millisToEnd;
  private final RanksLeft left;
  private final JobOutput output;
  private final JoinFailure joinFailure = new JoinFailure();
  private final List<FarHost> hosts = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private final RankInquiry inquiry = new RankInquiry();
  private volatile boolean running;
  private volatile boolean stopping;

  // Guarded by this.
  private final boolean[] hasEnded;
  private final byte[][][] contributed;
  private boolean abandoned;
  private @Nullable InputRelay input;

  private FarJob(int size, Hosts hosts, Map<String, String> settings) {
    this.size = size;
    this.millisToEnd = MILLIS_TO_END + JobVariables.grace(settings) / 1_000_000;
    this.left = new RanksLeft(size);
    this.hasEnded = new boolean[size];
    this.contributed = new byte[hosts.names().size()][][];
    boolean isTagged = JobVariables.isSet(settings, JobVariables.TAG_OUTPUT);
    this.output = new JobOutput(size, isTagged, this::kill);
  }

  /// Runs one rank for each of `commands`, on `hosts` in their order, and waits for all.
  ///
  /// @param environment variables for the ranks
  /// @return the exit code of the first rank that failed, or 0
  /// @throws WeftException if a host cannot be used; its message has a sentence for each
  public static int run(
      String transport, Hosts hosts, List<List<String>> commands, Map<String, String> environment) {
    var settings = new HashMap<>(System.getenv());
    settings.putAll(environment);
    var job = new FarJob(commands.size(), hosts, settings);
    var jars = new Jars();
    try (var _ = JvmEnd.attend(() -> job.stop(jars));
        jars) {
      var commandsThere = new ArrayList<JavaCommand>();
      for (List<String> words : commands) {
        JavaCommand parsed = JavaCommand.parse(words);
        commandsThere.add(parsed.with(jars.add(parsed.classPath())));
      }
      job.open(hosts, jars);
      jars.close(); // All have been brought.
      String token = Hex.random(TOKEN_BYTES);
      job.start(token, commandsThere, HostTask.variables(transport, commands.size(), environment));
      String program = environment.getOrDefault(JobVariables.PROGRAM, "a program");
      try (var _ =
          JobListing.open(
              commands.size(), token, () -> program, () -> job.inquiry.ask(job.opened()))) {
        job.left.await(job.millisToEnd);
      }
      JvmEnd.awaitIfByUser(job.left.code());
      job.end();
      JvmEnd.awaitIfBegun();
      job.joinFailure.print();
      return job.output.exitCode(job.left.code());
    } catch (IOException e) {
      throw new WeftException("the ranks could not be started: " + FileException.reason(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException("interrupted while the job ran", e);
    } finally {
      job.end();
    }
  }

  // The start.

  /// Connects to all hosts at the same time. No rank starts unless all can be used.
  private void open(Hosts all, Jars jars) throws InterruptedException {
    List<String> parents = jars.addPlacesOf(HostParent.class, WeftException.class);
    String folder = System.getProperty("user.dir");
    String script = FarHost.script(folder, parents, jars.all());
    int count = all.names().size();
    var answered = new CountDownLatch(count);
    int first = 0;
    for (int i = 0; i < count; i++) {
      var host =
          connect(all.names().get(i), first, Math.min(all.slots().get(i), size - first), script);
      first += host.ranks();
      int index = i;
      daemon("weft-host-" + host.name(), () -> attend(index, host, script, jars.all(), answered));
      if (count > 1) {
        daemon("weft-name-" + host.name(), () -> LoopbackName.print(host.name()));
      }
    }
    if (!answered.await(SECONDS_TO_ANSWER, TimeUnit.SECONDS)) {
      reportSilence(answered);
    }
    synchronized (this) {
      if (!refusals.isEmpty()) {
        throw new HostsRefusedException(refused, refusals);
      }
    }
  }

  private synchronized FarHost connect(String name, int first, int ranks, String script)
      throws InterruptedException {
    awaitUnlessStopping();
    var host = new FarHost(name, first, ranks, script);
    hosts.add(host);
    return host;
  }

  /// A thread that would go on while the JVM ends waits here instead.
  private synchronized void awaitUnlessStopping() throws InterruptedException {
    while (stopping) {
      wait();
    }
  }

  private static void daemon(String name, Runnable what) {
    var thread = new Thread(what, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void reportSilence(CountDownLatch answered) throws InterruptedException {
    List<String> silent;
    synchronized (this) {
      silent = hosts.stream().filter(it -> !it.isOpen()).map(FarHost::name).toList();
      if (!refusals.isEmpty()) {
        return;
      }
    }
    System.err.println(
        "weft: still waiting for "
            + String.join(", ", silent)
            + ": ssh connects, or the program's jars are on their way.");
    answered.await();
  }

  private void start(String token, List<JavaCommand> commands, Map<String, String> variables)
      throws IOException, InterruptedException {
    awaitUnlessStopping();
    running = true;
    for (FarHost host : hosts) {
      var own = new TreeMap<Integer, JavaCommand>();
      for (int i = 0; i < host.ranks(); i++) {
        own.put(host.firstRank() + i, commands.get(host.firstRank() + i));
      }
      byte[] task = new HostTask(token, variables, own).bytes();
      host.send(HostFrame.Kind.START, task, task.length);
      if (host.has(0)) {
        var relay = new InputRelay(host);
        synchronized (this) {
          input = relay;
        }
        relay.start();
      }
    }
  }

  // What hosts say. Each has a thread.

  private void attend(
      int index, FarHost host, String script, List<Jar> jars, CountDownLatch answered) {
    try {
      host.open(script, jars, System.err);
    } catch (HostException e) {
      synchronized (this) {
        refusals.add(String.valueOf(e.getMessage()));
        refused.add(host.name());
      }
      return;
    } finally {
      answered.countDown();
    }
    for (HostFrame frame = host.read(); frame != null; frame = host.read()) {
      take(index, host, frame);
    }
    lost(host);
  }

  private void take(int index, FarHost host, HostFrame frame) {
    switch (frame.kind()) {
      case OUT, ERR -> {
        boolean isError = frame.kind() == HostFrame.Kind.ERR;
        output.add(frame.rank(), isError, frame.bytes(), frame.bytes().length);
      }
      case ENDED -> {
        ByteBuffer words = ByteBuffer.wrap(frame.bytes());
        ended(host, frame.rank(), words.getInt(), STAGES[words.getInt()]);
      }
      case DESCRIBED -> inquiry.answered(new String(frame.bytes(), UTF_8));
      case CANNOT_JOIN -> joinFailure.failed(frame.rank(), new String(frame.bytes(), UTF_8));
      case CONTRIBUTED -> contributed(index, frame.bytes());
      case TAKEN -> {
        InputRelay relay;
        synchronized (this) {
          relay = input;
        }
        if (relay != null) {
          relay.taken();
        }
      }
      case FAILED -> {
        print(
            "host " + host.name() + " cannot start its ranks: " + new String(frame.bytes(), UTF_8));
        endAll(host);
      }
      case STOPPED -> daemon("weft-stopped", () -> Runtime.getRuntime().exit(TERMINATED));
      default -> {
        // A ping.
      }
    }
  }

  private void ended(FarHost host, int rank, int code, JoinStage stage) {
    synchronized (this) {
      if (hasEnded[rank]) {
        return;
      }
      hasEnded[rank] = true;
    }
    output.end(rank, code);
    joinFailure.ended(rank, "on host " + host.name(), 0, code, stage);
    for (byte[][] waiting : contributed()) {
      if (code != 0 || waiting != null) {
        abandon(); // No rank ends before all have joined, unless the job has failed.
      }
    }
    left.ended(1, code);
  }

  private synchronized byte[][][] contributed() {
    return contributed.clone();
  }

  private void abandon() {
    synchronized (this) {
      if (abandoned) {
        return;
      }
      abandoned = true;
    }
    hosts.forEach(it -> it.send(HostFrame.Kind.ABANDON, HostFrame.NOTHING, 0));
  }

  private void contributed(int index, byte[] packed) {
    var all = new byte[size][];
    boolean isHopeless = false;
    synchronized (this) {
      try {
        contributed[index] = Packed.arrays(packed);
      } catch (IOException e) {
        return; // It ends in the middle, as a connection does.
      }
      for (boolean each : hasEnded) {
        isHopeless |= each;
      }
      int rank = 0;
      for (byte[][] each : contributed) {
        if (each == null && !isHopeless) {
          return; // Others are still to come.
        }
        for (byte[] bytes : each == null ? new byte[0][] : each) {
          all[rank++] = bytes;
        }
      }
      java.util.Arrays.fill(contributed, null);
    }
    if (isHopeless) {
      abandon();
      return;
    }
    byte[] gathered = Packed.of(all);
    hosts.forEach(it -> it.send(HostFrame.Kind.GATHERED, gathered, gathered.length));
  }

  private void lost(FarHost host) {
    String reason = host.reason();
    boolean isEarly = false;
    synchronized (this) {
      for (int i = 0; i < host.ranks(); i++) {
        isEarly |= !hasEnded[host.firstRank() + i];
      }
    }
    if (isEarly && !reason.isEmpty() && !stopping) {
      output.lost(reason);
    }
    endAll(host);
  }

  /// Takes the ranks of `host` for ended.
  private void endAll(FarHost host) {
    for (int i = 0; i < host.ranks(); i++) {
      // What has happened to the host was said.
      ended(host, host.firstRank() + i, LOST, JoinStage.JOINED);
    }
  }

  private static void print(String sentence) {
    System.err.println("weft: " + sentence + ".");
  }

  // The end.

  /// Ends the job because this JVM ends: asks all ranks to end, and kills them if they do not, or
  /// at a second signal.
  private void stop(Jars jars) {
    synchronized (this) {
      stopping = true;
    }
    if (running) {
      Interrupts.onNext(this::kill);
      opened().forEach(it -> it.send(HostFrame.Kind.TERMINATE, HostFrame.NOTHING, 0));
      try {
        left.awaitAll(millisToEnd);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    end();
    jars.close();
  }

  private synchronized List<FarHost> opened() {
    return List.copyOf(hosts);
  }

  /// Kills all ranks.
  private void kill() {
    opened().forEach(FarHost::close);
  }

  private void end() {
    List<FarHost> all = opened();
    all.forEach(FarHost::close);
    all.forEach(FarHost::end);
  }
}
