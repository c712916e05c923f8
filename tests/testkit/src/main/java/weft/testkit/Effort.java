// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import weft.transport.rings.ThreadsJob;

/// The number of cases that tests try. The property `weft.effort` selects `sample`, `brief`,
/// `quick`, `all` (the default) or `long`.
///
/// A quick run tests every claim with fewer numbers of ranks and fewer repetitions, and half of the
/// cases that are alike. A brief run tries a case that is alike over several transports over one of
/// them. A sample leaves out seven of eight tests that take long ([Sampled]). A long run takes 45
/// minutes more, for the claims about order.
public enum Effort {
  /// The effort of `./weft test`, and of CI with `weft.sample`.
  SAMPLE,
  /// The effort of `./weft test --room`.
  BRIEF,
  /// The effort of a change, before it becomes part of Weft.
  QUICK,
  /// The effort of `./weft test --all`.
  ALL,
  /// An effort that takes too long for every change.
  LONG;

  /// The largest number of processes in a quick run, if a test has such a number up to this.
  private static final int FEW = 3;

  /// One in so many cases is tried by a brief run of those of a quick one.
  private static final int BRIEF_PART = 4;

  /// One in so many cases that take long is tried by a sample.
  private static final int SAMPLE_PART = 8;

  /// The effort of this run.
  public static Effort current() {
    String name = System.getProperty("weft.effort", "");
    return switch (name) {
      case "sample" -> SAMPLE;
      case "brief" -> BRIEF;
      case "quick" -> QUICK;
      case "", "all" -> ALL;
      case "long" -> LONG;
      default ->
          throw new IllegalArgumentException(
              "-Dweft.effort=" + name + " is not known; use sample, brief, quick, all or long");
    };
  }

  /// Whether this is a quick run, or a shorter one.
  public boolean isQuick() {
    return compareTo(QUICK) <= 0;
  }

  /// Whether this is a brief run, or a sample.
  public boolean isBrief() {
    return compareTo(BRIEF) <= 0;
  }

  /// Chooses which of these ascending numbers of ranks to try over `transport`. A quick run over
  /// threads tries the smallest, the middle and the largest. With processes, and in a sample, it
  /// tries the largest number up to three.
  public int[] ranks(String transport, int... ranks) {
    if (!isQuick() || ranks.length < 2) {
      return ranks;
    }
    if (isThreads(transport) && this != SAMPLE) {
      return ranks.length <= 3
          ? ranks
          : new int[] {ranks[0], ranks[ranks.length / 2], ranks[ranks.length - 1]};
    }
    return new int[] {
      Arrays.stream(ranks)
          .filter(count -> count <= FEW)
          .max()
          .orElseGet(() -> Arrays.stream(ranks).min().orElseThrow())
    };
  }

  /// Returns whether to try the case `name` over `transport`. If ranks are processes, a quick run
  /// tries one of `parts` of all cases, chosen by the seed. Use it for cases that are alike over
  /// all transports, because threads try all of them.
  public boolean tries(String transport, String name, long seed, int parts) {
    return !isQuick()
        || isThreads(transport)
        || isChosen(name, seed, isBrief() ? parts * BRIEF_PART : parts);
  }

  /// Returns whether a brief run tries the case `name`, which is one of several that are alike: it
  /// tries one of four, chosen by the seed. Other runs try all.
  public boolean tries(String name, long seed) {
    return !isBrief() || isChosen(name, seed, BRIEF_PART);
  }

  /// Chooses which of these cases, each of which would show what `name` claims, this run tries: a
  /// brief run one, a quick run half of them, others all. The seed decides where the choice begins.
  public <T> List<T> some(List<T> alike, String name, long seed) {
    if (!isQuick()) {
      return alike;
    }
    var turned = new ArrayList<>(alike);
    Collections.rotate(turned, Math.floorMod(Chaos.mix(name.hashCode() + seed), alike.size()));
    return turned.subList(0, isBrief() ? 1 : (alike.size() + 1) / 2);
  }

  /// Returns whether a sample has the case `name`, of several that each take long: it has one of
  /// eight, or of as many as the property `weft.sample` says, chosen by the seed. Other runs have
  /// all.
  public boolean samples(String name, long seed) {
    return this != SAMPLE || isChosen(name, seed, Integer.getInteger("weft.sample", SAMPLE_PART));
  }

  private static boolean isChosen(String name, long seed, int parts) {
    return Math.floorMod(Chaos.mix(name.hashCode() + seed), parts) == 0;
  }

  private static boolean isThreads(String transport) {
    return transport.equals(ThreadsJob.NAME);
  }
}
