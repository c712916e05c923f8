// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import weft.bench.BenchOptions;
import weft.bench.Figures;
import weft.bench.Sample;

/// Slices that are measured in rounds: each round takes every slice once, in a new random order, so
/// that a drifting machine favours none.
public final class SliceSchedule {
  /// Something that is measured once per round.
  public interface Step {
    void run(int round) throws Exception;
  }

  /// A round before the first that counts.
  public static final int WARM_UP = -1;

  private final long seed;
  private final int millis;
  private final Figures figures;
  private final List<Step> steps = new ArrayList<>();

  public SliceSchedule(BenchOptions options, Figures figures) {
    this(options.seed(), options.millis(), figures);
  }

  /// Slices of `millis` milliseconds each, in an order that `seed` says.
  public SliceSchedule(long seed, int millis, Figures figures) {
    this.seed = seed;
    this.millis = millis;
    this.figures = figures;
  }

  public void add(Step step) {
    steps.add(step);
  }

  /// Adds a slice of a pair of ranks, and returns where its samples go.
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
    add(round -> {
      Sample sample = party.measure(kind, size, millis);
      if (round != WARM_UP) {
        figures.add(key, round, sample);
      }
    });
  }

  /// One of several slices that are compared with each other.
  ///
  /// @param key where its samples go
  /// @param kind what is measured
  /// @param size with messages of so many bytes
  public record Slice(Figures.Key key, int kind, long size) {}

  /// Adds slices of one party that each round takes one right after the other, so that little has
  /// changed between them; which one is first changes from round to round.
  public void addTogether(Party party, List<Slice> slices) {
    add(round -> {
      for (int i = 0; i < slices.size(); i++) {
        Slice slice = slices.get(Math.floorMod(round + i, slices.size()));
        Sample sample = party.measure(slice.kind(), slice.size(), millis);
        if (round != WARM_UP) {
          figures.add(slice.key(), round, sample);
        }
      }
    });
  }

  /// Runs `warmUps` rounds that do not count, then `rounds` that do.
  public void run(String what, int warmUps, int rounds) throws Exception {
    var order = new ArrayList<>(steps);
    var random = new Random(seed);
    boolean terminal = System.console() != null && System.console().isTerminal();
    for (int round = -warmUps; round < rounds; round++) {
      if (terminal) {
        System.err.printf("\r%s: round %d of %d ", what, Math.max(round + 1, 0), rounds);
      }
      Collections.shuffle(order, random);
      for (Step step : order) {
        step.run(round < 0 ? WARM_UP : round);
      }
    }
    if (terminal) {
      System.err.printf("\r%60s\r", "");
    }
  }
}
