// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.List;
import java.util.Map;
import weft.JobFailedException;
import weft.WeftException;
import weft.files.OpenFileLimit;
import weft.memory.ControlLayout;
import weft.transport.FailureReport;
import weft.transport.ForeignLauncher;
import weft.transport.Hosts;
import weft.transport.JobVariables;
import weft.transport.LaunchOption;
import weft.transport.Occupancy;
import weft.transport.Transport;
import weft.transport.TransportProvider;
import weft.transport.job.Proc;
import weft.transport.job.Shell;
import weft.transport.job.SlurmAllocation;
import weft.transport.rings.Neighbours;
import weft.watch.NeighbourSearch;
import weft.watch.OneJob;
import weft.watch.ParentProcess;
import weft.watch.PeerWatch;
import weft.watch.Processors;
import weft.watch.Reporter;

/// The transport between processes that an MPI launcher started, on one host or several.
public final class MpiProvider implements TransportProvider {
  /// The transport's name.
  public static final String NAME = "mpi";

  /// What MPI and Weft open in a rank, besides what they open for each other one.
  private static final int FILES_OF_MPI = 24;

  private static final int FILES_OF_A_PEER = 2;

  /// The variables in which launchers give the number of processes.
  private static final List<String> SIZES =
      List.of("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", JobVariables.SIZE);

  /// Called by the service loader.
  public MpiProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Transport join(Map<String, String> environment) {
    OneJob.join();
    if (isInitialized(environment)) {
      throw new WeftException(
          "MPI was initialized before Weft.launch in this process; let Weft initialize it");
    }
    checkFiles(environment);
    Marks.joins(environment);
    try (var joining = Joining.begin(environment)) {
      return join(environment, joining);
    }
  }

