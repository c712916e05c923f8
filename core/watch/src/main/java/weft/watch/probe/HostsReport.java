// SPDX-License-Identifier: Apache-2.0
package weft.watch.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import weft.transport.Sizes;

/// What `weft doctor` says of hosts and the ways between them: a table of hosts, one of pairs, and
/// a line for each fault, with what helps.
final class HostsReport {
  /// With more hosts only the pairs with a fault have a line.
  private static final int MOST_FOR_ALL_PAIRS = 8;

  /// Rings of a few ranks; with less, all go elsewhere.
  private static final long LEAST_SHARED = 16L << 20;

  private static final int LEAST_FILES = 1024;

  /// What a rank opens besides its connections.
  private static final int FILES_OF_A_RANK = 48;

  private final List<HostFacts> hosts;
  private final String[] places;
  private final List<PathResult> results;

  /// The ranks that tried: the first of each host.
  private final List<Integer> tried;

  private final List<String> faults = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  /// @param hosts what each rank said of its host
  /// @param places the port of each rank, or why it could not listen; empty if it did not try
  HostsReport(List<HostFacts> hosts, String[] places, List<PathResult> results) {
    this.hosts = hosts;
    this.places = places;
    this.results = results;
    this.tried =
        IntStream.range(0, hosts.size())
            .filter(rank -> HostProbe.first(hosts, rank) == rank)
            .boxed()
            .toList();
    tried.forEach(this::judge);
    faults.addAll(new PathFaults(results, this::name, places).sentences());
    remark();
  }

  boolean isGood() {
    return faults.isEmpty();
  }

  private String name(int rank) {
    return hosts.get(rank).name();
  }

  private void judge(int rank) {
    HostFacts host = hosts.get(rank);
    if (host.sharedFree() < LEAST_SHARED) {
      faults.add(
          host.name()
              + " has no room in /dev/shm ("
              + shared(host)
              + "): its ranks put their rings into the temporary folder, or send over the network,"
              + " which is slower; see what fills it, or start the container with --shm-size=1g");
    }
    if (host.openFiles() < LEAST_FILES) {
      faults.add(
          host.name()
              + " lets a process have "
              + host.openFiles()
              + " files open: no more than "
              + Math.max(1, host.openFiles() - FILES_OF_A_RANK)
              + " ranks can connect to each other there; raise the limit (ulimit -n 65536, or nofile"
              + " in limits.conf)");
    }
    if (!places[rank].matches("\\d+")) {
      faults.add(host.name() + " cannot listen: " + places[rank]);
    }
  }

  private void remark() {
    var owners = new TreeMap<String, List<String>>();
    var versions = new TreeMap<String, List<String>>();
    for (int rank : tried) {
      HostFacts host = hosts.get(rank);
      for (int i = 0; i < host.addresses().size(); i++) {
        String address = host.addresses().get(i);
        owners.computeIfAbsent(address, it -> new ArrayList<>()).add(host.name());
      }
      versions.computeIfAbsent(host.java(), it -> new ArrayList<>()).add(host.name());
    }
    owners.forEach((address, names) -> {
      if (names.size() > 1) {
        remarks.add(
            String.join(", ", names)
                + " all have the address "
                + address
                + ", as of a bridge of containers: jobs leave it out. Where it is no bridge, take it"
                + " off all hosts but one");
      }
    });
    if (versions.size() > 1) {
      remarks.add("the hosts have several versions of Java: " + versions);
    }
    var detours = new TreeSet<String>();
    for (PathResult each : results) {
      if (!each.address().isEmpty() && !each.failed().isEmpty()) {
        detours.add(
            name(each.from())
                + " reaches "
                + name(each.to())
                + " at "
                + each.address()
                + ", and not at all of its addresses ("
                + each.failed()
                + "): each connection may take seconds longer to begin");
      }
    }
    remarks.addAll(detours);
  }

  String text() {
    var text = new StringBuilder();
    var table = new ArrayList<List<String>>();
    table.add(List.of("host", "Java", "cores", "memory", "/dev/shm", "open files", "addresses"));
    for (int rank : tried) {
      table.add(row(hosts.get(rank)));
    }
    print(text, table);
    table.clear();
    boolean hasAll = tried.size() <= MOST_FOR_ALL_PAIRS;
    table.add(List.of("from", "to", "address", "64 KB"));
    for (PathResult each : results) {
      if (hasAll || !each.isGood()) {
        table.add(row(each));
      }
    }
    if (table.size() > 1) {
      print(text.append('\n'), table);
    }
    text.append('\n');
    faults.forEach(it -> text.append("fault    ").append(it).append(".\n"));
    remarks.forEach(it -> text.append("advice   ").append(it).append(".\n"));
    long good = results.stream().filter(PathResult::isGood).count();
    text.append(good + " of " + results.size() + " ways between " + tried.size() + " hosts");
    text.append(isGood() ? " are good: a job can run there.\n" : " are good.\n");
    return text.toString();
  }

  private static List<String> row(HostFacts host) {
    var addresses = new ArrayList<String>();
    for (int i = 0; i < host.addresses().size(); i++) {
      addresses.add(host.addresses().get(i) + " (" + host.devices().get(i) + ")");
    }
    return List.of(
        host.name(),
        host.java(),
        "" + host.cores(),
        host.memory() > 0 ? Sizes.show(host.memory()) : "?",
        shared(host),
        host.openFiles() == Long.MAX_VALUE ? "any" : "" + host.openFiles(),
        String.join(", ", addresses));
  }

  private static String shared(HostFacts host) {
    return host.sharedFree() < 0 ? "none" : Sizes.show(host.sharedFree()) + " free";
  }

  private List<String> row(PathResult result) {
    return List.of(
        name(result.from()),
        name(result.to()),
        result.address().isEmpty() ? "-" : result.address(),
        result.fault() == null
            ? String.format(Locale.ROOT, "%.1f ms", result.micros() / 1e3)
            : result.fault().words());
  }

  /// Adds the rows in columns.
  private static void print(StringBuilder text, List<List<String>> rows) {
    int columns = rows.getFirst().size();
    var widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
