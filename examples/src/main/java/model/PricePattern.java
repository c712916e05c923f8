// SPDX-License-Identifier: Apache-2.0
package model;

import weft.Weft;
import weft.World;
import weft.model.Communicator;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.TauLopConcurrent;
import weft.model.TauLopSequence;
import weft.model.profile.BuiltInProfile;

/// What will a communication pattern of my own cost? Each of 32 ranks on 2 hosts sends 100 KB to
/// the next, and then 1 MB to the one opposite.
final class PricePattern {
  private PricePattern() {}

  static void main(String[] args) {
    Weft.launch(args, PricePattern::run);
  }

  private static void run(World world) {
    world.start();
    if (world.rank() != 0) {
      return;
    }
    Platform rack = BuiltInProfile.RACK.platform(); // of no particular machine
    System.out.println(
        "consecutive ranks on a host: " + price(rack, Mapping.blocks(32, 2)) + " µs");
    System.out.println(
        "ranks dealt to hosts in turn: " + price(rack, Mapping.roundRobin(32, 2)) + " µs");
  }

  private static long price(Platform platform, Mapping mapping) {
    var ranks = new Communicator(mapping);
    var pattern = new TauLopConcurrent();
    for (int rank = 0; rank < ranks.size(); rank++) {
      int next = (rank + 1) % ranks.size();
      int opposite = (rank + ranks.size() / 2) % ranks.size();
      pattern.add(
          TauLopSequence.of(
              ranks.send(rank, next, 100_000), ranks.send(rank, opposite, 1_000_000)));
    }
    return Math.round(pattern.evaluate(platform).time());
  }
}
