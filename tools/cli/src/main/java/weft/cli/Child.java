// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import weft.model.profile.GivenPlatform;
import weft.transport.JobVariables;
import weft.transport.job.JvmEnd;
import weft.transport.job.Shell;

/// Runs a child process in place of this process. The child uses this terminal, and its exit code
/// becomes that of this process. The signals that end this process end the child too, and the child
/// does not outlive it.
public final class Child {
  private static final long SECONDS_TO_END = 5;

  /// Longer than a rank takes to save a checkpoint before it ends.
  private static final long SECONDS_OF_RANK = 30;

  private static final Set<String> OF_A_RANK =
      Set.of(
          JobVariables.RANK,
          JobVariables.SIZE,
          JobVariables.TRANSPORT,
          JobVariables.JOB,
          JobVariables.TOKEN,
          JobVariables.ADDRESS,
          JobVariables.CHOICES,
          GivenPlatform.VARIABLE,
          JobVariables.PROGRAM);

  private Child() {}

  /// Runs `command` to its end and returns its exit code (128 + n when signal n ended it).
  ///
  /// @param environment variables to set, after all that begin with WEFT_ are removed: this process
  ///   may itself be a rank of another job
  public static int run(List<String> command, Map<String, String> environment) {
    return run(command, environment, SECONDS_TO_END);
  }

  /// The same for a rank of a job that another launcher has started.
  static int runRank(List<String> command, Map<String, String> environment) {
    return run(command, environment, SECONDS_OF_RANK);
  }

  private static int run(List<String> command, Map<String, String> environment, long toEnd) {
    var all = new ArrayList<String>();
    // After a kill -9 this process cannot end the child, but the kernel can. It does so when the
    // thread that started the child ends. That is this thread, which waits below.
    Path setpriv = Shell.find("setpriv");
    if (setpriv != null) {
      all.addAll(List.of(setpriv.toString(), "--pdeathsig", "KILL", "--"));
    }
    all.addAll(command);
    var builder = new ProcessBuilder(all).inheritIO();
    builder.environment().keySet().removeAll(OF_A_RANK);
    builder.environment().putAll(environment);
    var started = new AtomicReference<@Nullable Process>();
    try (var _ = JvmEnd.attend(() -> end(started.get(), toEnd))) {
      Process child = builder.start();
      started.set(child);
      int code = child.waitFor();
      JvmEnd.awaitIfByUser(code);
      return code;
    } catch (IOException e) {
      throw CommandException.failure("The JVM cannot be started: " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("Interrupted while the program ran.");
    }
  }

  /// Ends the child because this process is being ended, and waits, so that its last output appears
  /// before the prompt.
  private static void end(@Nullable Process child, long seconds) {
    if (child == null) {
      return; // It has not started, and will not outlive this process.
    }
    try {
      if (!child.isAlive()) {
        return;
      }
      child.destroy();
      if (!child.waitFor(seconds, TimeUnit.SECONDS)) {
        child.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      child.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
