// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.files.FileException;
import weft.transport.JobVariables;
import weft.transport.host.PortRange;
import weft.transport.job.JobDirectory;
import weft.transport.job.JvmEnd;
import weft.transport.job.Proc;
import weft.transport.job.RankStreams;
import weft.transport.job.Shell;
import weft.transport.job.TemporaryFolder;
import weft.watch.LauncherPort;
import weft.watch.Reporter;

/// Runs one job under `mpirun` from beginning to end, and leaves no files or processes behind.
final class MpiHost {
  /// Variables of this process if it is itself a rank of some job.
  private static final Set<String> OF_A_RANK =
      Set.of(
          JobVariables.RANK,
          JobVariables.SIZE,
          JobVariables.JOB,
          JobVariables.TOKEN,
          JobVariables.LAUNCHER_AT);

  /// Longer than the ranks take to agree on a failure and to end because of it, beside the time
  /// that the setting of the job gives them.
  private static final long MILLIS_TO_END_BY_THEMSELVES = 4_000;

  /// Longer than the time that `mpirun` gives to ranks that it ends.
  private static final long MILLIS_TO_END_ALL = 6_000;

  /// The same if ranks deliver recordings first, for which `mpirun` gives them ten seconds.
  private static final long MILLIS_TO_DELIVER_AND_END = 12_000;

  private static final long MILLIS_BETWEEN_LOOKS = 200;

  /// Longer than the daemons of a killed `mpirun` take to kill their ranks.
  private static final long NANOS_TO_BE_GONE = 5_000_000_000L;

  private static final long MILLIS_BETWEEN_LOOKS_AT_THE_END = 10;

  /// The time for which a message of `mpirun` is kept, in case it is about a rank's end.
  private static final long NANOS_TO_TELL = 1_500_000_000;

  /// The messages that `mpirun` prints because of the same Ctrl-C are younger than this.
  private static final long NANOS_BEFORE_STOP = 200_000_000;

  private static final long DRAIN_MILLIS = 100;
  private static final long SMALL_STACK = 1 << 17;

  private final List<String> command;
  private final Map<String, String> environment;
  private final PrintStream err;
  private final RankStreams streams;
  private final boolean tagged;
  private final boolean spaced;
  private final Ending ending;

  /// Where rank 0 connects to if it is on another host; null if all ranks are here.
  private final @Nullable LauncherPort port;

  private final boolean wantsFolders;
  private final long millisToEndByThemselves;
  private final long millisToEndAll;

  // Guarded by this, because a signal ends the job on another thread.
  private boolean stopped;
  private @Nullable Process process;
  private @Nullable MpiFolders folders;

  /// A job of one rank for each of `commands`.
  ///
  /// @throws WeftException if there is no `mpirun`, or its options are invalid
  MpiHost(
      List<List<String>> commands,
      Map<String, String> environment,
      PrintStream out,
      PrintStream err) {
    this.err = err;
    this.streams = new RankStreams(out, err, this::stop);
    this.environment = new HashMap<>(environment);
    this.environment.put(JobVariables.TRANSPORT, MpiProvider.NAME);
    this.environment.put(Marks.VARIABLE, "1");
    this.environment.put(JobVariables.MARK_REPORTS, Reporter.LINES);
    long self = Proc.self();
    this.environment.put(JobVariables.LAUNCHER, self + " " + Proc.started(self));
    if (commands.stream().flatMap(List::stream).anyMatch(it -> it.startsWith("-agentlib:jdwp"))) {
      this.environment.putIfAbsent(JobVariables.JOIN, "0"); // No limit while debugging.
    }
    var settings = new HashMap<>(System.getenv());
    settings.keySet().removeAll(OF_A_RANK);
    settings.putAll(this.environment);
    Mpirun mpirun = Mpirun.find(settings);
    var line = new MpirunCommand(mpirun, settings, commands.size());
    String program = this.environment.getOrDefault(JobVariables.PROGRAM, "a program");
    PortRange ports = PortRange.of(settings);
    this.port =
        MpirunCommand.isHere(settings)
            ? null
            : LauncherPort.open(commands.size(), program, settings);
    if (port != null) {
      this.environment.putAll(port.variables());
      settings.putAll(port.variables());
    }
    this.environment.putAll(line.environment(isRoot()));
    if (port != null && ports.size() > 0) {
      err.println(mpirun.portsOfItsOwn(ports));
    }
    if (line.lacksRoom()) {
      err.println(LibraryRoom.sentence(commands.size()));
    }
    this.command = endedWithUs(line.of(commands));
    this.wantsFolders = line.isOpenMpiHere();
    this.tagged = JobVariables.isSet(settings, JobVariables.TAG_OUTPUT);
    this.spaced = mpirun.kind() == Mpirun.Kind.OPEN_MPI && mpirun.major() >= 5;
    this.ending = new Ending(commands.size());
    boolean delivers = settings.containsKey(JobVariables.RECORD_HOME);
    this.millisToEndByThemselves =
        (delivers ? MILLIS_TO_DELIVER_AND_END : MILLIS_TO_END_BY_THEMSELVES)
            + JobVariables.grace(settings) / 1_000_000;
    this.millisToEndAll = delivers ? MILLIS_TO_DELIVER_AND_END : MILLIS_TO_END_ALL;
  }

