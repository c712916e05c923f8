// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.transport.ForeignLauncher;
import weft.transport.Hosts;
import weft.transport.JobVariables;
import weft.transport.job.Shell;

/// The command line that lets `mpirun` start the ranks of a job.
final class MpirunCommand {
  /// Around the rank that MPICH's `mpirun` puts before each line of output.
  static final char BEFORE_RANK = '\u0001';

  static final char AFTER_RANK = '\u0002';

  /// Begins what a rank's shell tells the host on standard error, until the end of the line: see
  /// [RankOutput].
  static final char MARK = '\u0003';

  /// Runs a rank and tells how it ended: MPICH's `mpirun` answers with all exit codes at once, and
  /// neither waits long enough for those who are left to say why. It survives the signals that
  /// `mpirun` sends to all of its process group, so that `mpirun` waits for the rank. It also
  /// survives USR1, by which MPICH's tells of a loss. What it would say itself of a killed rank
  /// nobody needs. MPICH's never closes what the ranks but the first would read: these find the end
  /// of the file.
  private static final String SHELL =
      "trap : HUP INT QUIT TERM USR1; [ \"${PMI_RANK:-0}\" = 0 ] || exec </dev/null; exec 3>&2"
          + " 2>/dev/null; (exec \"$@\" 2>&3 3>&-); c=$?; h=; [ $c = 0 ] || h=$(uname -n); printf"
          + " '\\003end %d %s\\n' $c \"$h\" >&3; exit $c";

  private final Mpirun mpirun;
  private final Map<String, String> settings;
  private final int size;
  private final @Nullable Hosts hosts;

  /// @param settings the environment, with what the job adds to it
  /// @throws WeftException when they cannot be
  MpirunCommand(Mpirun mpirun, Map<String, String> settings, int size) {
    this.mpirun = mpirun;
    this.settings = settings;
    this.size = size;
    String list = settings.getOrDefault(JobVariables.HOSTS, "");
    this.hosts = list.isEmpty() ? null : Hosts.parse(list, size);
  }

  /// The command that runs each rank's line of `commands`.
  List<String> of(List<List<String>> commands) {
    var all = new ArrayList<String>();
    all.add(mpirun.file().toString());
    boolean bind = "1".equals(settings.get(JobVariables.BIND));
    if (mpirun.kind() == Mpirun.Kind.OPEN_MPI) {
      addOpenMpi(all, bind);
    } else {
      addHydra(all, bind);
    }
    all.addAll(ShellWords.split(settings.getOrDefault(JobVariables.MPI_ARGS, "")));
    for (int from = 0, to; from < commands.size(); from = to) {
      List<String> command = commands.get(from);
      to = from + 1;
      while (to < commands.size() && commands.get(to).equals(command)) {
        to++;
      }
      if (from > 0) {
        all.add(":");
      }
      addEach(all);
      all.addAll(List.of("-n", Integer.toString(to - from)));
      all.addAll(inShell(command));
    }
    return all;
  }

  private void addOpenMpi(List<String> all, boolean bind) {
    boolean old = mpirun.major() < 5;
    all.addAll(old ? List.of("--tag-output") : List.of("--output", "tag"));
    all.addAll(List.of("--bind-to", bind ? "core" : "none"));
    if (hosts == null && !ForeignLauncher.isScheduled(settings)) {
      // The user has asked for so many; and it counts cores where a JVM counts hardware threads.
      all.addAll(old ? List.of("--oversubscribe") : List.of("--map-by", "slot:OVERSUBSCRIBE"));
    }
    all.addAll(List.of("--mca", "mpi_yield_when_idle", isCrowded() ? "1" : "0"));
    if (old && settings.containsKey(JobVariables.RECORD_HOME)) {
      // A rank that it ends delivers its recording first; by itself it waits one second.
      all.addAll(List.of("--mca", "odls_base_sigkill_timeout", "10"));
    }
  }

