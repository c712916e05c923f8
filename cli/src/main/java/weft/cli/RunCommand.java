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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.WeftConfig;
import weft.WeftException;
import weft.cli.ProgramFinder.Sources;
import weft.transport.ForeignLauncher;
import weft.transport.JobVariables;
import weft.transport.TransportProvider;
import weft.transport.job.Shell;

/// `weft run`: starts a program on several ranks.
@Command(
    name = "run",
    customSynopsis = "weft run [OPTIONS] PROGRAM [ARGS...]",
    sortOptions = false,
    description = {
      "Starts a program on several ranks and waits for them.",
      "",
      "PROGRAM is a .java file, a .jar, a main class with --class-path, or a built-in",
      "name (weft run alone lists these). What follows it belongs to the program.",
      ""
    },
    footer = {"", "The exit code is the program's; 2 when the command line is wrong."})
final class RunCommand implements Callable<Integer> {
  private static final String THREADS = "threads";

  /// Where this runs in a lab: the addresses of its hosts.
  private static final String LAB_HOSTS = "WEFT_LAB_HOSTS";

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N")
  @Nullable Integer ranks;

  @Option(names = "--transport", paramLabel = "NAME")
  @Nullable String transport;

  /// What the transports declare; [Main#commandLine] adds it.
  final TransportOptions options = new TransportOptions();

  @Option(names = "--tag-output", description = "Put the rank before each line of output.")
  boolean tagOutput;

  @Option(names = "--bind", description = "Give each rank processors of its own.")
  boolean bind;

  @Option(names = "--heap", paramLabel = "SIZE", converter = Bytes.NotZero.class)
  @Nullable Long heap;

  @Option(
      names = "--java-heap",
      paramLabel = "SIZE",
      converter = Bytes.class,
      description = "Java heap of each JVM; an equal share of 60 %% of the memory unless given.")
  @Nullable Long javaHeap;

  @Option(names = "--budget", paramLabel = "SIZE", converter = Bytes.NotZero.class)
  @Nullable Long budget;

  @Option(names = "--ring", paramLabel = "SIZE", converter = Bytes.NotZero.class)
  @Nullable Long ring;

  @Option(names = "--check", paramLabel = "SEED", arity = "0..1", preprocessor = Seed.class)
  @Nullable Long check;

  @Option(names = "--apart")
  boolean apart;

  @Option(names = "--stall", paramLabel = "SECONDS")
  @Nullable Double stall;

  @Option(names = "--report", paramLabel = "FILE")
  @Nullable String report;

  @Option(names = "--trace", paramLabel = "FILE")
  @Nullable String trace;

  @Option(names = "--last", paramLabel = "N")
  @Nullable Integer last;

