// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.job.JvmEnd;
import weft.transport.job.Shell;
import weft.transport.job.SlurmAllocation;
import weft.transport.job.UserSecret;

/// A job whose ranks `srun` starts, within the allocation of a batch job or of a shell. The ranks
/// find each other as those of any step do, see [weft.watch.RootAllGather].
public final class SrunJob {
  private static final Set<String> OF_A_RANK =
      Set.of(JobVariables.RANK, JobVariables.JOB, JobVariables.ADDRESS);

  /// Longer than `srun` takes to end its tasks.
  private static final long SECONDS_TO_END = 40;

  private SrunJob() {}

  /// Starts one rank of `transport` for each of `commands`, and waits for `srun`.
  ///
  /// @return its exit code, the highest of all ranks
  public static int run(
      SlurmAllocation allocation,
      String transport,
      List<List<String>> commands,
      Map<String, String> environment) {
    var settings = new HashMap<>(System.getenv());
    settings.putAll(environment);
    if (settings.getOrDefault(JobVariables.TOKEN, "").isEmpty()) {
      String _ = UserSecret.token(settings, ""); // Without a secret no rank could join.
    }
    var line = new ArrayList<String>();
    Path setpriv = Shell.find("setpriv");
    if (setpriv != null) {
      line.addAll(List.of(setpriv.toString(), "--pdeathsig", "TERM", "--"));
    }
    line.addAll(allocation.srun(commands.size(), settings));
    line.addAll(each(commands));
    var builder = new ProcessBuilder(line).inheritIO();
    builder.environment().keySet().removeAll(OF_A_RANK);
    builder.environment().putAll(environment);
    builder.environment().put(JobVariables.TRANSPORT, transport);
    builder.environment().put(JobVariables.SIZE, Integer.toString(commands.size()));
    return await(builder);
  }

  /// The command of each task: often all are alike.
  private static List<String> each(List<List<String>> commands) {
    List<String> usual = commands.getLast();
    var text = new StringBuilder("case $SLURM_PROCID in ");
    boolean isOne = true;
    for (int rank = 0; rank < commands.size(); rank++) {
      if (!commands.get(rank).equals(usual)) {
        text.append(rank).append(") ").append(shell(commands.get(rank))).append(";; ");
        isOne = false;
      }
    }
    return isOne
        ? usual
        : List.of("sh", "-c", text.append("*) ").append(shell(usual)).append(";; esac").toString());
  }

  private static String shell(List<String> words) {
    return "exec " + words.stream().map(Shell::quote).collect(Collectors.joining(" "));
  }

  private static int await(ProcessBuilder builder) {
    var started = new Process[1];
    try (var _ = JvmEnd.attend(() -> end(started))) {
      Process process;
      synchronized (started) {
        process = builder.start();
        started[0] = process;
      }
      int code = process.waitFor();
      JvmEnd.awaitIfByUser(code);
      return code;
    } catch (IOException e) {
      throw new WeftException("srun could not be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException("interrupted while the job ran", e);
    }
  }

  /// Ends `srun` because this process is being ended; it ends its tasks on all hosts.
  private static void end(@Nullable Process[] started) {
    Process process;
    synchronized (started) {
      process = started[0];
    }
    if (process == null) {
      return;
    }
    process.destroy();
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
