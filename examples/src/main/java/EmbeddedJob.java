// SPDX-License-Identifier: Apache-2.0

// How do I run a job from code that owns its main: a server, a notebook, a test?

import weft.Weft;
import weft.WeftConfig;
import weft.collective.Group;
import weft.collective.Operator;

void main() {
  IO.println("0 + 1 + 2 = " + sumOfRanks(3));
  IO.println("0 + 1 + 2 + 3 = " + sumOfRanks(4));
}

long sumOfRanks(int ranks) {
  var sum = new long[1];
  try (var job = Weft.open(WeftConfig.ofRanks(ranks))) {
    job.run( // returns when every rank has ended, and throws when one has failed
        world -> {
          Group all = Group.world(world);
          world.start();
          long total = all.allreduce(world.rank(), Operator.SUM);
          if (world.rank() == 0) {
            sum[0] = total; // ranks are threads here: they see the caller's objects
          }
        });
  }
  return sum[0];
}
