// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import weft.WeftException;
import weft.memory.CarriedRings;
import weft.memory.HeapLayout;
import weft.memory.Lines;
import weft.memory.RingMemory;
import weft.memory.RingOutbox;
import weft.transport.Hosts;
import weft.transport.JobVariables;
import weft.transport.LaunchOption;
import weft.transport.Transport;
import weft.transport.TransportProvider;
import weft.transport.rings.MemorySettings;
import weft.watch.LauncherAllGather;
import weft.watch.ParentProcess;
import weft.watch.PeerWatch;
import weft.watch.RemoteJob;

/// The transport between processes of one host or several, over TCP. It needs nothing but the JDK.
public final class TcpProvider implements TransportProvider {
  /// The transport's name.
  public static final String NAME = "tcp";

  private static final AtomicBoolean JOINED = new AtomicBoolean();

  /// Called by the service loader.
  public TcpProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Transport join(Map<String, String> environment) {
    if (!JOINED.compareAndSet(false, true)) {
      throw new WeftException(
          "Weft.launch was called before in this process; a rank process takes part in its job "
              + "only once. Put both parts into one body");
    }
    try (var exchange = LauncherAllGather.join(environment)) {
      int rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, ""));
      int ranks = Integer.parseInt(environment.getOrDefault(JobVariables.SIZE, ""));
      long ring = MemorySettings.ring(environment, usualRing(ranks));
      HeapLayout heap = MemorySettings.heap(environment);
      var parent = new ParentProcess(ProcessHandle.current().pid(), "the host of the job");
      PeerWatch watch =
          PeerWatch.open(rank, ranks, environment, exchange, parent, Runtime.getRuntime()::halt);
      var site = new TcpSite(rank, ranks, ring, heap, environment, watch, exchange);
      return new TcpTransport(site, rings(site, ring), heap, new RingOutbox[ranks]);
    } catch (IOException e) {
      throw new WeftException("this rank could not join its job: " + e, e);
    }
  }

  /// All rings of one rank take 32 MB together, up to 128 ranks.
  private static long usualRing(int ranks) {
    return ranks <= 16 ? 1 << 19 : ranks <= 64 ? 1 << 18 : ranks <= 128 ? 1 << 17 : 1 << 16;
  }

  /// The rings that are carried: least, if none is.
  private static CarriedRings rings(TcpSite site, long ring) {
    boolean isAlone = site.neighbours() != null && site.neighbours().areAll();
    long bytes = isAlone ? RingMemory.LEAST_BYTES : ring;
    MemorySegment memory =
        Arena.ofAuto().allocate(CarriedRings.bytes(site.ranks(), bytes), Lines.LINE);
    return new CarriedRings(site.ranks(), site.rank(), bytes, memory);
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
  }

  @Override
  public int mostTogether(int ranks, Map<String, String> environment) {
    Hosts hosts = Hosts.of(environment, ranks);
    return hosts == null ? ranks : Math.min(ranks, hosts.most());
  }

  @Override
  public boolean bringsProgram() {
    return true;
  }

  @Override
  public boolean isSpread(Map<String, String> environment) {
    return !environment.getOrDefault(JobVariables.HOSTS, "").isEmpty();
  }
}
