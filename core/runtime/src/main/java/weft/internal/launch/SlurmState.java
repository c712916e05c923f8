// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.transport.job.Shell;

/// Why Slurm ends a job, as `scontrol` says.
final class SlurmState {
  private static final String JOB = "SLURM_JOB_ID";
  private static final Pattern STATE = Pattern.compile("JobState=(\\w+)");
  private static final String TIME = "=(?:(\\d{1,6})-)?(\\d\\d):(\\d\\d):(\\d\\d)";
  private static final long MILLIS = 3_000;
  private static final long MILLIS_BETWEEN_QUESTIONS = 100;

  private SlurmState() {}

  /// Whether this process belongs to a job of Slurm.
  static boolean isKnown(Map<String, String> environment) {
    return !environment.getOrDefault(JOB, "").isEmpty();
  }

  /// The reason, as the beginning of a sentence.
  static String reason(Map<String, String> environment) {
    return sentence(ask(environment.getOrDefault(JOB, "")));
  }

  /// The reason that the answer of `scontrol show job` gives. Slurm has often forgotten the state
  /// of a job that it is ending, but not how long it has run.
  static String sentence(String answer) {
    long ran = seconds(answer, "RunTime");
    long limit = seconds(answer, "TimeLimit");
    Matcher state = STATE.matcher(answer);
    String name = state.find() ? state.group(1) : "";
    if (name.equals("TIMEOUT")
        || (limit > 0 && ran >= limit)
        || answer.contains("Reason=TimeLimit ")) {
      return "Slurm ends the job, whose time limit is over";
    }
    return switch (name) {
      case "CANCELLED" -> "Slurm ends the job, which was cancelled";
      case "PREEMPTED" -> "Slurm ends the job, which another one replaces";
      case "NODE_FAIL" -> "Slurm ends the job, which has lost a host";
      case "COMPLETING" -> "Slurm ends the job, which was cancelled or requeued";
      default -> "Slurm ends its step, or soon the job";
    };
  }

  /// A time such as `1-02:03:04` in seconds; −1 if there is none.
  private static long seconds(String answer, String name) {
    Matcher matcher = Pattern.compile(name + TIME).matcher(answer);
    if (!matcher.find()) {
      return -1;
    }
    long days = matcher.group(1) == null ? 0 : Long.parseLong(matcher.group(1));
    long hours = Long.parseLong(matcher.group(2));
    return ((days * 24 + hours) * 60 + Long.parseLong(matcher.group(3))) * 60
        + Long.parseLong(matcher.group(4));
  }

  /// Asks again if `scontrol` says nothing: Slurm sends its signals to all processes of a task, and
  /// more than once.
  private static String ask(String job) {
    if (Shell.find("scontrol") == null) {
      return "";
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    String answer = "";
    try {
      while (!STATE.matcher(answer).find() && System.nanoTime() - end < 0) {
        answer = askOnce(job, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
        Thread.sleep(MILLIS_BETWEEN_QUESTIONS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answer;
  }

  private static String askOnce(String job, long millis) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(List.of("scontrol", "--oneliner", "show", "job", job))
              .redirectErrorStream(true)
              .start();
      if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        return "";
      }
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
