// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.memory.Peers;

/// Flow control by tokens between this rank and every other. An eager message takes a token of its
/// receiver, which returns it after consuming the bytes. Tokens return with other messages.
final class Credits {
  /// The state of the flow control with one rank.
  private static final class Account {
    int sent;
    int returned;
    int consumed;
    int reported;
  }

  private final int tokens;
  private final Peers<Account> accounts;

  Credits(int ranks, int tokens) {
    this.tokens = tokens;
    this.accounts = Peers.of(ranks, rank -> new Account());
  }

  /// Takes a token for an eager message to `target`; returns false if there is none.
  boolean take(int target) {
    Account account = accounts.get(target);
    if (account.sent - account.returned >= tokens) {
      return false;
    }
    account.sent++;
    return true;
  }

  /// Counts a consumed message of `source`; returns whether to return its tokens in a separate
  /// message.
  boolean consume(int source) {
    Account account = accounts.get(source);
    return ++account.consumed - account.reported >= (tokens + 1) / 2;
  }

  /// The number consumed from `source`.
  int consumed(int source) {
    return accounts.get(source).consumed;
  }

  /// Returns the number to send to `target` in the next message, and counts it as sent.
  int report(int target) {
    Account account = accounts.get(target);
    account.reported = account.consumed;
    return account.reported;
  }

  /// Handles the number that `source` has sent.
  void learn(int source, int count) {
    Account account = accounts.get(source);
    account.returned += (count - account.returned) & 0xFF;
  }

  /// The number of eager messages not known to be consumed.
  int open() {
    int open = 0;
    for (int rank = 0; rank < accounts.size(); rank++) {
      open += accounts.get(rank).sent - accounts.get(rank).returned;
    }
    return open;
  }
}
