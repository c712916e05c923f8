// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.WeftConfig;
import weft.WeftException;
import weft.cli.ProgramFinder.Sources;
import weft.cli.checkpoint.Retries;
import weft.cli.profile.GivenProfile;
import weft.transport.ForeignLauncher;
import weft.transport.JobSetting;
import weft.transport.JobVariables;
import weft.transport.TransportProvider;
import weft.transport.host.JvmSizes;
import weft.transport.host.Share;
import weft.transport.job.Shell;
import weft.transport.job.SlurmAllocation;

/// `weft run`: starts a program on several ranks.
@Command(
    name = "run",
    customSynopsis = "weft run [OPTIONS] PROGRAM [ARGS...]",
    sortOptions = false,
    description = {
      "Starts a program on several ranks and waits for them.",
      "",
      "PROGRAM is a .java file, a .jar, a main class with --class-path, or a built-in",
      "name (weft run alone lists these). Arguments after it go to the program.",
      ""
    },
    footer = {"", "The exit code is that of the program, or 2 if the command line is wrong."})
final class RunCommand implements Callable<Integer> {
  private static final String THREADS = "threads";

  /// The variable with the addresses of the lab's hosts, set inside a lab.
  private static final String LAB_HOSTS = "WEFT_LAB_HOSTS";

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N")
  @Nullable Integer ranks;

  @Option(names = "--transport", paramLabel = "NAME")
  @Nullable String transport;

  /// The options of all jobs.
  private final JobOptions job = new JobOptions();

  /// The options that the transports declare.
  private final TransportOptions options = new TransportOptions();

  @Option(names = "--tag-output", description = "Prefix each line of output with its rank.")
  boolean tagOutput;

  @Option(names = "--bind", description = "Give each rank its own processors.")
  boolean bind;

