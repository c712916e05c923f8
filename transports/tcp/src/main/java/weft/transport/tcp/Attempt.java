// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The attempts to connect to one rank: its addresses in turn, until one leads to it.
final class Attempt {
  /// The time for which a host may not answer at one address.
  static final long ANSWER = 3_000_000_000L;

  private static final long PAUSE = 100_000_000;
  private static final long PATIENCE = 10_000_000_000L;

  /// Each address is tried so often at least: this rank may have been stopped meanwhile.
  private static final int LEAST_ROUNDS = 4;

  final int peer;
  private final List<InetSocketAddress> addresses;
  private final long began = System.nanoTime();

  /// The last failure at each address.
  private final Map<InetSocketAddress, String> refusals = new LinkedHashMap<>();

  private int next;
  private int rounds;
  private long pausedUntil = began;
  private @Nullable Meeting meeting;

  /// @param addresses of `peer`, in the order in which they are to be tried
  Attempt(int peer, List<InetSocketAddress> addresses) {
    this.peer = peer;
    this.addresses = addresses;
  }

  @Nullable Meeting meeting() {
    return meeting;
  }

  /// The address to try now; null while one is being tried, or after all of them failed just now.
  @Nullable InetSocketAddress next(long now) {
    return meeting == null && now - pausedUntil >= 0 && !addresses.isEmpty()
        ? addresses.get(next)
        : null;
  }

  void tries(Meeting meeting) {
    this.meeting = meeting;
  }

  /// Records that the current address failed.
  void failed(String why, long now) {
    meeting = null;
    refusals.put(addresses.get(next), why);
    next = (next + 1) % addresses.size();
    if (next == 0) {
      rounds++;
      pausedUntil = now + PAUSE;
    }
  }

  /// Whether every address has failed for so long that another attempt is not worth it.
  boolean isOver(long now) {
    return addresses.isEmpty()
        || (meeting == null && rounds >= LEAST_ROUNDS && now - began >= PATIENCE);
  }

  /// What has happened, for a sentence.
  String tried() {
    return addresses.isEmpty() ? "that host has no address that this host can use" : "" + refusals;
  }
}
