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

/// Builds the `mpirun` command line that starts the ranks of a job.
final class MpirunCommand {
  /// Surrounds the rank that MPICH's `mpirun` puts before each line of output.
  static final char BEFORE_RANK = '\u0001';

  static final char AFTER_RANK = '\u0002';

  /// Begins a message from a rank's shell to the host on standard error, up to the end of the line:
  /// see [RankOutput].
  static final char MARK = '\u0003';

  /// Runs a rank and reports how it ended. MPICH's `mpirun` combines all exit codes into one, and
  /// neither implementation gives the other ranks time to report the reason. The shell ignores the
  /// signals that `mpirun` sends to its process group, so `mpirun` waits for the rank. It also
  /// ignores USR1, by which MPICH's `mpirun` announces a loss. Its own message about a killed rank
  /// is dropped. MPICH's `mpirun` never closes the input of ranks other than the first: these read
  /// from /dev/null.
  private static final String SHELL =
      "trap : HUP INT QUIT TERM USR1; [ \"${PMI_RANK:-0}\" = 0 ] || exec </dev/null; exec 3>&2"
          + " 2>/dev/null; (exec \"$@\" 2>&3 3>&-); c=$?; h=; [ $c = 0 ] || h=$(uname -n); printf"
          + " '\\003end %d %s\\n' $c \"$h\" >&3; exit $c";

  private final Mpirun mpirun;
  private final Map<String, String> settings;
  private final int size;
  private final @Nullable Hosts hosts;
  private final boolean lacksRoom;

  /// @param settings the environment with the job's variables added
  /// @throws WeftException if they are invalid
  MpirunCommand(Mpirun mpirun, Map<String, String> settings, int size) {
    this.mpirun = mpirun;
    this.settings = settings;
    this.size = size;
    String list = settings.getOrDefault(JobVariables.HOSTS, "");
    this.hosts = list.isEmpty() ? null : Hosts.parse(list, size);
    this.lacksRoom = isHere() && LibraryRoom.isShort(size, settings);
  }

  /// The command that starts one rank for each line of `commands`.
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
      // The user has given this number; Open MPI counts cores where a JVM counts hardware threads.
      all.addAll(old ? List.of("--oversubscribe") : List.of("--map-by", "slot:OVERSUBSCRIBE"));
    }
    all.addAll(List.of("--mca", "mpi_yield_when_idle", isCrowded() ? "1" : "0"));
    if (old && settings.containsKey(JobVariables.RECORD_HOME)) {
      // A rank that it ends first delivers its recording; the default is one second.
      all.addAll(List.of("--mca", "odls_base_sigkill_timeout", "10"));
    }
  }

  private static void addHydra(List<String> all, boolean bind) {
    all.addAll(List.of("-prepend-pattern", BEFORE_RANK + "%r" + AFTER_RANK));
    // The ranks notice a loss themselves and report it; Hydra would kill them at once.
    all.add("-disable-auto-cleanup");
    if (bind) {
      all.addAll(List.of("-bind-to", "core"));
    }
  }

  /// Options before each of the commands that a colon separates: Open MPI treats them as options of
  /// that command.
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

  /// The variables that Open MPI must pass to other hosts; Hydra passes all.
  private Set<String> passedOn() {
    var names = new TreeSet<String>(Hazards.VARIABLES.keySet());
    for (String name : settings.keySet()) {
      if (JobVariables.isForRanks(name) || JobVariables.isOfLocale(name)) {
        names.add(name);
      }
    }
    if (mpirun.library() != null) {
      names.add(JobVariables.MPI_LIBRARY); // See environment: ranks on other hosts need it too.
    }
    names.removeIf(name -> name.startsWith("OMPI_MCA_")); // Hydra passes these without options.
    return names;
  }

  /// Variables to add to the environment of `mpirun`.
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
    if (lacksRoom) {
      environment.putAll(LibraryRoom.OVER_TCP);
    } else if (isOpenMpiHere()) {
      // Ranks of one host need no TCP, whose ports the whole network could reach.
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

  /// Whether Open MPI creates its files only on this machine, as far as known. In a directory that
  /// other hosts lack, ranks could not share memory.
  boolean isOpenMpiHere() {
    return mpirun.kind() == Mpirun.Kind.OPEN_MPI && isHere();
  }

  /// Whether this machine has too little shared memory for the library, and all ranks are here, as
  /// far as known: others could not be reached at the address that is used instead.
  boolean lacksRoom() {
    return lacksRoom;
  }

  private boolean isHere() {
    return isHere(settings);
  }

  /// Whether all ranks of a job with `settings` are on this machine, as far as known.
  static boolean isHere(Map<String, String> settings) {
    return settings.getOrDefault(JobVariables.HOSTS, "").isEmpty()
        && !ForeignLauncher.isScheduled(settings)
        && settings.getOrDefault(JobVariables.MPI_ARGS, "").isBlank();
  }

  /// Whether ranks outnumber processors, if the other hosts are like this machine.
  private boolean isCrowded() {
    int here = hosts == null ? (ForeignLauncher.isScheduled(settings) ? 1 : size) : hosts.most();
    String cores = settings.getOrDefault(JobVariables.CORES, "");
    return here
        > (cores.matches("\\d{1,9}")
            ? Integer.parseInt(cores)
            : Runtime.getRuntime().availableProcessors());
  }

  /// `command` within [#SHELL]. A single colon among its words would end it for `mpirun`: then the
  /// words are part of the script.
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
