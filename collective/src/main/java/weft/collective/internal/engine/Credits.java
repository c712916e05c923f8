// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

/// Flow control by tokens between this rank and every other. An eager message takes a token of its
/// receiver, which returns it after consuming the bytes. Tokens return with other messages.
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

  /// Takes a token for an eager message to `target`; returns false if there is none.
  boolean take(int target) {
    if (sent[target] - returned[target] >= tokens) {
      return false;
    }
    sent[target]++;
    return true;
  }

  /// Counts a consumed message of `source`; returns whether to return its tokens in a message of
  /// their own.
  boolean consume(int source) {
    return ++consumed[source] - told[source] >= (tokens + 1) / 2;
  }

  /// The number consumed from `source`.
  int consumed(int source) {
    return consumed[source];
  }

  /// Returns the number to tell `target` in the next message, which counts as told.
  int tell(int target) {
    int count = consumed[target];
    told[target] = count;
    return count;
  }

  /// Learns the number that `source` has told.
  void learn(int source, int count) {
    returned[source] += (count - returned[source]) & 0xFF;
  }

  /// The number of eager messages not known to be consumed.
  int open() {
    int open = 0;
    for (int i = 0; i < sent.length; i++) {
      open += sent[i] - returned[i];
    }
    return open;
  }
}
