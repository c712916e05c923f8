// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.WeftException;
import weft.transport.job.JobInfo;
import weft.transport.shm.Jobs;

/// `weft jobs`: the running jobs of this user, and who waits where in one.
@Command(
    name = "jobs",
    customSynopsis = "weft jobs [OPTIONS] [ID]",
    sortOptions = false,
    description = {"Lists your running jobs; of one, says what each rank does.", ""},
    footer = {"", "To end a job, end its process: kill PID."})
final class JobsCommand implements Callable<Integer> {
  @Option(names = "--who", description = "Say of every job what each rank does.")
  boolean who;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "The job, or the beginning of its name: say what each rank does.")
  @Nullable String id;

  private final PrintStream out;

  JobsCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    var jobs = new ArrayList<>(Jobs.running());
    jobs.sort(Comparator.comparing(JobInfo::began));
    if (id != null) {
      out.print(Jobs.describe(find(jobs, id)));
    } else if (jobs.isEmpty()) {
      out.println("No job runs.");
    } else if (who) {
      for (JobInfo job : jobs) {
        out.println("job " + job.id() + ", " + job.size() + " ranks: " + job.program());
        out.print(answer(job));
      }
    } else {
      list(jobs);
    }
    return 0;
  }

  /// What one of several jobs does. One that is paused, or has just ended, must not hide the
  /// others.
  private static String answer(JobInfo job) {
    try {
      return Jobs.describe(job);
    } catch (WeftException e) {
      return "  " + e.getMessage() + System.lineSeparator();
    }
  }

  private static JobInfo find(List<JobInfo> jobs, String id) {
    List<JobInfo> found = jobs.stream().filter(job -> job.id().startsWith(id)).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    var ids = jobs.stream().map(JobInfo::id).toList();
    throw CommandException.usage(
        (found.isEmpty() ? "No job " + id + " runs." : id + " begins the names of several jobs.")
            + (ids.isEmpty() ? "" : " There are: " + String.join(", ", ids) + "."));
  }

  private void list(List<JobInfo> jobs) {
    String format = "%-12s  %5s  %7s  %9s  %s%n";
    out.printf(format, "JOB", "RANKS", "PID", "SINCE", "PROGRAM");
    for (JobInfo job : jobs) {
      out.printf(
          Locale.ROOT,
          format,
          job.id(),
          job.size(),
          job.pid(),
          ago(Duration.between(job.began(), Instant.now())),
          job.program());
    }
  }

  /// A duration for people, in its two largest units: `3 s`, `2 m 05 s`, `4 h 10 m`.
  static String ago(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 60) {
      return seconds + " s";
    }
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d m %02d s", seconds / 60, seconds % 60)
        : String.format(Locale.ROOT, "%d h %02d m", seconds / 3600, seconds / 60 % 60);
  }
}
