// SPDX-License-Identifier: Apache-2.0
package weft.cli.jobs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.cli.CommandException;
import weft.transport.job.JobInfo;
import weft.transport.job.Jobs;

/// The running jobs of this user, as commands name them.
final class RunningJobs {
  /// The characters of a program that are shown.
  private static final int MOST = 40;

  private RunningJobs() {}

  /// All jobs, the oldest first.
  static List<JobInfo> all() {
    var jobs = new ArrayList<>(Jobs.running());
    jobs.removeIf(job -> jobs.stream().anyMatch(other -> isListedBy(job, other)));
    jobs.sort(Comparator.comparing(JobInfo::began));
    return jobs;
  }

  /// Whether `job`, which rank 0 has listed, is listed by its launcher on this host, too.
  private static boolean isListedBy(JobInfo job, JobInfo launcher) {
    return job.launcher() != 0 && launcher.launcher() == 0 && job.token().equals(launcher.token());
  }

  private static String shortly(String program) {
    return program.length() > MOST ? program.substring(0, MOST) + "…" : program;
  }

  /// The job whose id begins with `id`, or, if that is null, the only job.
  static JobInfo find(List<JobInfo> jobs, @Nullable String id) {
    String wanted = id == null ? "" : id;
    List<JobInfo> found = jobs.stream().filter(job -> job.id().startsWith(wanted)).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    var ids = jobs.stream().map(job -> job.id() + " (" + shortly(job.program()) + ")").toList();
    String what =
        id == null
            ? jobs.isEmpty() ? "No job runs." : "Several jobs run; name one."
            : found.isEmpty()
                ? "No job " + id + " runs."
                : id + " is the beginning of several ids.";
    throw CommandException.usage(
        what + (ids.isEmpty() ? "" : " There are: " + String.join(", ", ids) + "."));
  }
}
