// SPDX-License-Identifier: Apache-2.0
package weft.system.starts;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.lab.Lab;
import weft.lab.Rate;
import weft.system.cli.Weft;
import weft.testkit.Patience;
import weft.transport.job.Hex;

/// Slurm on two hosts of a laboratory: its controller on the first, a daemon on each, and commands
/// on `login`. The hosts share the machine's files, as those of a cluster share homes.
final class SlurmCluster implements AutoCloseable {
  private static final List<String> PROGRAMS =
      List.of("slurmctld", "slurmd", "munged", "srun", "sbatch", "salloc", "scancel", "sinfo");

  private static final List<Path> FOLDERS =
      Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
          .map(Path::of)
          .toList();

  private static final String CONFIGURATION =
      """
      ClusterName=lab
      SlurmctldHost=h0(@FIRST@)
      AuthType=auth/munge
      AuthInfo=socket=@DIR@/munge/socket,cred_expire=5
      CredType=cred/munge
      SlurmUser=root
      SlurmdUser=root
      StateSaveLocation=@DIR@/state
      SlurmdSpoolDir=@DIR@/spool-%n
      SlurmctldPidFile=@DIR@/slurmctld.pid
      SlurmdPidFile=@DIR@/slurmd-%n.pid
      SlurmctldLogFile=@DIR@/slurmctld.log
      SlurmdLogFile=@DIR@/slurmd-%n.log
      ProctrackType=proctrack/linuxproc
      TaskPlugin=task/none
      SwitchType=switch/none
      MpiDefault=none
      ReturnToService=2
      SelectType=select/cons_tres
      SelectTypeParameters=CR_CPU
      SchedulerType=sched/backfill
      SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0,bf_interval=1
      JobCompType=jobcomp/none
      AccountingStorageType=accounting_storage/none
      JobAcctGatherType=jobacct_gather/none
      SlurmdParameters=config_overrides
      KillWait=30
      SlurmdTimeout=300
      InactiveLimit=0
      NodeName=h0 NodeAddr=@FIRST@ CPUs=8 RealMemory=4000 State=UNKNOWN
      NodeName=h1 NodeAddr=@SECOND@ CPUs=8 RealMemory=4000 State=UNKNOWN
      PartitionName=all Nodes=h0,h1 Default=YES MaxTime=60 State=UP
      """;

  private static final long MILLIS_BETWEEN_LOOKS = 300;

  private final Path folder;
  private final Lab lab;
  private final List<Process> daemons = new ArrayList<>();

  /// How a command ended.
  record Result(int exitCode, String out, String err) {
    /// Its lines, without those of Slurm.
    List<String> weftLines() {
      return err.lines().filter(line -> line.startsWith("weft: ")).toList();
    }
  }

  private SlurmCluster(Path folder, Lab lab) {
    this.folder = folder;
    this.lab = lab;
  }

  /// Returns what is missing for a cluster, or null.
  static @Nullable String obstacle() {
    List<String> missing = PROGRAMS.stream().filter(it -> find(it) == null).toList();
    return missing.isEmpty()
        ? null
        : "Slurm is not installed ("
            + String.join(", ", missing)
            + "): apt install slurm-client slurmd slurmctld munge";
  }

