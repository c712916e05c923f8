// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import weft.cli.CommandException;

/// Finds and removes labs: a lab that closes, and labs whose owner was killed.
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

  /// Removes a lab with all its processes; returns the number of processes.
  static int remove(LabId id) {
    // The files are removed first, because without them no new process enters a host.
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
    // Removes files that the last process wrote meanwhile.
    new LabFiles(id).delete();
    return killed;
  }
}
