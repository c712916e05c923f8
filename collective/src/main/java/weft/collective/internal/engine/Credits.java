// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

/// Tokens between this rank and every other: an eager message takes one of its receiver's, who
/// gives it back when the bytes are consumed. They go back with whatever is sent anyway.
final class Credits {
  private final int tokens;
  private final int[] sent;
  private final int[] returned;
  private final int[] consumed;
  private final int[] told;

  Credits(int ranks, int tokens) {
    this.tokens = tokens;
    this.sent = new int[ranks];
    this.returned = new int[ranks];
    this.consumed = new int[ranks];
    this.told = new int[ranks];
  }

  /// Takes a token for an eager message to `target`, if there is one.
  boolean take(int target) {
    if (sent[target] - returned[target] >= tokens) {
      return false;
    }
    sent[target]++;
    return true;
  }

  /// An eager message of `source` is consumed; says whether that rank should be told by itself.
  boolean consume(int source) {
    return ++consumed[source] - told[source] >= (tokens + 1) / 2;
  }

  /// What could be told `source`, without doing so.
  int consumed(int source) {
    return consumed[source];
  }

  /// What to tell `target` with a message that is about to go there.
  int tell(int target) {
    int count = consumed[target];
    told[target] = count;
    return count;
  }

  /// What `source` has told.
  void learn(int source, int count) {
    returned[source] += (count - returned[source]) & 0xFF;
  }

  /// Eager messages that nobody is known to have consumed.
  int open() {
    int open = 0;
    for (int i = 0; i < sent.length; i++) {
      open += sent[i] - returned[i];
    }
    return open;
  }
}
