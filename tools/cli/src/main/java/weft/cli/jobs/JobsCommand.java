// SPDX-License-Identifier: Apache-2.0
package weft.cli.jobs;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.ObjectMapper;
import weft.WeftException;
import weft.transport.job.JobInfo;
import weft.transport.job.Jobs;

/// `weft jobs`: lists the running jobs of this user, and where the ranks of a job wait.
@Command(
    name = "jobs",
    customSynopsis = "weft jobs [OPTIONS] [ID]",
    sortOptions = false,
    description = {"Lists your running jobs; for one job, shows what each rank does.", ""},
    footer = {"", "To end a job: weft stop ID. To watch one: weft top ID."})
public final class JobsCommand implements Callable<Integer> {
  @Option(names = "--who", description = "Show what each rank of every job does.")
  boolean who;

  @Option(names = "--json", description = "Write what each rank of one job does as JSON.")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "The job, or the beginning of its id: show what each rank does.")
  @Nullable String id;

  private final PrintStream out;

  /// Writes to `out`.
  public JobsCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    List<JobInfo> jobs = RunningJobs.all();
    if (json) {
      out.println(json(RunningJobs.find(jobs, id)));
    } else if (id != null) {
      out.print(Jobs.describe(RunningJobs.find(jobs, id)));
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

  /// The status of one of several jobs. A job that is paused or has just ended must not hide the
  /// others.
  private static String answer(JobInfo job) {
    try {
      return Jobs.describe(job);
    } catch (WeftException e) {
      return "  " + e.getMessage() + System.lineSeparator();
    }
  }

  /// The status of each rank, as JSON.
  private static String json(JobInfo job) {
    var ranks = new ArrayList<Map<String, Object>>();
    for (RankLine line : RankLine.parse(Jobs.describe(job))) {
      var rank = new LinkedHashMap<String, Object>();
      rank.put("rank", line.rank());
      rank.put("state", line.state());
      rank.put("call", line.call());
      rank.put("for", line.target());
      rank.put("line", line.line());
      rank.put("handler", line.handler());
      rank.put("seconds", line.seconds());
      rank.put("sent", line.sent());
      rank.put("received", line.received());
      rank.put("bytesSent", line.bytesSent());
      rank.put("bytesReceived", line.bytesReceived());
      rank.put("backlog", line.backlog());
      rank.put("heap", line.heap());
      rank.put("javaHeap", line.javaHeap());
      rank.put("text", line.text());
      ranks.add(rank);
    }
    var all = new LinkedHashMap<String, Object>();
    all.put("job", job.id());
    all.put("pid", job.pid());
    all.put("size", job.size());
    all.put("program", job.program());
    all.put("ranks", ranks);
    return new ObjectMapper().writeValueAsString(all);
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

  /// Formats a duration in its two largest units: `3 s`, `2 m 05 s`, `4 h 10 m`.
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
