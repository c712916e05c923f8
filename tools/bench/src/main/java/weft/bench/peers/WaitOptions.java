// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.CommonOptions;
import weft.options.Options;

/// The options of `weft bench wait`.
///
/// @param rounds the number of pairs of processes of each kind under each load
/// @param millis the length of a slice
/// @param gaps the gaps between messages, in microseconds
/// @param loads what else runs
/// @param kinds the kinds that are measured
/// @param seed the order of the kinds
/// @param json the file for the figures as JSON, or null
record WaitOptions(
    int rounds,
    int millis,
    List<Long> gaps,
    List<WaitLoad> loads,
    List<PeerKind> kinds,
    long seed,
    @Nullable Path json) {
  static final String ABOUT =
      """
      Two processes: one sends words with a gap before each, and the other waits for them. Weft,
      Aeron (busy, and backing off) and blocking sockets take turns, on an idle machine, beside
      one and two busy threads, and with twice as many processes as processors. Maven fetches
      the jars of Aeron.
      """;

  private static final long MOST_GAP = 10_000_000;

  /// Parses the options.
  ///
  /// @throws weft.options.OptionException if they are not valid
  static WaitOptions of(Options given) {
    boolean quick = CommonOptions.quick(given);
    int rounds = CommonOptions.rounds(given, 3, 1);
    List<Long> gaps =
        given.list(
            "gaps N,N,…",
            quick ? "1,100,1000,10000" : "1,10,100,1000,10000,100000,1000000",
            text -> Options.wholeOf("--gaps", text, 1, MOST_GAP),
            "the gaps between messages, in microseconds");
    List<WaitLoad> loads =
        given.list(
            "loads L,L,…",
            "idle,busy,busy2,crowded",
            WaitOptions::load,
            "what else runs: idle, busy, busy2, crowded");
    List<PeerKind> kinds =
        given.list(
            "only A,B,…",
            "weft,aeron,aeron-backoff,sockets",
            WaitOptions::kind,
            "measure these: weft, aeron, aeron-backoff, sockets");
    long seed = CommonOptions.seed(given);
    Path json = CommonOptions.json(given);
    given.end();
    return new WaitOptions(rounds, quick ? 150 : 400, gaps, loads, kinds, seed, json);
  }

  private static WaitLoad load(String name) {
    for (WaitLoad load : WaitLoad.values()) {
      if (load.name().toLowerCase(java.util.Locale.ROOT).equals(name)) {
        return load;
      }
    }
    throw new IllegalArgumentException("--loads knows idle, busy, busy2, crowded, not " + name);
  }

  private static PeerKind kind(String name) {
    for (PeerKind kind : PeerKind.WAITING) {
      if (kind.name().equals(name)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "--only knows weft, aeron, aeron-backoff, sockets, not " + name);
  }
}
