// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.List;
import java.util.Random;
import weft.Rsr1;
import weft.RsrN;
import weft.World;

/// Ranks that send each other words and payloads, and leave one after the other, or of which one
/// ends suddenly, in a frame, in a payload or in the end itself.
///
/// The arguments are the milliseconds after which each rank leaves, and those after which rank 1
/// ends suddenly, or −1.
public final class UcxEndings implements RankProgram {
  private static final int PAYLOAD = 2_000_000;

  @Override
  public void run(World world, RankReport report, List<String> args) throws Exception {
    var arrived = new long[2];
    Rsr1 word = world.rsr1("word", (source, n) -> arrived[0] += n);
    RsrN large = world.rsrN("large", (source, payload) -> arrived[1]++);
    world.start();
    long end = Long.parseLong(args.getLast());
    if (end >= 0 && world.rank() == 1) {
      endAfter(end);
    }
    byte[] bytes = new byte[PAYLOAD];
    var random = new Random(end + world.rank());
    long stays = Long.parseLong(args.get(world.rank()));
    long begin = System.nanoTime();
    do {
      int target = random.nextInt(world.size());
      if (random.nextInt(100) == 0) {
        large.send(target, bytes);
      } else {
        word.send(target, 1);
      }
    } while ((System.nanoTime() - begin) / 1_000_000 < stays);
  }

  private static void endAfter(long millis) {
    var killer =
        new Thread(
            () -> {
              try {
                Thread.sleep(millis);
              } catch (InterruptedException e) {
                return;
              }
              Runtime.getRuntime().halt(9);
            },
            "killer");
    killer.setDaemon(true);
    killer.start();
  }

  @Override
  public boolean failsOnPurpose() {
    return true;
  }
}
