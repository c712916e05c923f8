// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import weft.World;
import weft.random.SeedsProgram;

/// Random programs of channels.
final class ChannelsProgram extends SeedsProgram {
  @Override
  protected Run prepare(World world, long seed, String prefix, Tally tally) {
    return new Player(world, Planner.plan(seed), prefix, tally);
  }
}
