// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import java.util.Set;
import java.util.TreeSet;
import weft.random.RandomJob;
import weft.random.RandomKind;
import weft.random.SeedsProgram;

/// Random programs of channels, as [weft.random.RandomTests] runs them.
final class ChannelsKind implements RandomKind {
  /// Enough for what handlers push in one segment, and less than two records of the largest kind
  /// from each rank.
  private static final long SMALL_BUDGET = 4 << 20;

  @Override
  public String test() {
    return "RandomChannelsTest";
  }

  @Override
  public Class<? extends SeedsProgram> program() {
    return ChannelsProgram.class;
  }

  @Override
  public long budget(RandomJob job) {
    return job.isTiny() ? SMALL_BUDGET : 0;
  }

  /// What the plans of the job's seeds contain must be reached. With tiny rings, so must the waits
  /// for room. Threads have most seeds, which must reach all.
  @Override
  public Set<String> features(RandomJob job) {
    var features = new TreeSet<String>();
    job.all().forEach(seed -> features.addAll(Features.of(Planner.plan(seed))));
    if (job.isTiny()) {
      features.addAll(Features.OF_FULL_RINGS);
    }
    if (job.transport().equals("threads") && job.ranks() > 1) {
      features.addAll(Features.OF_MANY_SEEDS);
    }
    return features;
  }

  @Override
  public long digest(long seed) {
    return Model.digest(Planner.plan(seed));
  }

  @Override
  public String listing(long seed) {
    return Planner.plan(seed).listing();
  }
}