  @Option(
      names = "--java-heap",
      paramLabel = "SIZE",
      converter = Bytes.class,
      description = "Java heap of each JVM; by default an equal share of 60 %% of the memory.")
  @Nullable Long javaHeap;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "An option for each rank's JVM. Repeatable.")
  List<String> jvmArguments = new ArrayList<>();

  @Option(
      names = "--retries",
      paramLabel = "N",
      description =
          "With --checkpoint or --restart: start the job again, up to N times, from its last"
              + " checkpoint when a rank is lost or fails.")
  int retries;

  @Option(
      names = {"--class-path", "-cp"},
      paramLabel = "PATH",
      description = "The jars and folders with the program's classes.")
  String classPath = "";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /// For `./weft`: prints the command for a rank of `mpirun` instead of running it.
  @Option(names = "--print-command", hidden = true)
  boolean printCommand;

  @Parameters(index = "0", arity = "0..1", hidden = true)
  @Nullable String program;

  @Parameters(index = "1..*", hidden = true)
  List<String> arguments = new ArrayList<>();

  private final PrintStream out;
  private final PrintStream err;
  private final Machine machine;
  private final Map<String, String> around;

  /// @param around the environment of this process
  RunCommand(PrintStream out, PrintStream err, Machine machine, Map<String, String> around) {
    this.out = out;
    this.err = err;
    this.machine = machine;
    this.around = around;
  }

  /// Adds the options of all jobs, and those that transports declare.
  void addOptions(CommandLine line) {
    job.addTo(line);
    options.addTo(line.getCommandSpec());
  }

  @Override
  public Integer call() {
    ForeignLauncher launcher = launcher();
    if (printCommand && launcher == null) {
      return 0; // This is not a rank, so `./weft` runs this command as usual.
    }
    int size = size(launcher);
    check(size);
    if (program == null) {
      throw CommandException.usage(
          "weft run needs a PROGRAM: a .java file, a .jar, a main class with --class-path, or one"
              + " of:\n"
              + Catalogue.read(Catalogue.PROGRAMS, RunCommand.class.getClassLoader())
                  .table()
                  .stripTrailing());
    }
    String name = transport();
    TransportProvider provider = Providers.ofProcesses(name);
    Number seed = job.number(JobSetting.CHECK);
    if (seed != null && (launcher == null || launcher.rank() == 0)) {
      err.println("weft: One-sided memory is checked; --check=" + seed + " repeats this run.");
    }
    boolean preview = jvmArguments.contains("--enable-preview");
    ProgramSpec found =
        new ProgramFinder(ClassPaths.parse(classPath), preview, sources(launcher, provider))
            .find(program);
    ProgramSpec whole = provider == null ? found : withTransport(found, provider);
    if (launcher != null) {
      return runAsRank(launcher, withWriters(whole));
    }
    Leftovers.removeInBackground();
    if (transport == null && options.isOpen()) {
      err.println("weft: " + size + " ranks over " + name + ".");
    }
    var again =
        new Retries(
            Retries.folder(job.file(JobSetting.CHECKPOINT), job.file(JobSetting.RESTART)),
            retries,
            it -> job.set(JobSetting.RESTART, it),
            err);
    return again.run(() -> run(whole, size, provider));
  }

  private int run(ProgramSpec whole, int size, @Nullable TransportProvider provider) {
    Map<String, String> variables = environment();
    if (isSizedByHosts(provider)) {
      variables.put(JobVariables.JAVA_HEAP, javaHeap == null ? "share" : javaHeap.toString());
    }
    int together = provider == null ? size : provider.mostTogether(size, settings());
    GivenProfile.put(variables, around, together == size, err);
    try (RunRecording recording = RunRecording.open(settings(), variables, size, err)) {
      int code =
          provider == null
              ? runThreads(whole, size, recording)
              : provider.host(commands(whole, size), recording.variables());
      recording.ended(code);
      return code;
    }
  }

  /// Adds the jars that write recordings to the program, if its first rank writes one.
  private ProgramSpec withWriters(ProgramSpec found) {
    boolean wanted =
        job.has(JobSetting.REPORT)
            || job.has(JobSetting.TRACE)
            || RunRecording.isWanted(settings());
    return wanted ? found.with(List.of(), RunRecording.classPath()) : found;
  }

  /// The `mpirun`, `srun` or other launcher that started this process as a rank; null if another
  /// transport was requested.
  private @Nullable ForeignLauncher launcher() {
    ForeignLauncher launcher;
    try {
      launcher = ForeignLauncher.of(around, transport);
    } catch (WeftException e) {
      throw CommandException.usage("This cannot be: " + e.getMessage() + ".");
    }
    if (launcher == null) {
      return null;
    }
    if (options.givenForLauncher() != null) {
      throw CommandException.usage(
          options.givenForLauncher()
              + " is for a job that weft run starts; "
              + ForeignRank.decides(launcher)
              + ".");
    }
    return launcher;
  }

  private Sources sources(
      @Nullable ForeignLauncher launcher, @Nullable TransportProvider provider) {
    if (launcher != null) {
      return Sources.LEFT;
    }
    boolean mayBeFar =
        provider != null && provider.isSpread(settings()) && !provider.bringsProgram(settings());
    return mayBeFar ? Sources.CHECKED : Sources.COMPILED;
  }

  /// Whether ranks may run on other hosts, which have folders of their own.
  private boolean isFar() {
    TransportProvider provider = Providers.ofProcesses(transport());
    return launcher() != null || provider != null && provider.isSpread(settings());
  }

  /// The requested transport, or the one that fits the given options.
  private String transport() {
    if (transport == null) {
      String usual = options.givenForLauncher() != null ? options.transport() : usualTransport();
      return options.foreign(usual) != null ? options.transport() : usual;
    }
    String foreign = options.foreign(transport);
    if (foreign != null) {
      throw CommandException.usage(
          foreign
              + " is for --transport "
              + options.transportsOf(foreign)
              + ", not for "
              + transport
              + ".");
    }
    return transport;
  }

  private String usualTransport() {
    String otherwise = System.getProperty("os.name").equals("Linux") ? "shm" : THREADS;
    ForeignLauncher launcher = launcher();
    if (launcher != null) {
      return launcher.transport();
    }
    boolean isInJob =
        SlurmAllocation.ofJob(around) != null && Providers.find(ForeignLauncher.TCP) != null;
    return isInJob ? ForeignLauncher.TCP : otherwise;
  }

  /// Runs one rank of a job that `mpirun` started, or prints its command for `./weft`.
  private int runAsRank(ForeignLauncher launcher, ProgramSpec found) {
    var rank = new ForeignRank(launcher, machine, around);
    if (bind && launcher.rank() == 0) {
      err.println("weft: " + rank.ignored("--bind", "--bind-to core", "--cpu-bind=cores"));
    }
    if (tagOutput && launcher.rank() == 0) {
      err.println(
          "weft: "
              + rank.ignored("--tag-output", "--tag-output (Open MPI) or -l (MPICH)", "--label"));
    }
    List<String> extra = debugging(launcher.rank());
    Share share = javaHeap == null ? rank.share() : rank.share().withHeap(javaHeap);
    List<String> line = rankCommand(share).of(found, arguments, extra);
    Map<String, String> environment = rank.complete(environment());
    if (printCommand) {
      out.println(ForeignRank.print(line, environment));
      return 0;
    }
    rank.checkHandOver();
    return Child.runRank(line, rank.inherited(environment));
  }

  private RankCommand rankCommand(JvmSizes sizes) {
    return new RankCommand(sizes, jvmArguments, RankCommand.preparedCache());
  }

  /// The sizes of each of `size` JVMs that `provider` starts. The hosts of a lab share one
  /// machine's memory and cores.
  private JvmSizes sizes(@Nullable TransportProvider provider, int size) {
    if (isSizedByHosts(provider)) {
      return JvmSizes.OF_ITS_HOST;
    }
    TransportProvider spread = around.containsKey(LAB_HOSTS) ? null : provider;
    int together = spread == null ? size : spread.mostTogether(size, settings());
    if (javaHeap != null) {
      return machine.share(together).withHeap(javaHeap);
    }
    long ofSlurm = ForeignLauncher.memoryOfSlurm(around);
    boolean isFar = spread != null && spread.isSpread(settings());
    if (isFar && ofSlurm > 0) {
      return Share.of(Math.min(ofSlurm, machine.memory()), machine.cores(), together);
    }
    Share share = machine.share(together);
    return isFar ? share.onAnyHost(together) : share;
  }

  private boolean isSizedByHosts(@Nullable TransportProvider provider) {
    return provider != null && provider.sizesJvms(settings()) && !around.containsKey(LAB_HOSTS);
  }

  private List<String> debugging(int rank) {
    Number stopped = job.number(JobSetting.DEBUG_RANK);
    return stopped != null && stopped.intValue() == rank ? Debugger.option(rank, err) : List.of();
  }

  /// Adds the jar of the program's transport, if it is not one of Weft's own.
  private static ProgramSpec withTransport(ProgramSpec found, TransportProvider provider) {
    Set<Path> own = ClassPaths.of(List.of(provider.getClass()));
    return found.with(ClassPaths.withRequired(own), List.of());
  }

  /// The number of ranks. The runtime, which knows its limits, checks all numbers first.
  private int size(@Nullable ForeignLauncher launcher) {
    int started = launcher == null ? 0 : launcher.size();
    SlurmAllocation slurm = SlurmAllocation.ofJob(around);
    int usual =
        slurm != null
                && options.givenForLauncher() == null
                && ForeignLauncher.isByAddress(transport())
            ? slurm.places()
            : machine.cores();
    int wished = ranks != null ? ranks : started > 0 ? started : usual;
    if (launcher != null && started > 0 && wished != started) {
      throw CommandException.usage(
          launcher.name()
              + " has started "
              + started
              + " ranks, but -n asks for "
              + wished
              + "; omit -n.");
    }
    try {
      return WeftConfig.ofRanks(wished).ranks();
    } catch (WeftException e) {
      throw CommandException.usage("This cannot be: " + e.getMessage() + ".");
    }
  }

  private void check(int size) {
    Number stopped = job.number(JobSetting.DEBUG_RANK);
    if (stopped != null && (stopped.intValue() < 0 || stopped.intValue() >= size)) {
      throw CommandException.usage(
          "--debug-rank " + stopped + " is not one of the ranks 0 to " + (size - 1) + ".");
    }
    if (javaHeap != null && javaHeap < 2 << 20) {
      throw CommandException.usage("--java-heap must be at least 2m.");
    }
    boolean saves = job.has(JobSetting.CHECKPOINT) || job.has(JobSetting.RESTART);
    Retries.check(retries, saves);
    Path restart = job.file(JobSetting.RESTART);
    if (restart != null && !isFar()) {
      Retries.checkRestart(restart);
    }
    RankVariables.check(around, environment(), size, Providers.ofProcesses(transport()));
    for (JobSetting setting : List.of(JobSetting.EVERY, JobSetting.KEEP)) {
      if (job.has(setting) && !saves && !around.containsKey(JobSetting.CHECKPOINT.variable())) {
        throw CommandException.usage(
            setting.runOption() + " needs --checkpoint FOLDER: without a folder nothing is saved.");
      }
    }
  }

  /// Runs all ranks in one JVM. It is still a child process: the launcher's JVM is small, and the
  /// program needs its own statics, heap and exit code.
  private int runThreads(ProgramSpec found, int size, RunRecording recording) {
    if (bind) {
      err.println("weft: Ranks are not bound: they are threads, but taskset binds processes.");
    }
    if (tagOutput) {
      err.println("weft: Lines are not tagged: ranks are threads, which share one output.");
    }
    var command = rankCommand(sizes(null, 1));
    Number stopped = job.number(JobSetting.DEBUG_RANK);
    List<String> extra = stopped == null ? List.of() : Debugger.option(stopped.intValue(), err);
    var environment = new HashMap<>(recording.variables());
    environment.put(JobVariables.TRANSPORT, THREADS);
    environment.put(JobVariables.SIZE, String.valueOf(size));
    return ThreadsChild.run(command.of(found, arguments, extra), environment, err);
  }

  /// The command lines of all ranks.
  List<List<String>> commands(ProgramSpec found, int size) {
    TransportProvider provider = Providers.find(transport());
    boolean isFar = provider != null && provider.isSpread(settings());
    boolean bind = this.bind && (provider == null || !provider.bindsRanks(settings()));
    if (bind && isFar) {
      err.println("weft: Ranks are not bound: this transport binds none on other hosts.");
      bind = false;
    }
    Path taskset = bind ? Shell.find("taskset") : null;
    String obstacle = bind ? Binding.obstacle(size, machine, taskset) : null;
    if (obstacle != null) {
      err.println("weft: " + obstacle);
    }
    var command = rankCommand(sizes(provider, size));
    var commands = new ArrayList<List<String>>();
    for (int rank = 0; rank < size; rank++) {
      var extra = new ArrayList<>(debugging(rank));
      String cacheOutput = System.getProperty(RankCommand.CACHE_OUTPUT);
      if (rank == 0 && cacheOutput != null) {
        extra.add("-XX:AOTCacheOutput=" + cacheOutput);
      }
      List<String> line = command.of(found, arguments, extra);
      commands.add(
          taskset != null && obstacle == null
              ? Binding.bind(line, rank, size, machine, taskset)
              : line);
    }
    return commands;
  }

  /// The variables that a transport gets before it starts ranks.
  private Map<String, String> settings() {
    var settings = new HashMap<>(around);
    options.put(settings);
    return settings;
  }

  Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put(JobVariables.CORES, String.valueOf(machine.cores()));
    environment.put(JobVariables.PROGRAM, (program + " " + String.join(" ", arguments)).trim());
    if (LongWork.isTerminal(Path.of("/proc/self/fd/2"))) {
      environment.put(JobVariables.TERMINAL, "1");
    }
    job.put(environment);
    // The launcher stops that rank itself, by an option of its JVM.
    environment.remove(JobVariables.DEBUG_RANK);
    if (bind) {
      environment.put(JobVariables.BIND, "1");
    }
    options.put(environment);
    if (tagOutput) {
      environment.put(JobVariables.TAG_OUTPUT, "1");
    }
    return environment;
  }
}
