// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import java.util.Set;
import java.util.TreeSet;
import weft.random.RandomJob;
import weft.random.RandomKind;
import weft.random.SeedsProgram;

/// Random programs of channels, as [weft.random.RandomTests] runs them.
final class ChannelsKind implements RandomKind {
  @Override
  public String test() {
    return "ChannelsTest";
  }

  @Override
  public Class<? extends SeedsProgram> program() {
    return ChannelsProgram.class;
  }

  @Override
  public Set<String> features(RandomJob job) {
    var features = new TreeSet<String>();
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
