// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.List;
import weft.Rsr1;
import weft.RsrN;
import weft.World;

/// What most programs of tests do at their start; [StartCache] learns from it what ranks load.
final class TrainingProgram implements RankProgram {
  private long hops;
  private long bytes;

  @Override
  public void run(World world, RankReport report, List<String> args) {
    Rsr1 pass = world.rsr1("pass", (source, n) -> hops = n);
    RsrN data = world.rsrN("data", (source, payload) -> bytes += payload.size());
    world.start();
    if (world.rank() == 0) {
      pass.send(world.next(), 1);
    }
    world.pollUntil(() -> hops > 0);
    if (world.rank() > 0) {
      pass.send(world.next(), hops + 1);
    }
    data.send(world.next(), new byte[100]);
    world.quiesce();
    report.note(bytes + " bytes");
  }
}
