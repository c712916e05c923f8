// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import org.jspecify.annotations.Nullable;
import weft.transport.job.Connection;

/// One question to all ranks, and their answers.
final class Inquiry {
  /// How long ranks may take to answer.
  private static final long PATIENCE = 2_000_000_000;

  private final @Nullable String[] answers;
  private final @Nullable Connection asker;
  private final String heading;
  private final long deadline;

  /// A question of `asker`, or of the host itself.
  Inquiry(int ranks, @Nullable Connection asker, String heading, long now) {
    this.answers = new String[ranks];
    this.asker = asker;
    this.heading = heading;
    this.deadline = now + PATIENCE;
  }

  /// Who asked; null for the host.
  @Nullable Connection asker() {
    return asker;
  }

  /// What `rank` has answered, or what is known without asking it.
  void answer(int rank, String text) {
    if (answers[rank] == null) {
      answers[rank] = text;
    }
  }

  /// Whether nothing more is to be waited for.
  boolean isComplete(long now) {
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

  /// After how many nanoseconds it ends without the answers that are missing.
  long next(long now) {
    return Math.max(0, deadline - now);
  }

  /// A line or more for each rank.
  String text(RankProcess[] ranks) {
    var text = new StringBuilder(heading);
    for (int rank = 0; rank < answers.length; rank++) {
      String answer = answers[rank];
      if (answer == null) {
        answer = "rank " + rank + " does not answer: its process is paused, or very slow";
      }
      text.append("  (pid ").append(ranks[rank].state().pid).append(") ");
      text.append(answer.strip().replace("\n", "\n    ")).append('\n');
    }
    return text.toString();
  }
}
