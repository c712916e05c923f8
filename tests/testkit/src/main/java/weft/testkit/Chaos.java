// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import weft.World;

/// Seeded random behaviour for a program under test. It delays, yields, polls or does nothing. It
/// chooses sizes at and around every boundary, and creates payloads whose contents can be checked.
///
/// An instance belongs to one rank. Its choices follow from the seed and the rank, but the
/// scheduling of threads and processes does not.
public final class Chaos {
  private final World world;
  private final Random random;

  private Chaos(World world, Random random) {
    this.world = world;
    this.random = random;
  }

  /// Creates the random behaviour of `world`'s rank for `seed`.
  public static Chaos of(World world, long seed) {
    return new Chaos(world, random(seed, world.rank()));
  }

  /// Chooses a seed: `wanted` if that is not 0, else the system property `weft.seed`, else a new
  /// one.
  public static long seed(long wanted) {
    if (wanted != 0) {
      return wanted;
    }
    Long set = Long.getLong("weft.seed");
    return set == null ? System.nanoTime() >>> 4 & 0xFFFF_FFFFL : set;
  }

  /// The random numbers of `rank` for `seed`.
  public static Random random(long seed, int rank) {
    return new Random(mix(seed + 0x9E3779B97F4A7C15L * (rank + 1)));
  }

  /// Mixes the bits of `bits`.
  public static long mix(long bits) {
    bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
    return bits ^ bits >>> 31;
  }

  /// This rank's random numbers.
  public Random random() {
    return random;
  }

  /// Called in the body. It sometimes polls, yields, or stops for up to 200 µs, and rarely for some
  /// milliseconds.
  @SuppressWarnings("ThreadPriorityCheck") // yielding is the purpose
  public void disturb() {
    int dice = random.nextInt(1000);
    if (dice < 150) {
      world.poll();
    } else if (dice < 200) {
      Thread.yield();
    } else if (dice < 210) {
      LockSupport.parkNanos(random.nextInt(200_000));
    } else if (dice == 999) {
      LockSupport.parkNanos(random.nextInt(5_000_000));
    }
  }

  /// Delays this rank before a collective call: not at all, for a few polls, or up to a millisecond
  /// outside Weft.
  public void delay() {
    int dice = random.nextInt(4);
    if (dice == 0) {
      LockSupport.parkNanos(random.nextInt(1_000_000));
    } else if (dice == 1) {
      for (int i = random.nextInt(8); i > 0; i--) {
        world.poll();
      }
    }
  }

  /// A random rank.
  public int rank() {
    return random.nextInt(world.size());
  }

  /// A random payload size: often small, often just at the frame's limit, sometimes several frames.
  public int bytes() {
    int frame = world.frameBytes();
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> frame - 4 + random.nextInt(9);
      case 2 -> random.nextInt(3 * frame);
      case 3 -> random.nextInt(frame);
      default -> random.nextInt(Math.min(frame, 100));
    };
  }

  /// A random word, often an extreme value.
  public long word() {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> Long.MIN_VALUE;
      case 3 -> Long.MAX_VALUE;
      case 4 -> random.nextInt();
      default -> random.nextLong();
    };
  }

  /// Returns the payload of `bytes` bytes that `key` determines.
  public static byte[] payload(long key, int bytes) {
    var payload = new byte[bytes];
    var words = ByteBuffer.wrap(payload);
    for (int word = 0; words.remaining() >= 8; word++) {
      words.putLong(mix(key + word));
    }
    while (words.hasRemaining()) {
      words.put((byte) mix(key - words.remaining()));
    }
    return payload;
  }
}
