// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import weft.transport.job.ExitCause;

/// Prints one report of a job that fails, though several ranks may have one. If it is about a
/// process that is gone, the launcher knows more than the other ranks: how that has ended.
final class JobReports {
  /// The time for the exit code of a process that ranks call gone.
  private static final long MILLIS_FOR_CODE = 500;

  /// What ranks say of such a process, see `Link`.
  private static final Pattern GONE =
      Pattern.compile(
          "weft: rank (\\d+) failed: its process (\\(pid (\\d+) on .*?\\)) is gone: .*\n?");

  private final Consumer<String> print;
  private final Map<Integer, Integer> codes = new HashMap<>();

  // Guarded by this.
  private @Nullable Matcher pending;
  private boolean printed;

  /// Passes the report to `print`.
  JobReports(Consumer<String> print) {
    this.print = print;
  }

  /// Takes a report, which ends with a newline.
  synchronized void take(String report) {
    if (printed || pending != null) {
      return;
    }
    Matcher gone = GONE.matcher(report);
    if (!gone.matches()) {
      print(report);
      return;
    }
    pending = gone;
    Integer code = codes.get(Integer.parseInt(gone.group(1)));
    if (code != null) {
      complete(code);
    } else {
      CompletableFuture.delayedExecutor(MILLIS_FOR_CODE, TimeUnit.MILLISECONDS).execute(this::end);
    }
  }

  /// Takes a sentence of the launcher itself, about a host that it has lost. Ranks of that host
  /// that others call gone are lost with it.
  synchronized void takeOwn(String report) {
    if (!printed) {
      pending = null;
      print(report);
    }
  }

  /// Records that the process of `rank` has ended with `code`.
  synchronized void ended(int rank, int code) {
    codes.put(rank, code);
    if (pending != null && Integer.parseInt(pending.group(1)) == rank) {
      complete(code);
    }
  }

  private void complete(int code) {
    Matcher gone = pending;
    if (gone != null) {
      pending = null;
      long pid = Long.parseLong(gone.group(3));
      String cause = ExitCause.of(gone.group(2), pid, code, ExitCause.Stage.JOINED);
      print("weft: rank " + gone.group(1) + " failed: " + cause + "\n");
    }
  }

  /// Prints what waits for an exit code.
  synchronized void end() {
    if (pending != null) {
      String report = pending.group();
      pending = null;
      print(report);
    }
  }

  private void print(String report) {
    printed = true;
    print.accept(report);
  }
}
