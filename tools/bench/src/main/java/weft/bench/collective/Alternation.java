// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import weft.bench.BenchMachine;
import weft.bench.collective.rank.WarmUp;
import weft.bench.harness.SliceRounds;

/// Alternates slices of several jobs, because the machine drifts. Each round takes all cells in a
/// new random order, and for each cell the slices of all jobs in a new random order.
final class Alternation {
  /// A job, and the cells for which it is measured.
  record Party(Team team, List<Cell> cells) {}

  private record Key(Cell cell, String party) {}

  private static final int FIRST_CALLS = 5;

  /// The least number of calls in a warm-up slice of small data, if they take no longer: JIT
  /// compilers count calls, not time.
  private static final long WARM_CALLS = 1_000;

  private static final double WARM_NANOS = 5e8;

  /// The least length of a warm-up slice of large data, because such a slice has few calls.
  private static final double WARM_LARGE_NANOS = 2e8;

  private static final long SMALL = 64 << 10;

  private final int rounds;
  private final double nanos;
  private final SliceRounds all;
  private final Samples samples;
  private final Map<Key, Double> turns = new HashMap<>();

  /// Runs warm-up rounds, and then `rounds` rounds of slices of about `millis`.
  Alternation(int rounds, int millis, long seed, Samples samples) {
    this.rounds = rounds;
    this.nanos = millis * 1e6;
    this.all = new SliceRounds(seed);
    this.samples = samples;
  }

  /// Measures all cells, and shows the progress on a terminal.
  void run(String what, List<Cell> cells, List<Party> parties) throws Exception {
    run(what, cells, parties, round -> {});
  }

  /// As above, with an action before each round that counts.
  void run(String what, List<Cell> cells, List<Party> parties, IntConsumer before)
      throws Exception {
    var warmUp = new WarmUp(parties.stream().map(Party::team).toList());
    List<SliceRounds.Step> warming = new ArrayList<>();
    for (Cell cell : withoutChunks(cells)) {
      warming.add(round -> all.shuffled(parties).forEach(party -> warm(party, cell)));
    }
    do {
      all.round(what, warming, SliceRounds.WARM_UP, rounds);
    } while (!warmUp.isOver());
    try (var probe = new LineProbe()) {
      List<SliceRounds.Step> counting = new ArrayList<>();
      for (Cell cell : cells) {
        counting.add(round -> {
          double line = probe.nanos();
          for (Party party : all.shuffled(parties)) {
            if (party.cells.contains(cell)) {
              samples.add(cell, party.team.name(), round, line, measure(party.team, cell, false));
            }
          }
        });
      }
      for (int round = 0; round < rounds; round++) {
        before.accept(round);
        if (!all.isDone(what, counting, round, rounds)) {
          break;
        }
      }
    }
    all.end();
  }

  /// One of the cells that differ only in their chunks: they run the same code.
  private static List<Cell> withoutChunks(List<Cell> cells) {
    var first = new LinkedHashMap<Cell, Cell>();
    cells.forEach(cell -> first.putIfAbsent(cell.withoutChunks(), cell));
    return List.copyOf(first.values());
  }

  private void warm(Party party, Cell cell) {
    if (party.cells.contains(cell)) {
      var _ = measure(party.team, cell, true);
    }
  }

  /// Measures one slice.
  private Timing measure(Team team, Cell cell, boolean warming) {
    var key = new Key(cell, team.name());
    Double turn = turns.get(key);
    long count = turn == null ? FIRST_CALLS : Math.clamp((long) (nanos / turn), 2, 1_000_000);
    if (warming && turn != null && TeamJobs.isJava(team.name())) {
      double calls =
          cell.bytes() <= SMALL ? Math.min(WARM_CALLS, WARM_NANOS / turn) : WARM_LARGE_NANOS / turn;
      count = Math.max(count, (long) calls);
    }
    var slice = new Slice(cell, Math.clamp(count / 5, 1, 200), count);
    Timing timing = Timing.of(team.ask(slice.line(BenchMachine.cores())), count);
    turns.put(key, timing.whole());
    return timing;
  }
}
