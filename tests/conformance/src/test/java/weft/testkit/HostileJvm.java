// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.Rsr1;
import weft.RsrN;
import weft.World;

/// A rank that uses what native code may take from a JVM, while messages and payloads come and go:
/// null pointers and full stacks, which HotSpot detects by signals, and collections that return
/// memory to the system.
public final class HostileJvm implements RankProgram {
  private static final int NULLS = 10_000;
  private static final int ROUNDS = 40;
  private static final int PAYLOAD = 300_000;

  /// A field, so that the compiler cannot prove that it is null.
  private long @Nullable [] nothing;

  @Override
  public void run(World world, RankReport report, List<String> args) {
    var arrived = new long[2];
    Rsr1 word = world.rsr1("word", (source, n) -> arrived[0] += n);
    RsrN large =
        world.rsrN(
            "large",
            (source, payload) -> {
              assertEquals(PAYLOAD, payload.size());
              arrived[1]++;
            });
    world.start();
    byte[] bytes = new byte[PAYLOAD];
    int nulls = 0;
    int overflows = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Arrays.fill(bytes, (byte) round);
      large.send(world.next(), bytes);
      for (int i = 0; i < NULLS / ROUNDS; i++) {
        word.send(world.next(), 1);
        nulls += touch();
      }
      overflows += overflow();
      var garbage = new ArrayList<byte[]>();
      for (int i = 0; i < 20; i++) {
        garbage.add(new byte[1 << 20]);
      }
      assertTrue(garbage.size() == 20);
      garbage.clear();
      System.gc();
    }
    world.quiesce();
    assertEquals(NULLS, nulls);
    assertEquals(ROUNDS, overflows);
    assertEquals(NULLS, arrived[0]);
    assertEquals(ROUNDS, arrived[1]);
  }

  @SuppressWarnings("NullAway") // on purpose
  private int touch() {
    try {
      return nothing.length + 2;
    } catch (NullPointerException e) {
      return 1;
    }
  }

  private static int overflow() {
    try {
      return deeper(1);
    } catch (StackOverflowError e) {
      return 1;
    }
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static int deeper(int depth) {
    return deeper(depth + 1) + depth;
  }
}
