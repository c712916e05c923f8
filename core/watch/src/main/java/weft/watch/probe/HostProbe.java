// SPDX-License-Identifier: Apache-2.0
package weft.watch.probe;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import weft.JobFailedException;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.host.PortRange;
import weft.watch.AllGather;
import weft.watch.CommonSteps;
import weft.watch.LauncherAllGather;
import weft.watch.RootAllGather;

/// One rank of `weft doctor --hosts` or `--pairs`: the first one of each host says what that host
/// has, and tries the way to each other host. Rank 0 prints a table. See docs/design/0117.
public final class HostProbe {
  private static final String LINE = "\n";

  /// A rank tries so many hosts at once.
  private static final int AT_ONCE = 32;

  private final int rank;
  private final String name;
  private final String token;
  private final PortRange ports;
  private final CommonSteps steps;

  private HostProbe(Map<String, String> environment, String name, AllGather exchange) {
    this.rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, "0"));
    this.name = name;
    this.token = environment.getOrDefault(JobVariables.TOKEN, "");
    this.ports = PortRange.of(environment);
    this.steps = new CommonSteps(rank, exchange);
  }

  /// A rank that a launcher of Weft has started; its exit code is 1 if something is wrong.
  ///
  /// @param args the names of the hosts, by rank
  public static void main(String[] args) {
    Map<String, String> environment = System.getenv();
    int rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, "0"));
    boolean isGood = false;
    try {
      isGood =
          LauncherAllGather.join(
              environment,
              exchange ->
                  new HostProbe(environment, rank < args.length ? args[rank] : "", exchange)
                      .run(System.out));
    } catch (JobFailedException e) {
      // The launcher has reported it.
    }
    System.exit(isGood ? 0 : 1);
  }

  /// Runs the rank that `environment` describes by four variables. Rank 0 prints the table to
  /// `out`. Returns whether nothing is wrong.
  ///
  /// @throws JobFailedException if the ranks do not meet, which was reported
  public static boolean runRank(Map<String, String> environment, PrintStream out) {
    return RootAllGather.join(
        environment, exchange -> new HostProbe(environment, "", exchange).run(out));
  }

  private boolean run(PrintStream out) throws IOException {
    var hosts = new ArrayList<HostFacts>();
    for (String each : steps.on(() -> HostFacts.own(name).text())) {
      hosts.add(HostFacts.parse(each));
    }
    boolean tries = first(hosts, rank) == rank;
    var probe = new PathProbe[1];
    try {
      String[] places = steps.on(() -> tries ? listen(probe, hosts.size()) : "");
      var results = new ArrayList<PathResult>();
      for (String each : steps.on(() -> tries ? reachAll(probe[0], hosts, places) : "")) {
        each.lines().map(PathResult::parse).forEach(results::add);
      }
      var report = new HostsReport(hosts, places, results);
      if (rank == 0) {
        out.print(report.text());
        out.flush();
      }
      return report.isGood();
    } finally {
      if (probe[0] != null) {
        probe[0].close();
      }
    }
  }

  /// The first rank on the host of `rank`.
  static int first(List<HostFacts> hosts, int rank) {
    int first = 0;
    while (!hosts.get(first).network().equals(hosts.get(rank).network())) {
      first++;
    }
    return first;
  }

  /// Returns the port at which this rank listens, or why it cannot.
  private String listen(@Nullable PathProbe[] probe, int ranks) {
    try {
      var listening = new PathProbe(rank, ranks, token, ports);
      probe[0] = listening;
      return "" + listening.port();
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private String reachAll(@Nullable PathProbe probe, List<HostFacts> hosts, String[] places)
      throws IOException {
    var tried = new ArrayList<Future<PathResult>>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int to = 0; probe != null && to < places.length; to++) {
        if (to != rank && places[to].matches("\\d+")) {
          int other = to;
          var endpoints = hosts.get(to).endpoints(Integer.parseInt(places[to]));
          tried.add(threads.submit(() -> probe.reach(other, endpoints)));
        }
      }
    }
    var lines = new ArrayList<String>();
    for (Future<PathResult> each : tried) {
      try {
        lines.add(each.get().text());
      } catch (ExecutionException e) {
        throw new WeftException("an attempt has failed: " + e.getCause(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    return String.join(LINE, lines);
  }
}
