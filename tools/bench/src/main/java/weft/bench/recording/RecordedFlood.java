// SPDX-License-Identifier: Apache-2.0
package weft.bench.recording;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import weft.Rsr0;
import weft.Rsr1;
import weft.Weft;
import weft.World;

/// Rounds of one-word messages from rank 0 to rank 1, for one handler or for several in random
/// order. Each round ends with a round trip.
public final class RecordedFlood {
  /// The beginning of a line that says how long a message took in one round.
  static final String NANOS = "nanoseconds a message: ";

  /// The beginning of a line that says how long half a round trip took before one round.
  static final String TRIP = "half a round trip: ";

  private static final int ORDER = 1 << 12;
  private static final int TRIPS = 2_000;

  private final World world;
  private final Rsr1[] kinds;
  private final int[] order = new int[ORDER];
  private final Rsr0 answer;
  private final Rsr0 ask;
  private long sum;
  private long answers;
  private long wanted;

  RecordedFlood(World world, int handlers, long seed) {
    this.world = world;
    this.kinds = new Rsr1[handlers];
    for (int i = 0; i < handlers; i++) {
      kinds[i] = world.rsr1("work " + i, (source, word) -> sum += word);
    }
    this.answer = world.rsr0("answer", source -> answers++);
    this.ask = world.rsr0("ask", answer::send);
    var random = new Random(seed);
    for (int i = 0; i < ORDER; i++) {
      order[i] = random.nextInt(handlers);
    }
  }

  /// Arguments: the number of handlers, of messages in a round, of rounds, and the seed.
  public static void main(String[] args) {
    Weft.launch(args, RecordedFlood::run);
  }

  private static void run(World world) {
    int handlers = Integer.parseInt(world.args().get(0));
    int messages = Integer.parseInt(world.args().get(1));
    int rounds = Integer.parseInt(world.args().get(2));
    var flood = new RecordedFlood(world, handlers, Long.parseLong(world.args().get(3)));
    var over = new AtomicInteger();
    Rsr0 end = world.rsr0("end", source -> over.incrementAndGet());
    world.start();
    if (world.rank() == 0) {
      for (int round = 0; round < rounds; round++) {
        System.out.println(TRIP + flood.trip() + "; " + NANOS + flood.round(messages));
      }
      end.send(1);
    } else {
      world.pollUntil(() -> over.get() > 0);
    }
    world.quiesce();
  }

  /// Sends `messages` messages from rank 0 to rank 1, and returns the nanoseconds of each.
  double round(int messages) {
    long began = System.nanoTime();
    for (int i = 0; i < messages; i++) {
      kinds[order[i & (ORDER - 1)]].send(1, i);
    }
    roundTrip();
    return (double) (System.nanoTime() - began) / messages;
  }

  private double trip() {
    long began = System.nanoTime();
    for (int i = 0; i < TRIPS; i++) {
      roundTrip();
    }
    return (System.nanoTime() - began) / (2.0 * TRIPS);
  }

  private void roundTrip() {
    wanted++;
    ask.send(1);
    world.pollUntil(() -> answers == wanted);
  }
}
