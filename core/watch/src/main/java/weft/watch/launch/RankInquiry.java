// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Asks rank 0, on its host, what all ranks do.
final class RankInquiry {
  /// Less than a command waits for the answer.
  private static final long MILLIS_TO_ANSWER = 4_000;

  private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();

  /// Takes the answer, which is empty if rank 0 cannot be asked yet.
  void answered(String text) {
    answers.add(text);
  }

  /// Asks, and returns a line or more for each rank.
  String ask(List<FarHost> hosts) {
    answers.clear();
    hosts.stream()
        .filter(it -> it.has(0))
        .forEach(it -> it.send(HostFrame.Kind.INQUIRE, HostFrame.NOTHING, 0));
    String text = await();
    if (text != null && !text.isEmpty()) {
      return text;
    }
    String state =
        text == null
            ? " does not answer: rank 0 is paused, or the network very slow\n"
            : " has not begun: not all ranks have called Weft.launch yet\n";
    var lines = new StringBuilder();
    for (FarHost host : hosts) {
      for (int i = 0; i < host.ranks(); i++) {
        int rank = host.firstRank() + i;
        lines.append("  (on ").append(host.name()).append(") rank ").append(rank).append(state);
      }
    }
    return lines.toString();
  }

  private @Nullable String await() {
    try {
      return answers.poll(MILLIS_TO_ANSWER, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
