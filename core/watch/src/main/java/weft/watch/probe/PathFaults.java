// SPDX-License-Identifier: Apache-2.0
package weft.watch.probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/// The faults of ways between hosts, each said once: a host behind a closed port has as many ways
/// that fail as there are other hosts.
final class PathFaults {
  private final IntFunction<String> name;
  private final List<String> sentences = new ArrayList<>();

  /// @param name the name of the host of a rank
  /// @param places the port of each rank; those that could not listen are told of elsewhere
  PathFaults(List<PathResult> results, IntFunction<String> name, String[] places) {
    this.name = name;
    List<PathResult> failed =
        new ArrayList<>(
            results.stream().filter(it -> !it.isGood() && isThere(places, it.to())).toList());
    failed.removeIf(it -> it.fault() == PathFault.SILENT && isOneWay(it, failed));
    for (PathFault fault : PathFault.values()) {
      var alike = new ArrayList<>(failed.stream().filter(it -> it.fault() == fault).toList());
      while (!alike.isEmpty()) {
        int culprit = mostFrequent(alike);
        List<PathResult> its =
            alike.stream().filter(it -> it.from() == culprit || it.to() == culprit).toList();
        sentences.add(sentence(fault, culprit, its, results));
        alike.removeAll(its);
      }
    }
  }

  List<String> sentences() {
    return sentences;
  }

  private static boolean isThere(String[] places, int rank) {
    return places[rank].matches("\\d+");
  }

  /// Whether the other host has no route back, which explains the silence.
  private static boolean isOneWay(PathResult silent, List<PathResult> failed) {
    return failed.stream()
        .anyMatch(it ->
            it.fault() == PathFault.NO_ROUTE
                && it.from() == silent.to()
                && it.to() == silent.from());
  }

  /// The host with the most ways among `alike`; of several the one that others do not reach.
  private static int mostFrequent(List<PathResult> alike) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (PathResult each : alike) {
      counts.merge(each.from(), 2, Integer::sum);
      counts.merge(each.to(), 2, Integer::sum);
    }
    boolean isFromHere = alike.getFirst().fault() == PathFault.NO_ROUTE;
    int first = isFromHere ? alike.getFirst().from() : alike.getFirst().to();
    counts.merge(first, 1, Integer::sum);
    int most = first;
    for (Map.Entry<Integer, Integer> each : counts.entrySet()) {
      most = each.getValue() > counts.getOrDefault(most, 0) ? each.getKey() : most;
    }
    return most;
  }

  private String sentence(
      PathFault fault, int culprit, List<PathResult> its, List<PathResult> all) {
    Set<String> others = new LinkedHashSet<>();
    Set<String> tried = new LinkedHashSet<>();
    boolean goes = false;
    boolean comes = false;
    for (PathResult each : its) {
      goes |= each.from() == culprit;
      comes |= each.to() == culprit;
      others.add(name.apply(each.from() == culprit ? each.to() : each.from()));
      tried.add(each.address().isEmpty() ? each.failed() : each.address());
    }
    String self = name.apply(culprit);
    String list = String.join(", ", others);
    String ways =
        goes && comes
            ? "between " + self + " and " + list
            : goes ? "from " + self + " to " + list : "from " + list + " to " + self;
    tried.remove("");
    String where = tried.isEmpty() ? "" : " (" + String.join("; ", tried) + ")";
    boolean hasNoWayBack =
        fault == PathFault.NO_ROUTE
            && all.stream()
                .anyMatch(it ->
                    it.fault() == PathFault.SILENT
                        && its.stream()
                            .anyMatch(own -> own.from() == it.to() && own.to() == it.from()));
    return ways
        + ": "
        + fault.words()
        + where
        + (hasNoWayBack ? ", so what comes from there gets no answer" : "")
        + "; "
        + fault.remedy();
  }
}
