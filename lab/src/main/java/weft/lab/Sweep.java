// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import weft.cli.CommandException;

/// Finds and removes labs: one's own when it closes, and those whose owner was killed.
final class Sweep {
  private Sweep() {}

  /// The labs that belong to no living process.
  static List<LabId> stale() {
    var ids =
        new TreeSet<LabId>(
            Comparator.comparingLong(LabId::pid)
                .thenComparingLong(LabId::began)
                .thenComparingInt(LabId::number));
    ids.addAll(LabFiles.all());
    for (String name : Processes.namespaces()) {
      LabId id = LabId.ofHost(name);
      if (id != null) {
        ids.add(id);
      }
    }
    return ids.stream().filter(id -> !id.isOwned()).toList();
  }

  /// Removes a lab with all its processes; returns how many these were.
  static int remove(LabId id) {
    // First the files: without them nothing new enters a host.
    new LabFiles(id).delete();
    int killed = 0;
    for (String name : Processes.namespaces()) {
      if (id.equals(LabId.ofHost(name))) {
        killed += Processes.kill(name);
        Tool.Result result = Tool.tryRun("ip", "netns", "delete", name);
        if (!result.isGood() && Processes.namespaces().contains(name)) {
          throw CommandException.failure(
              "The namespace " + name + " cannot be removed: " + result.output().strip() + ".");
        }
      }
    }
    // What the last of them has still written.
    new LabFiles(id).delete();
    return killed;
  }
}