  private static void addHydra(List<String> all, boolean bind) {
    all.addAll(List.of("-prepend-pattern", BEFORE_RANK + "%r" + AFTER_RANK));
    // The ranks notice a loss themselves, and then say what is lost; Hydra would kill them at once.
    all.add("-disable-auto-cleanup");
    if (bind) {
      all.addAll(List.of("-bind-to", "core"));
    }
  }

  /// What stands before each of the commands that a colon separates: in Open MPI's eyes these are
  /// the command's own.
  private void addEach(List<String> all) {
    boolean openMpi = mpirun.kind() == Mpirun.Kind.OPEN_MPI;
    if (hosts != null) {
      if (openMpi) {
        all.addAll(List.of("--host", hosts.toString()));
      } else if (!all.contains("-hosts")) {
        all.addAll(all.indexOf("-prepend-pattern"), List.of("-hosts", hosts.toString()));
      }
    }
    if (openMpi) {
      for (String variable : passedOn()) {
        all.addAll(List.of("-x", variable));
      }
    }
  }

  /// The variables that Open MPI is told to take to other hosts; Hydra takes all.
  private Set<String> passedOn() {
    var names = new TreeSet<String>(Hazards.VARIABLES.keySet());
    for (String name : settings.keySet()) {
      if (name.startsWith("WEFT_")
          || name.equals("JAVA_TOOL_OPTIONS")
          || name.contains("JAVA_OPTIONS")) {
        names.add(name);
      }
    }
    if (mpirun.library() != null) {
      names.add(JobVariables.MPI_LIBRARY); // See environment: ranks elsewhere need it, too.
    }
    names.removeIf(name -> name.startsWith("OMPI_MCA_")); // It takes these anyway.
    return names;
  }

  /// What to add to the environment of `mpirun`.
  Map<String, String> environment(boolean root) {
    var environment = new HashMap<String, String>();
    Hazards.VARIABLES.forEach(
        (name, value) -> environment.put(name, settings.getOrDefault(name, value)));
    if (root) {
      for (String prefix : List.of("OMPI", "PRTE")) {
        environment.put(prefix + "_ALLOW_RUN_AS_ROOT", "1");
        environment.put(prefix + "_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
      }
    }
    if (isOpenMpiHere()) {
      // Ranks of one host need no TCP, at whose ports all the network could knock.
      environment.put("OMPI_MCA_btl", settings.getOrDefault("OMPI_MCA_btl", "^tcp"));
    }
    var library = mpirun.library();
    if (library != null) {
      environment.put(
          JobVariables.MPI_LIBRARY,
          settings.getOrDefault(JobVariables.MPI_LIBRARY, library.toString()));
    }
    return environment;
  }

  /// Whether Open MPI makes its files on this machine, and only here, as far as one can know: in a
  /// folder that is nowhere else ranks could share no memory.
  boolean isOpenMpiHere() {
    return mpirun.kind() == Mpirun.Kind.OPEN_MPI
        && hosts == null
        && !ForeignLauncher.isScheduled(settings)
        && settings.getOrDefault(JobVariables.MPI_ARGS, "").isBlank();
  }

  /// Whether ranks outnumber processors, as far as this machine is like the others.
  private boolean isCrowded() {
    int here = hosts == null ? (ForeignLauncher.isScheduled(settings) ? 1 : size) : hosts.most();
    String cores = settings.getOrDefault(JobVariables.CORES, "");
    return here
        > (cores.matches("\\d{1,9}")
            ? Integer.parseInt(cores)
            : Runtime.getRuntime().availableProcessors());
  }

  /// `command` within [#SHELL]. A lone colon among its words would end it in the eyes of `mpirun`:
  /// then the words are part of the script.
  private static List<String> inShell(List<String> command) {
    if (!command.contains(":")) {
      var all = new ArrayList<>(List.of("sh", "-c", SHELL, "weft"));
      all.addAll(command);
      return all;
    }
    String words = command.stream().map(Shell::quote).collect(Collectors.joining(" "));
    return List.of("sh", "-c", "set -- " + words + "; " + SHELL);
  }
}
