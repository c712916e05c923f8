// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
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

/// The transport between processes of one host or several, over TCP. It needs nothing but the JDK.
public final class TcpProvider implements TransportProvider {
  /// The transport's name.
  public static final String NAME = "tcp";

  private static final long RINGS = 8 << 20;
  private static final long LEAST_RING = 1 << 16;
  private static final long MOST_RING = 1 << 19;

  /// Called by the service loader.
  public TcpProvider() {}

  @Override
  public String name() {
    return NAME;
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

  private static Transport join(
      Map<String, String> environment, AllGather exchange, ParentProcess parent)
      throws IOException {
    int rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, ""));
    int ranks = Integer.parseInt(environment.getOrDefault(JobVariables.SIZE, ""));
    long ring = MemorySettings.ring(environment, usualRing(ranks));
    HeapLayout heap = MemorySettings.heap(environment);
    PeerWatch watch =
        PeerWatch.open(rank, ranks, environment, exchange, parent, Runtime.getRuntime()::halt);
    var site = new TcpSite(rank, ranks, ring, heap, environment, watch, exchange);
    return new TcpTransport(site, rings(site, ring, watch), heap, new RingOutbox[ranks]);
  }

  /// The rings of one rank take 8 MB together, up to 64 ranks. The JVM counts them as direct
  /// memory, of which it gives no more than of Java heap.
  private static long usualRing(int ranks) {
    long share = Long.highestOneBit(Math.max(1, RINGS / (2L * ranks)));
    return Math.clamp(share, LEAST_RING, MOST_RING);
  }

  /// The rings that are carried: the smallest ones if none is. Without room for them the job fails,
  /// with one report, since ranks are alike.
  private static CarriedRings rings(TcpSite site, long ring, PeerWatch watch) {
    boolean isAlone = site.neighbours() != null && site.neighbours().areAll();
    long each = isAlone ? RingMemory.LEAST_BYTES : ring;
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
      watch.fail(report);
      var failed = new JobFailedException(site.rank(), report.sentence());
      failed.initCause(e);
      throw failed;
    }
  }

  @Override
  public int host(List<List<String>> commands, Map<String, String> environment) {
    return RemoteJob.run(NAME, commands, environment);
  }

  @Override
  public List<LaunchOption> options() {
    return List.of(LaunchOption.HOSTS);
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
  public boolean bindsRanks(Map<String, String> environment) {
    return !isByHosts(environment) && SlurmAllocation.ofJob(environment) != null;
  }

  private static boolean isByHosts(Map<String, String> environment) {
    return !environment.getOrDefault(JobVariables.HOSTS, "").isEmpty();
  }
}
