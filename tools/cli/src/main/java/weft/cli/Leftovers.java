// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.List;
import java.util.Map;
import weft.cli.doctor.Check;
import weft.transport.job.JobInfo;
import weft.transport.job.Jobs;
import weft.transport.job.TemporaryFolder;

/// Files of jobs whose launcher was killed before it could remove them.
public final class Leftovers {
  private static final String NAME = "stale jobs";

  private Leftovers() {}

  /// Removes the folders that killed launchers left, while the ranks of this one start.
  static void removeInBackground() {
    Thread.ofPlatform().daemon().name("weft-leftovers").start(TemporaryFolder::clean);
  }

  /// Looks for such files, and removes them if `clean`.
  public static Check check(boolean clean) {
    List<JobInfo> jobs = Jobs.stale();
    if (clean) {
      int removed = Jobs.clean() + TemporaryFolder.clean();
      return Check.ok(
          NAME,
          removed == 0 ? "none" : "removed " + removed + " files and folders",
          Map.of("stale", 0, "removed", removed));
    }
    int stale = jobs.size() + Jobs.halfRemoved() + TemporaryFolder.stale().size();
    var names = jobs.stream().map(job -> job.id() + " (" + job.program() + ")").toList();
    return Check.ok(
            NAME,
            stale == 0
                ? "none"
                : stale + " left behind" + (names.isEmpty() ? "" : ": " + String.join(", ", names)),
            Map.of("stale", stale, "removed", 0))
        .adviceIf(stale > 0, "weft doctor --clean removes their files.");
  }
}
