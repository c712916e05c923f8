// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import weft.transport.shm.Jobs;

/// A job that runs, of whatever transport.
///
/// @param id its name
/// @param ranks how many it has
/// @param pid the process to end when the job is to end
/// @param began when it began
/// @param program what the user calls the program
/// @param situation asks its ranks: who waits where, a line or more for each
record RunningJob(
    String id, int ranks, long pid, Instant began, String program, Supplier<String> situation) {

  /// All jobs of this user, the oldest first.
  static List<RunningJob> all() {
    var jobs = new ArrayList<>(ThreadJobs.running());
    Jobs.running()
        .forEach(job ->
            jobs.add(
                new RunningJob(
                    job.id(),
                    job.size(),
                    job.pid(),
                    job.began(),
                    job.program(),
                    () -> Jobs.describe(job))));
    jobs.sort(Comparator.comparing(RunningJob::began));
    return jobs;
  }
}
