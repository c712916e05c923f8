// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.List;
import weft.bench.BenchOptions;
import weft.bench.Figures;
import weft.bench.Sample;
import weft.bench.harness.SliceRounds;

/// The slices of pairs, in [SliceRounds]. It adds their samples to [Figures].
public final class SliceSchedule {
  private final SliceRounds rounds;
  private final int millis;
  private final Figures figures;

  public SliceSchedule(BenchOptions options, Figures figures) {
    this(options.seed(), options.millis(), figures);
  }

  /// Creates a schedule of slices of `millis` milliseconds each, in an order that follows from
  /// `seed`.
  public SliceSchedule(long seed, int millis, Figures figures) {
    this.rounds = new SliceRounds(seed);
    this.millis = millis;
    this.figures = figures;
  }

  public void add(SliceRounds.Step step) {
    rounds.add(step);
  }

  /// Adds a slice of a pair of ranks, and returns the key of its samples.
  public Figures.Key add(Party party, PairKind kind, long size) {
    var key = new Figures.Key(party.name(), kind.name(), size);
    add(party, key, kind.ordinal(), size);
    return key;
  }

  public Figures.Key add(Party party, PairKind kind) {
    return add(party, kind, 0);
  }

  /// Adds a slice of any party.
  public void add(Party party, Figures.Key key, int kind, long size) {
    addTogether(party, List.of(new Slice(key, kind, size)));
  }

  /// One of several slices to compare with each other.
  ///
  /// @param key the key of its samples
  /// @param kind the number of the measured kind
  /// @param size the bytes of a message
  public record Slice(Figures.Key key, int kind, long size) {}

  /// Adds slices of one party that each round measures directly after each other, so that little
  /// changes between them. Their order changes from round to round.
  public void addTogether(Party party, List<Slice> slices) {
    add(round -> {
      for (int i = 0; i < slices.size(); i++) {
        Slice slice = slices.get(Math.floorMod(round + i, slices.size()));
        Sample sample = party.measure(slice.kind(), slice.size(), millis);
        if (round != SliceRounds.WARM_UP) {
          figures.add(slice.key(), round, sample);
        }
      }
    });
  }

  /// Runs `warmUps` rounds that do not count, and then `rounds` rounds that do.
  public void run(String what, int warmUps, int rounds) throws Exception {
    this.rounds.run(what, warmUps, rounds);
  }
}
