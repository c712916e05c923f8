// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.job.ExitCause;
import weft.transport.job.JobDirectory;
import weft.transport.job.RunMark;
import weft.transport.job.TemporaryFolder;

/// The JVM of a job whose ranks are threads. If it ends while the job runs, the job has failed,
/// whatever the exit code: `Runtime.halt(0)` in one rank silently ends all ranks.
final class ThreadsChild {
  private static final int SIGNALLED = 128;

  private ThreadsChild() {}

  /// Runs `command` as [Child] does, and returns the exit code of its job.
  static int run(List<String> command, Map<String, String> environment, PrintStream err) {
    Path folder;
    try {
      folder = TemporaryFolder.untilExit("launcher");
    } catch (WeftException e) {
      return Child.run(command, environment); // The disk may be full; the program itself can run.
    }
    var marked = new HashMap<>(environment);
    marked.put(JobVariables.MARK, RunMark.variable(folder));
    int code = Child.run(command, marked);
    RunMark.Found found = RunMark.find(folder);
    if (found != RunMark.Found.NOTHING) {
      JobDirectory.removeAllKilled(); // The JVM may have had no time to do this.
    }
    if (found == RunMark.Found.UNFINISHED && !ExitCause.isByUser(code)) {
      err.println(
          "weft: the job failed: its process "
              + (code > SIGNALLED
                  ? "was killed by signal " + (code - SIGNALLED)
                  : "ended with exit code " + code + ", as by Runtime.halt,")
              + " while its ranks ran");
    }
    return code == 0 && found != RunMark.Found.NOTHING ? 1 : code;
  }
}
