// SPDX-License-Identifier: Apache-2.0
package weft.watch.network;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import weft.JobFailedException;
import weft.memory.CarriedRings;
import weft.memory.HeapLayout;
import weft.memory.Lines;
import weft.memory.RingMemory;
import weft.memory.RingOutbox;
import weft.memory.Storage;
import weft.transport.FailureReport;
import weft.transport.Hosts;
import weft.transport.JobVariables;
import weft.transport.LaunchOption;
import weft.transport.Transport;
import weft.transport.TransportProvider;
import weft.transport.job.SlurmAllocation;
import weft.transport.rings.MemorySettings;
import weft.watch.AllGather;
import weft.watch.LauncherAllGather;
import weft.watch.OneJob;
import weft.watch.ParentProcess;
import weft.watch.PeerWatch;
import weft.watch.RemoteJob;
import weft.watch.RootAllGather;

/// A transport between processes of one host or several, which `ssh`, `srun`, a launcher of this
/// host or the variables of a rank start (decisions 0100 and 0132).
public abstract class NetworkProvider implements TransportProvider {
  private static final long RINGS = 8 << 20;
  private static final long LEAST_RING = 1 << 16;
  private static final long MOST_RING = 1 << 19;

  /// For subclasses.
  protected NetworkProvider() {}

  /// Opens the network of one of `ranks` ranks.
  protected abstract RankNetwork open(int ranks) throws IOException;

  /// Ends this process with an exit code, and does not return.
  protected IntConsumer end() {
    return Runtime.getRuntime()::halt;
  }

  @Override
  public Transport join(Map<String, String> environment) {
    OneJob.join();
    // A shell or a scheduler may leave its ranks behind; a launcher of ours ends them.
    return environment.getOrDefault(JobVariables.JOB, "").isEmpty()
            && environment.containsKey(JobVariables.ADDRESS)
        ? RootAllGather.join(
            environment, exchange -> join(environment, exchange, ParentProcess.none()))
        : LauncherAllGather.join(
            environment,
            exchange ->
                join(
                    environment,
                    exchange,
                    new ParentProcess(ProcessHandle.current().pid(), "the host of the job")));
  }

  private Transport join(Map<String, String> environment, AllGather exchange, ParentProcess parent)
      throws IOException {
    int rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, ""));
    int ranks = Integer.parseInt(environment.getOrDefault(JobVariables.SIZE, ""));
    long ring = MemorySettings.ring(environment, usualRing(ranks));
    HeapLayout heap = MemorySettings.heap(environment);
    PeerWatch watch = PeerWatch.open(rank, ranks, environment, exchange, parent, end());
    RankNetwork network = open(ranks);
    NetworkSite site =
        NetworkSite.find(rank, ring, heap, environment, watch, exchange, network.bell());
    network.meet(site);
    var outboxes = new RingOutbox[ranks];
    CarriedRings rings = rings(site, ring);
    NetworkCarrier carrier = network.carrier(site, rings, outboxes);
    return new NetworkTransport(name(), site, carrier, rings, heap, outboxes);
  }

  /// The rings of one rank take 8 MB together, up to 64 ranks. The JVM counts them as direct
  /// memory, of which it gives no more than of Java heap.
  private static long usualRing(int ranks) {
    long share = Long.highestOneBit(Math.max(1, RINGS / (2L * ranks)));
    return Math.clamp(share, LEAST_RING, MOST_RING);
  }

  /// The rings that are carried: the smallest ones if none is. Without room for them the job fails,
  /// with one report, since ranks are alike.
  private static CarriedRings rings(NetworkSite site, long ring) {
    long each = site.areNeighbours() ? RingMemory.LEAST_BYTES : ring;
    long bytes = CarriedRings.bytes(site.ranks(), each);
    try {
      MemorySegment memory = Arena.ofAuto().allocate(bytes, Lines.LINE);
      return new CarriedRings(site.ranks(), site.rank(), each, memory);
    } catch (OutOfMemoryError e) {
      String why =
          "it has no room for its rings, "
              + Storage.size(bytes)
              + " of direct memory: give its JVM more Java heap, which bounds that (--java-heap),"
              + " or make the rings smaller (--ring)";
      var report = new FailureReport(site.rank(), "its start", why, "");
      site.watch().fail(report);
      var failed = new JobFailedException(site.rank(), report.sentence());
      failed.initCause(e);
      throw failed;
    }
  }

  @Override
  public int host(List<List<String>> commands, Map<String, String> environment) {
    return RemoteJob.run(name(), commands, environment);
  }

  @Override
  public List<LaunchOption> options() {
    return List.of(LaunchOption.HOSTS, LaunchOption.PORTS);
  }

  @Override
  public void check(int ranks, Map<String, String> environment) {
    Hosts _ = Hosts.of(environment, ranks);
    PeerWatch.check(environment);
    long _ = MemorySettings.ring(environment, LEAST_RING);
  }

  @Override
  public int mostTogether(int ranks, Map<String, String> environment) {
    Hosts hosts = Hosts.of(environment, ranks);
    SlurmAllocation slurm = hosts == null ? SlurmAllocation.ofJob(environment) : null;
    return hosts != null
        ? Math.min(ranks, hosts.most())
        : slurm != null ? slurm.mostOnOneHost(ranks) : ranks;
  }

  /// By `ssh`, but not by `srun`, whose hosts share files.
  @Override
  public boolean bringsProgram(Map<String, String> environment) {
    return isByHosts(environment) || SlurmAllocation.ofJob(environment) == null;
  }

  @Override
  public boolean isSpread(Map<String, String> environment) {
    return isByHosts(environment) || SlurmAllocation.ofJob(environment) != null;
  }

  @Override
  public boolean sizesJvms(Map<String, String> environment) {
    return isByHosts(environment);
  }

  @Override
  public boolean bindsRanks(Map<String, String> environment) {
    return !isByHosts(environment) && SlurmAllocation.ofJob(environment) != null;
  }

  private static boolean isByHosts(Map<String, String> environment) {
    return !environment.getOrDefault(JobVariables.HOSTS, "").isEmpty();
  }
}
