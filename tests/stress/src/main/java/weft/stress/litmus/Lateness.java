// SPDX-License-Identifier: Apache-2.0
package weft.stress.litmus;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import weft.Rsr2;
import weft.Rsr4;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

/// A job whose ranks compute, wait, sleep and send at random. It checks that no message is lost or
/// out of order, and prints how late the latest message reached a waiting rank.
///
/// A message is late if the sleeping receiver was not woken for it. Then it is handled when the
/// sleep ends, at most 10 ms later. On a busy machine messages are also late because a rank has no
/// processor.
///
/// Arguments: seed, milliseconds, and those of [Weft#launch].
public final class Lateness {
  private static final long LATE_NANOS = 9_000_000;

  private final World world;
  private final Group group;
  private final long seed;
  private final long millis;
  private final SplittableRandom random;
  private final Rsr4 note;
  private final Rsr2 last;

  private final long[] sent;
  private final long[] received;
  private final long[] announced;
  private boolean waits;
  private long arrivals;
  private long longest;
  private long late;

  private Lateness(World world, long seed, long millis) {
    this.world = world;
    this.group = Group.world(world);
    this.seed = seed;
    this.millis = millis;
    this.random = new SplittableRandom(seed + world.rank());
    this.sent = new long[world.size()];
    this.received = new long[world.size()];
    this.announced = new long[world.size()];
    this.note = world.rsr4("note", this::take);
    this.last = world.rsr2("last", (source, count, unused) -> announced[source] = count);
  }

  /// Runs the job.
  public static void main(String[] args) {
    long seed = Long.parseLong(args[0]);
    long millis = Long.parseLong(args[1]);
    Weft.launch(args, world -> new Lateness(world, seed, millis).run());
  }

  private void take(int source, long number, long check, long sentAt, long unused) {
    if (number != received[source] + 1 || check != RecordStream.mix(seed + number)) {
      throw new IllegalStateException(
          "record " + number + " arrived from rank " + source + " after " + received[source]);
    }
    received[source] = number;
    arrivals++;
    if (waits) {
      long delay = System.nanoTime() - sentAt;
      longest = Math.max(longest, delay);
      late += delay > LATE_NANOS ? 1 : 0;
    }
  }

  private void run() {
    world.start();
    long until = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < until) {
      for (int left = random.nextInt(8); left > 0; left--) {
        int target = random.nextInt(world.size());
        long number = ++sent[target];
        note.send(target, number, RecordStream.mix(seed + number), System.nanoTime(), 0);
      }
      switch (random.nextInt(3)) {
        case 0 -> compute(random.nextLong(300_000));
        case 1 -> LockSupport.parkNanos(random.nextLong(3_000_000));
        default -> await();
      }
    }
    for (int target = 0; target < world.size(); target++) {
      last.send(target, sent[target], 0);
    }
    world.quiesce();
    for (int source = 0; source < world.size(); source++) {
      if (received[source] != announced[source]) {
        throw new IllegalStateException(
            "rank "
                + source
                + " sent "
                + announced[source]
                + ", and "
                + received[source]
                + " arrived");
      }
    }
    long all = group.allreduce(arrivals, Operator.SUM);
    long allLate = group.allreduce(late, Operator.SUM);
    long latest = group.allreduce(longest, Operator.MAX);
    long sleeps = group.allreduce(world.counters().sleeps(), Operator.SUM);
    if (world.rank() == 0) {
      System.out.println(
          world.transport()
              + ": "
              + all
              + " messages among "
              + world.size()
              + " ranks, "
              + sleeps
              + " sleeps; at a rank that waited, the latest arrived after "
              + latest / 1000
              + " us, and "
              + allLate
              + " after more than "
              + LATE_NANOS / 1_000_000
              + " ms");
    }
  }

  private static void compute(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }

  /// Waits for the next message. A message that arrived before the wait does not count as late.
  private void await() {
    world.poll();
    long seen = arrivals;
    long until = System.nanoTime() + 2 * LATE_NANOS;
    waits = true;
    world.pollUntil(() -> arrivals > seen || System.nanoTime() > until);
    waits = false;
  }
}
