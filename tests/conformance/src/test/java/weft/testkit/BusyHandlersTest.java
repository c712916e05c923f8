// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import weft.Rsr1;
import weft.Rsr2;
import weft.World;

/// A rank that runs so many handlers that they get a class of their own, while they run: none is
/// lost, mixed up or out of order.
final class BusyHandlersTest {
  private static final int HANDLERS = 20;
  private static final int MESSAGES = 600_000;

  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm", "tcp:WEFT_NETWORK_ONLY=1"},
      seed = 7)
  void everyMessageRunsItsHandlerInOrder(World world) {
    var next = new long[1];
    var wrong = new long[1];
    var ones = new Rsr1[HANDLERS];
    var twos = new Rsr2[HANDLERS];
    for (int i = 0; i < HANDLERS; i++) {
      int handler = i;
      ones[i] =
          world.rsr1(
              "one " + i, (source, n) -> wrong[0] += n == next[0]++ * HANDLERS + handler ? 0 : 1);
      twos[i] =
          world.rsr2(
              "two " + i, (source, n, h) -> wrong[0] += n == next[0]++ && h == -handler ? 0 : 1);
    }
    world.start();
    var random = new Random(7 + world.rank());
    for (long n = 0; n < MESSAGES; n++) {
      int handler = random.nextInt(HANDLERS);
      if (random.nextBoolean()) {
        ones[handler].send(world.next(), n * HANDLERS + handler);
      } else {
        twos[handler].send(world.next(), n, -handler);
      }
    }
    world.quiesce();
    assertEquals(MESSAGES, next[0]);
    assertEquals(0, wrong[0]);
  }
}