  private static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /// Makes the kernel end `mpirun`, as a signal would, if this process is killed. This is bound to
  /// the thread that starts `mpirun`, which is also the one that waits for it.
  private static List<String> endedWithUs(List<String> command) {
    Path setpriv = Shell.find("setpriv");
    if (setpriv == null) {
      return command;
    }
    var all = new ArrayList<>(List.of(setpriv.toString(), "--pdeathsig", "TERM", "--"));
    all.addAll(command);
    return all;
  }

  /// Runs the job and returns its exit code.
  ///
  /// @throws WeftException if it cannot be started
  int run() {
    try (var _ = JvmEnd.attend(this::stopWithJvm);
        var _ = port) {
      return runAttended();
    }
  }

  private int runAttended() {
    long began = System.currentTimeMillis();
    try {
      Process started = start();
      RankOutput[] outputs = {
        new RankOutput(started.getInputStream(), streams.out(), tagged, spaced, ending),
        new RankOutput(started.getErrorStream(), streams.err(), tagged, spaced, ending)
      };
      Thread[] threads = {read("weft-out", outputs[0]), read("weft-err", outputs[1])};
      await(started);
      for (int i = 0; i < threads.length; i++) {
        drain(threads[i], outputs[i]);
      }
      JvmEnd.awaitIfByUser(ending.exitCode(started.exitValue()));
      if (ending.isWrong()) {
        // A killed rank 0 could not remove its files, and no other rank did if rank 0 took long to
        // die.
        JobDirectory.removeAllKilled();
      }
      if (ending.isWrong() || started.exitValue() != 0) {
        int _ = LibraryLeftovers.remove(TemporaryFolder.SHARED_MEMORY, began);
      }
      return print(started.exitValue());
    } catch (IOException e) {
      throw new WeftException("mpirun could not be started: " + FileException.reason(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException("interrupted while the job ran", e);
    } finally {
      JvmEnd.awaitIfBegun(); // The end of the JVM ends them.
      stop();
    }
  }

  private synchronized Process start() throws IOException, InterruptedException {
    while (stopped) {
      wait(); // The JVM ends: this thread must not return as if all were well.
    }
    var builder = new ProcessBuilder(command).redirectInput(Redirect.INHERIT);
    builder.environment().keySet().removeAll(OF_A_RANK);
    builder.environment().putAll(environment);
    if (wantsFolders) {
      int _ = TemporaryFolder.clean(MpiFolders.PURPOSE);
      var own = new MpiFolders(builder.environment());
      builder.environment().putAll(own.environment());
      folders = own;
    }
    Process started = builder.start();
    process = started;
    return started;
  }

  private static Thread read(String name, RankOutput output) {
    var thread = new Thread(null, output, name, SMALL_STACK);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /// Waits for `mpirun`, and ends it when a rank has failed and the others do not end.
  private void await(Process started) throws InterruptedException {
    while (!started.waitFor(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS)) {
      if (ending.isWrong()) {
        if (!started.waitFor(millisToEndByThemselves, TimeUnit.MILLISECONDS)) {
          end(started);
        }
        return;
      }
      print(ending.said(NANOS_TO_TELL));
    }
  }

  /// It does not wait for a process that a rank has started and that still holds its output open.
  private static void drain(Thread thread, RankOutput output) throws InterruptedException {
    thread.join(DRAIN_MILLIS);
    while (thread.isAlive() && !output.isReading()) {
      thread.join(DRAIN_MILLIS);
    }
  }

  /// Prints the remaining messages, unless the user ended the job.
  private int print(int code) {
    synchronized (this) {
      if (stopped) {
        return streams.exitCode(ending.exitCode(code));
      }
    }
    print(ending.rest(code));
    return streams.exitCode(ending.exitCode(code));
  }

  private void print(List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    synchronized (err) {
      lines.forEach(err::println);
      err.flush();
    }
  }

  /// Ends the job because it has ended, or because this JVM ends: by Ctrl-C, `kill`, or System.exit
  /// in an IDE.
  private void stop() {
    Process running;
    MpiFolders own;
    synchronized (this) {
      stopped = true;
      running = process;
      own = folders;
    }
    if (running != null && running.isAlive()) {
      // They may be the reason why the user ended the job.
      print(ending.said(NANOS_BEFORE_STOP));
      try {
        end(running);
      } catch (InterruptedException e) {
        running.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
    if (own != null) {
      own.close();
    }
  }

  /// Ends the job because this JVM ends. No other thread may remove the files of a killed rank 0
  /// later.
  private void stopWithJvm() {
    List<ProcessHandle> all;
    synchronized (this) {
      all = process == null ? List.of() : process.descendants().toList();
    }
    stop();
    long began = System.nanoTime();
    try {
      while (all.stream().anyMatch(ProcessHandle::isAlive)
          && System.nanoTime() - began < NANOS_TO_BE_GONE) {
        Thread.sleep(MILLIS_BETWEEN_LOOKS_AT_THE_END);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    JobDirectory.removeAllKilled();
  }

  /// Asks `mpirun` to end; it then ends the ranks on all hosts.
  private void end(Process running) throws InterruptedException {
    running.destroy();
    if (!running.waitFor(millisToEndAll, TimeUnit.MILLISECONDS)) {
      running.destroyForcibly().waitFor();
    }
  }
}
