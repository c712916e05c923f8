// SPDX-License-Identifier: Apache-2.0
package weft.cli.jobs;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.cli.CommandException;
import weft.transport.job.JobInfo;

/// `weft stop`: ends a job; one that saves checkpoints saves one more.
@Command(
    name = "stop",
    customSynopsis = "weft stop [OPTIONS] ID",
    sortOptions = false,
    description = {
      "Ends a job, and waits until it has ended. One that saves checkpoints saves one more.",
      ""
    },
    footer = {"", "A job inside another program ends with that program."})
public final class StopCommand implements Callable<Integer> {
  private static final long MILLIS_TO_END = 30_000;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(paramLabel = "ID", description = "The job, or the beginning of its id.")
  @Nullable String id;

  private final PrintStream out;

  /// Writes to `out`.
  public StopCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws InterruptedException {
    JobInfo job = RunningJobs.find(RunningJobs.all(), id);
    ProcessHandle process = ProcessHandle.of(job.ender()).orElse(null);
    if (process == null || !process.destroy()) {
      throw CommandException.usage(
          "The process " + job.ender() + " of job " + job.id() + " cannot be ended from here.");
    }
    long deadline = System.nanoTime() + MILLIS_TO_END * 1_000_000;
    while (job.isAlive() && System.nanoTime() - deadline < 0) {
      Thread.sleep(20);
    }
    if (job.isAlive()) {
      out.println("job " + job.id() + " is still running after the signal: kill -9 " + job.ender());
      return 1;
    }
    out.println("job " + job.id() + " has ended.");
    return 0;
  }
}
