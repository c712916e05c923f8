// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// One question to all ranks, and their answers.
public final class Inquiry {
  /// The time that ranks may take to answer.
  private static final long PATIENCE = 2_000_000_000;

  private final @Nullable String[] answers;
  private final @Nullable Connection asker;
  private final String heading;
  private final long deadline;

  /// A question of `asker`, or of the host itself.
  public Inquiry(int ranks, @Nullable Connection asker, String heading, long now) {
    this.answers = new String[ranks];
    this.asker = asker;
    this.heading = heading;
    this.deadline = now + PATIENCE;
  }

  /// The connection that sent the query; null for the host.
  public @Nullable Connection asker() {
    return asker;
  }

  /// Records the answer of `rank`, or text that is known without asking it.
  public void answer(int rank, String text) {
    if (answers[rank] == null) {
      answers[rank] = text;
    }
  }

  /// Whether there is nothing more to wait for.
  public boolean isComplete(long now) {
    if (now - deadline >= 0) {
      return true;
    }
    for (String answer : answers) {
      if (answer == null) {
        return false;
      }
    }
    return true;
  }

  /// The nanoseconds after which it ends without the missing answers.
  public long next(long now) {
    return Math.max(0, deadline - now);
  }

  /// A line or more for each rank; `process` names that of a rank, as in `pid 123`.
  public String text(IntFunction<String> process) {
    var text = new StringBuilder(heading);
    for (int rank = 0; rank < answers.length; rank++) {
      String answer = answers[rank];
      if (answer == null) {
        answer = "rank " + rank + " does not answer: its process is paused, or very slow";
      }
      text.append("  (").append(process.apply(rank)).append(") ");
      text.append(answer.strip().replace("\n", "\n    ")).append('\n');
    }
    return text.toString();
  }
}