  private static @Nullable Path find(String program) {
    return FOLDERS.stream()
        .map(it -> it.resolve(program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  private static String program(String name) {
    Path found = find(name);
    if (found == null) {
      throw new IllegalStateException("there is no " + name);
    }
    return found.toString();
  }

  /// Starts the cluster with files in `folder`, and returns when its hosts are idle.
  static SlurmCluster open(Path folder) throws Exception {
    var cluster = new SlurmCluster(folder, Lab.open(2, Rate.NONE));
    try {
      cluster.start();
      return cluster;
    } catch (Exception | Error e) {
      cluster.close();
      throw e;
    }
  }

  private void start() throws Exception {
    Path munge = Files.createDirectories(folder.resolve("munge"));
    Files.createDirectories(folder.resolve("state"));
    Files.setPosixFilePermissions(munge, PosixFilePermissions.fromString("rwx------"));
    Path key = Files.writeString(munge.resolve("key"), Hex.random(64));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(
        folder.resolve("slurm.conf"),
        CONFIGURATION
            .replace("@DIR@", folder.toString())
            .replace("@FIRST@", lab.address(0))
            .replace("@SECOND@", lab.address(1)));
    Files.writeString(folder.resolve("cgroup.conf"), "CgroupAutomount=no\nIgnoreSystemd=yes\n");
    daemon(
        lab.login(
            List.of(
                program("munged"),
                "--foreground",
                "--force",
                "--key-file=" + key,
                "--socket=" + munge.resolve("socket"),
                "--pid-file=" + munge.resolve("pid"),
                "--log-file=" + munge.resolve("log"),
                "--seed-file=" + munge.resolve("seed"))));
    Weft.await("munge", () -> Files.exists(munge.resolve("socket")));
    daemon(lab.builder(0, List.of(program("slurmctld"), "-D", "-c")));
    for (int host = 0; host < 2; host++) {
      daemon(lab.builder(host, List.of(program("slurmd"), "-D", "-N", lab.host(host))));
    }
    Weft.await(
        "two idle hosts",
        () -> run("sinfo -h -N -o %t").out.lines().filter("idle"::equals).count() == 2);
  }

  private void daemon(ProcessBuilder builder) throws IOException {
    builder.environment().put("SLURM_CONF", folder.resolve("slurm.conf").toString());
    builder.redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("daemon" + daemons.size()).toFile());
    daemons.add(builder.start());
  }

  /// The words that start the packaged command of Weft, for a line of the shell.
  static String weft() throws IOException {
    return Path.of(System.getProperty("java.home"), "bin", "java")
        + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx128m -cp "
        + Weft.jars()
        + " weft.cli.Main";
  }

  /// Runs a line of the shell on `login`, in a folder of the test.
  Result run(String line) throws Exception {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder = lab.login(List.of("sh", "-c", line));
    builder.environment().put("SLURM_CONF", folder.resolve("slurm.conf").toString());
    builder.environment().put("XDG_CONFIG_HOME", configuration().toString());
    builder.environment().put("XDG_RUNTIME_DIR", work().resolve("run").toString());
    builder.directory(work().toFile());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.redirectInput(new File("/dev/null"));
    Process process = builder.start();
    if (!Patience.await(process, Duration.ofMinutes(2))) {
      process.destroyForcibly();
      throw new AssertionError(
          line + " is still running:\n" + Files.readString(out) + Files.readString(err));
    }
    return new Result(
        process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  /// Submits a batch script, and waits until no job is left. `sbatch --wait` looks ever more
  /// rarely.
  void batch(String options, String script) throws Exception {
    Result submitted = run("sbatch --parsable " + options + " " + script);
    if (submitted.exitCode != 0) {
      throw new AssertionError(submitted.err);
    }
    Weft.await(
        "the end of " + script,
        () -> {
          Thread.sleep(MILLIS_BETWEEN_LOOKS);
          return run("squeue -h -o %i").out.isBlank();
        });
  }

  /// Writes a batch script into the folder of the test.
  void script(String name, String text) throws IOException {
    Files.writeString(work().resolve(name), "#!/bin/sh\n" + text);
  }

  /// The folder in which commands run.
  Path work() throws IOException {
    Path work = folder.resolve("work");
    Path run = Files.createDirectories(work.resolve("run"));
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwx------"));
    return work;
  }

  /// The user's folder for configuration.
  Path configuration() {
    return folder.resolve("configuration");
  }

  /// What a file in the folder of the test holds; empty if it is not there.
  String text(String name) throws IOException {
    Path file = work().resolve(name);
    return Files.exists(file) ? Files.readString(file, UTF_8) : "";
  }

  /// The Java processes that run on the hosts.
  long ranks() {
    return Stream.of(0, 1)
        .flatMap(host -> lab.processes(host).stream())
        .filter(it -> it.info().command().orElse("").endsWith("/java"))
        .count();
  }

  /// The files of Weft in the shared memory of the hosts.
  List<Path> sharedFiles() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("/dev/shm"), 2)) {
      return files
          .filter(it -> it.toString().contains(lab.name()))
          .filter(it -> it.getFileName().toString().startsWith("weft-"))
          .filter(it -> !it.getFileName().toString().contains(lab.name()))
          .toList();
    }
  }

  @Override
  public void close() {
    lab.close();
    daemons.forEach(Process::destroyForcibly);
  }
}