  @Option(names = "--debug-rank", paramLabel = "K")
  @Nullable Integer debugRank;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "An option for each rank's JVM; may be given again.")
  List<String> jvmArguments = new ArrayList<>();

  @Option(
      names = {"--class-path", "-cp"},
      paramLabel = "PATH",
      description = "Where the program's classes are: jars and folders.")
  String classPath = "";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /// For `./weft`: print the command that a rank of `mpirun` is to become, and do not run it.
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

  @Override
  public Integer call() {
    ForeignLauncher launcher = launcher();
    if (printCommand && launcher == null) {
      return 0; // Not a rank: `./weft` then runs this command as always.
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
    TransportProvider provider = name.equals(THREADS) ? null : Providers.named(name);
    if (check != null && (launcher == null || launcher.rank() == 0)) {
      err.println("weft: One-sided memory is checked; --check=" + check + " repeats this run.");
    }
    boolean preview = jvmArguments.contains("--enable-preview");
    ProgramSpec found =
        new ProgramFinder(ClassPaths.parse(classPath), preview, sources(launcher, provider))
            .find(program);
    ProgramSpec whole = provider == null ? found : withTransport(found, provider);
    if (launcher != null) {
      return runAsRank(launcher, withWriters(whole));
    }
    try (RunRecording recording = RunRecording.open(settings(), environment(), size, err)) {
      int code =
          provider == null
              ? runThreads(whole, size, recording)
              : provider.host(commands(whole, size), recording.variables());
      recording.ended(code);
      return code;
    }
  }

  /// The program, with the jars that write what is recorded, if its first rank is to do so.
  private ProgramSpec withWriters(ProgramSpec found) {
    boolean wanted = report != null || trace != null || RunRecording.isWanted(settings());
    return wanted ? found.with(List.of(), RunRecording.classPath()) : found;
  }

  /// The `mpirun` or `srun` of which this process is a rank; null when another transport is asked
  /// for.
  private @Nullable ForeignLauncher launcher() {
    ForeignLauncher launcher = ForeignLauncher.of(around);
    if (launcher == null || (transport != null && !transport.equals(ForeignLauncher.TRANSPORT))) {
      return null;
    }
    if (options.given() != null) {
      throw CommandException.usage(
          options.given()
              + " is for a job that weft run starts; give this to "
              + launcher.name()
              + ".");
    }
    return launcher;
  }

  private Sources sources(
      @Nullable ForeignLauncher launcher, @Nullable TransportProvider provider) {
    if (launcher != null) {
      return Sources.LEFT;
    }
    boolean mayBeFar = provider != null && provider.isSpread(settings());
    return mayBeFar ? Sources.CHECKED : Sources.COMPILED;
  }

  /// The transport that was asked for, or that suits what was.
  private String transport() {
    String given = options.given();
    if (transport == null) {
      return given != null ? options.transport() : usualTransport();
    }
    if (given != null && !transport.equals(options.transport())) {
      throw CommandException.usage(
          given + " is for --transport " + options.transport() + ", not for " + transport + ".");
    }
    return transport;
  }

  private String usualTransport() {
    String otherwise = System.getProperty("os.name").equals("Linux") ? "shm" : THREADS;
    try {
      return ForeignLauncher.transport(launcher(), around, otherwise);
    } catch (WeftException e) {
      throw CommandException.usage("This cannot be: " + e.getMessage() + ".");
    }
  }

  /// Becomes one rank of a job that `mpirun` has started, or lets `./weft` become it.
  private int runAsRank(ForeignLauncher launcher, ProgramSpec found) {
    var rank = new ForeignRank(launcher, machine, around);
    if (bind && launcher.rank() == 0) {
      err.println("weft: Ranks are not bound by this: give --bind-to core to mpirun.");
    }
    if (tagOutput && launcher.rank() == 0) {
      err.println(
          "weft: Lines are not tagged by this: give --tag-output (Open MPI) or -l (MPICH) to"
              + " mpirun.");
    }
    List<String> extra = debugging(launcher.rank());
    List<String> line = rankCommand(rank.share()).of(found, arguments, extra);
    Map<String, String> environment = rank.complete(environment());
    if (printCommand) {
      out.println(ForeignRank.print(line, environment));
      return 0;
    }
    rank.checkHandOver();
    return Child.run(line, environment);
  }

  private RankCommand rankCommand(Share share) {
    Share chosen = javaHeap == null ? share : share.withHeap(javaHeap);
    return new RankCommand(chosen, jvmArguments, RankCommand.preparedCache());
  }

  private List<String> debugging(int rank) {
    return debugRank != null && debugRank == rank ? Debugger.option(rank, err) : List.of();
  }

  /// The program, with the jar of its transport if that is another than Weft's own.
  private static ProgramSpec withTransport(ProgramSpec found, TransportProvider provider) {
    Set<Path> own = ClassPaths.of(List.of(provider.getClass()));
    return found.with(ClassPaths.withRequired(own), List.of());
  }

  /// How many ranks, once the runtime, which knows its limits, has seen all numbers.
  private int size(@Nullable ForeignLauncher launcher) {
    int started = launcher == null ? 0 : launcher.size();
    int wished = ranks != null ? ranks : started > 0 ? started : machine.cores();
    if (launcher != null && started > 0 && wished != started) {
      throw CommandException.usage(
          launcher.name()
              + " has started "
              + started
              + " ranks, and -n asks for "
              + wished
              + "; leave -n out.");
    }
    try {
      WeftConfig config = WeftConfig.ofRanks(wished);
      config = budget == null ? config : config.withBudget(budget);
      config = ring == null ? config : config.withRingBytes(ring);
      config = heap == null ? config : config.withHeap(heap);
      config = check == null ? config : config.withCheck(check);
      config = apart ? config.withApart() : config;
      return config.ranks();
    } catch (WeftException e) {
      throw CommandException.usage("This cannot be: " + e.getMessage() + ".");
    }
  }

  private void check(int size) {
    options.check(size);
    if (debugRank != null && (debugRank < 0 || debugRank >= size)) {
      throw CommandException.usage(
          "--debug-rank " + debugRank + " is none of the ranks 0 to " + (size - 1) + ".");
    }
    if (javaHeap != null && javaHeap < 2 << 20) {
      throw CommandException.usage("--java-heap must be at least 2m.");
    }
    if (stall != null && !(stall >= 0)) {
      throw CommandException.usage("--stall must be 0 (for never) or a number of seconds.");
    }
    RankVariables.check(around, environment(), size);
  }

  /// One JVM for all ranks. It is a child all the same: the launcher's JVM is small, and the
  /// program's statics, heap and exit code are its own.
  private int runThreads(ProgramSpec found, int size, RunRecording recording) {
    if (bind) {
      err.println("weft: Ranks are not bound: they are threads, and taskset binds processes.");
    }
    if (tagOutput) {
      err.println("weft: Lines are not tagged: ranks are threads, which share one output.");
    }
    var command = rankCommand(Share.of(machine, 1));
    List<String> extra = debugRank == null ? List.of() : Debugger.option(debugRank, err);
    var environment = new HashMap<>(recording.variables());
    environment.put(JobVariables.TRANSPORT, THREADS);
    environment.put(JobVariables.SIZE, String.valueOf(size));
    return ThreadsChild.run(command.of(found, arguments, extra), environment, err);
  }

  /// The command line of each rank.
  List<List<String>> commands(ProgramSpec found, int size) {
    TransportProvider provider = Providers.find(transport());
    boolean bind = this.bind && (provider == null || !provider.bindsRanks());
    Path taskset = bind ? Shell.find("taskset") : null;
    String obstacle = bind ? Binding.obstacle(size, machine, taskset) : null;
    if (obstacle != null) {
      err.println("weft: " + obstacle);
    }
    // The hosts of a lab have no memory and no cores of their own.
    int together =
        provider == null || around.containsKey(LAB_HOSTS)
            ? size
            : provider.mostTogether(size, settings());
    var command = rankCommand(Share.of(machine, together));
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

  /// What a transport is told before it starts ranks.
  private Map<String, String> settings() {
    var settings = new HashMap<>(around);
    options.put(settings);
    return settings;
  }

  Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put(JobVariables.CORES, String.valueOf(machine.cores()));
    environment.put(JobVariables.PROGRAM, (program + " " + String.join(" ", arguments)).trim());
    if (Progress.isTerminal(Path.of("/proc/self/fd/2"))) {
      environment.put(JobVariables.TERMINAL, "1");
    }
    put(environment, JobVariables.BUDGET, budget);
    put(environment, JobVariables.RING, ring);
    put(environment, JobVariables.HEAP, heap);
    put(environment, JobVariables.CHECK, check);
    put(environment, JobVariables.STALL, stall);
    put(environment, JobVariables.APART, apart ? 1 : null);
    put(environment, JobVariables.LAST, last);
    put(environment, JobVariables.REPORT, report);
    put(environment, JobVariables.TRACE, trace);
    put(environment, JobVariables.BIND, bind ? 1 : null);
    options.put(environment);
    if (tagOutput) {
      environment.put(JobVariables.TAG_OUTPUT, "1");
    }
    return environment;
  }

  private static void put(Map<String, String> environment, String name, @Nullable Number value) {
    if (value != null) {
      environment.put(name, value.toString());
    }
  }

  /// Paths as they are from here: ranks may start elsewhere.
  private static void put(Map<String, String> environment, String name, @Nullable String file) {
    if (file != null) {
      environment.put(name, Path.of(file).toAbsolutePath().toString());
    }
  }
}
