// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import weft.bench.Machine;

/// Slices of several jobs that alternate, because the machine drifts: each round takes every cell
/// in a new random order, and of each cell every job's slice, in a new random order too.
final class Alternation {
  /// A job, and the cells that it is measured with.
  record Party(Team team, List<Cell> cells) {}

  private record Key(Cell cell, String party) {}

  private static final int FIRST_CALLS = 5;

  /// Of small data there are so many calls at least in a slice that warms up, if they take no
  /// longer: compilers count calls, not time.
  private static final long WARM_CALLS = 1_000;

  private static final double WARM_NANOS = 5e8;
  private static final long SMALL = 64 << 10;

  private final int rounds;
  private final int warmUps;
  private final double nanos;
  private final Random random;
  private final Samples samples;
  private final Map<Key, Double> turns = new HashMap<>();

  /// `rounds` rounds that count behind `warmUps` that do not, of slices of about `millis`.
  Alternation(int rounds, int warmUps, int millis, long seed, Samples samples) {
    this.rounds = rounds;
    this.warmUps = warmUps;
    this.nanos = millis * 1e6;
    this.random = new Random(seed);
    this.samples = samples;
  }

  /// Measures all, and says on a terminal how far it is.
  void run(String what, List<Cell> cells, List<Party> parties) {
    boolean terminal = System.console() != null && System.console().isTerminal();
    var order = new ArrayList<>(cells);
    var turn = new ArrayList<>(parties);
    try (var probe = new LineProbe()) {
      for (int round = -warmUps; round < rounds; round++) {
        if (terminal) {
          System.err.printf("\r%s: round %d of %d ", what, Math.max(round + 1, 0), rounds);
        }
        Collections.shuffle(order, random);
        for (Cell cell : order) {
          Collections.shuffle(turn, random);
          double line = round < 0 ? 0 : probe.nanos();
          for (Party party : turn) {
            if (party.cells.contains(cell)) {
              Timing timing = measure(party.team, cell, round < 0);
              if (round >= 0) {
                samples.add(cell, party.team.name(), round, line, timing);
              }
            }
          }
        }
      }
    }
    if (terminal) {
      System.err.printf("\r%60s\r", "");
    }
  }

  /// One slice.
  private Timing measure(Team team, Cell cell, boolean warming) {
    var key = new Key(cell, team.name());
    Double turn = turns.get(key);
    long count = turn == null ? FIRST_CALLS : Math.clamp((long) (nanos / turn), 2, 1_000_000);
    if (warming && turn != null && cell.bytes() <= SMALL) {
      count = Math.max(count, (long) Math.min(WARM_CALLS, WARM_NANOS / turn));
    }
    var slice = new Slice(cell, Math.clamp(count / 5, 1, 200), count);
    Timing timing = Timing.of(team.ask(slice.line(Machine.cores())), count);
    turns.put(key, timing.whole());
    return timing;
  }
}