  /// Whether MPI was initialized before. The first use of MPI, which loads its library.
  ///
  /// @throws WeftException if there is none
  static boolean isInitialized() {
    try {
      return Mpi.isInitialized();
    } catch (ExceptionInInitializerError e) {
      if (e.getCause() instanceof WeftException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /// As above, for a rank. Usually all ranks of a host lack the library: the job's host reports it
  /// once, without a stack trace.
  private static boolean isInitialized(Map<String, String> environment) {
    try {
      return isInitialized();
    } catch (WeftException e) {
      throw cannotJoin(environment, e);
    }
  }

  /// Refuses to join if the MPI library would get too few open files: it would end the process with
  /// a message of its own, or hang.
  private static void checkFiles(Map<String, String> environment) {
    String size = environment.getOrDefault(JobVariables.SIZE, "");
    long peers = size.matches("\\d{1,9}") ? Long.parseLong(size) : 1;
    try {
      OpenFileLimit.require(FILES_OF_MPI + FILES_OF_A_PEER * peers, "as a rank over MPI");
    } catch (WeftException e) {
      throw cannotJoin(environment, e);
    }
  }

  /// Reports why this rank cannot join.
  private static JobFailedException cannotJoin(Map<String, String> environment, WeftException e) {
    String why = String.valueOf(e.getMessage());
    var report = new FailureReport(Joining.rank(environment), "", why, "");
    if (!Marks.cannotJoin(environment, why)) {
      Reporter.print(report);
    }
    var failed = new JobFailedException(report.rank(), report.sentence());
    failed.initCause(e);
    return failed;
  }

  private static Transport join(Map<String, String> environment, Joining joining) {
    joining.at("MPI_Init");
    Mpi.init();
    long world = Mpi.ABI.world();
    Mpi.returnErrors(world);
    int rank = Mpi.rank(world);
    int ranks = Mpi.size(world);
    checkSize(environment, ranks);
    var exchange = new MpiAllGather(world, ranks);
    joining.at("the first exchange");
    MpiSettings settings = Agreement.on(environment, rank, ranks, exchange);
    joining.at("the exchange of addresses");
    var end = new ProcessEnd();
    PeerWatch watch =
        PeerWatch.open(rank, ranks, environment, exchange, parent(environment), end::now);
    joining.at("the exchange of memory shared within a host");
    Neighbours neighbours =
        NeighbourSearch.gather(
            rank,
            watch.hosts(),
            settings.hostRing(),
            settings.heap(),
            environment,
            exchange,
            watch.sharedHostFile(),
            null);
    joining.at("the exchange of processors");
    Occupancy occupancy = Processors.gather(rank, exchange);
    joining.at("MPI_Comm_dup");
    long communicator = Mpi.duplicate(world);
    return MpiTransport.open(ranks, rank, settings, communicator, watch, neighbours, occupancy);
  }

  /// The parent process of this one.
  static ParentProcess parent(Map<String, String> environment) {
    long self = Proc.self();
    // Our host starts each rank in a shell, which reports how the rank ended: see MpirunCommand.
    boolean isInShell = "1".equals(environment.get(Marks.VARIABLE));
    return new ParentProcess(isInShell ? Proc.parent(self) : self, "mpirun, or its daemon there,");
  }

  /// With the wrong library, each process is a separate job.
  private static void checkSize(Map<String, String> environment, int ranks) {
    for (String variable : SIZES) {
      String size = environment.getOrDefault(variable, "");
      // Slurm's variables may describe more than this job, but never a job of one process.
      boolean isSure = ranks == 1 || !variable.equals(JobVariables.SIZE);
      if (isSure && !size.isEmpty() && !size.equals(Integer.toString(ranks))) {
        throw new WeftException(
            "the launcher has started "
                + size
                + " processes"
                + (variable.equals(JobVariables.SIZE) ? "" : " (" + variable + ")")
                + ", but the MPI library ("
                + Mpi.ABI.name()
                + ") sees "
                + ranks
                + ": it belongs to another launcher. Use the mpirun of that library, or set "
                + MpiLibrary.VARIABLE
                + " to the launcher's library"
                + (environment.containsKey("SLURM_PROCID")
                    ? "; for srun, name its kind of MPI: --mpi=pmix, or another one that srun "
                        + "--mpi=list shows"
                    : ""));
      }
    }
    if (ranks > ControlLayout.MAX_RANKS) {
      throw new WeftException(
          "a job of " + ranks + " ranks is not possible; Weft takes " + ControlLayout.MAX_RANKS);
    }
  }

  @Override
  public List<LaunchOption> options() {
    return List.of(
        LaunchOption.HOSTS,
        LaunchOption.PORTS,
        new LaunchOption(
            "--mpi",
            "NAME",
            JobVariables.MPI,
            "The mpirun to use: openmpi or mpich; by default the first on the PATH."),
        new LaunchOption(
            "--mpi-args",
            "ARGS",
            JobVariables.MPI_ARGS,
            "More arguments for mpirun, in quotes: --mpi-args \"--map-by node\"."));
  }

  @Override
  public boolean isInstalled(Map<String, String> environment) {
    return environment.containsKey(JobVariables.MPIRUN) || Shell.find("mpirun") != null;
  }

  @Override
  public void check(int ranks, Map<String, String> environment) {
    Hosts _ = Hosts.of(environment, ranks);
    PeerWatch.check(environment);
    MpiSettings _ = MpiSettings.of(environment, ranks);
    List<String> _ = ShellWords.split(environment.getOrDefault(JobVariables.MPI_ARGS, ""));
    String mpi = environment.getOrDefault(JobVariables.MPI, "");
    if (!List.of("", "openmpi", "mpich").contains(mpi)) {
      throw new WeftException("--mpi " + mpi + " is not possible; use openmpi or mpich");
    }
  }

  @Override
  public int mostTogether(int ranks, Map<String, String> environment) {
    Hosts hosts = Hosts.of(environment, ranks);
    return hosts != null
        ? Math.min(ranks, hosts.most())
        : SlurmAllocation.of(environment).mostOnOneHost(ranks);
  }

  @Override
  public boolean isSpread(Map<String, String> environment) {
    return !environment.getOrDefault(JobVariables.HOSTS, "").isEmpty()
        || ForeignLauncher.isScheduled(environment);
  }

  @Override
  public boolean bindsRanks(Map<String, String> environment) {
    return true;
  }

  @Override
  public int host(List<List<String>> commands, Map<String, String> environment) {
    return new MpiHost(commands, environment, System.out, System.err).run();
  }
}
