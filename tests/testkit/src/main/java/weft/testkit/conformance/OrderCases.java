// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import weft.Frame;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.testkit.Chaos;

/// Cases of delivery exactly once and in order, for each ordered pair of ranks and all sizes.
final class OrderCases {
  private static final int MESSAGES = 300;
  private static final int KICKS = 80;

  private OrderCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase("order across sizes, all to all", 1, OrderCases::bodies),
        new ConformanceCase(
            "order across sizes of messages from handlers, through the backlog",
            1,
            OrderCases::handlers));
  }

  /// A numbered stream from every rank to every rank, of messages of all kinds.
  private static final class Streams {
    private final Stage stage;
    private final long[] sent;
    private final long[] received;
    private final Rsr1 rsr1;
    private final Rsr2 rsr2;
    private final Rsr3 rsr3;
    private final Rsr4 rsr4;
    private final RsrN rsrN;
    private final long[] told;
    private final Rsr1 tell;

    Streams(Stage stage) {
      this.stage = stage;
      this.sent = new long[stage.size()];
      this.received = new long[stage.size()];
      this.told = new long[stage.size()];
      this.rsr1 = stage.rsr1("1", (source, number) -> next(source, number));
      this.rsr2 = stage.rsr2("2", (source, number, b) -> next(source, number, b));
      this.rsr3 = stage.rsr3("3", (source, number, b, c) -> next(source, number, b, c));
      this.rsr4 = stage.rsr4("4", (source, number, b, c, d) -> next(source, number, b, c, d));
      this.rsrN = stage.rsrN("N", this::next);
      this.tell = stage.rsr1("tell", (source, count) -> told[source] = count);
    }

    private void next(int source, long number, long... words) {
      assertEquals(received[source]++, number, () -> "from rank " + source);
      for (long word : words) {
        assertEquals(stage.key(source, stage.rank(), number), word);
      }
    }

    private void next(int source, Frame payload) {
      // The order alone identifies the message: small payloads have no room for a number.
      Stage.check(stage.key(source, stage.rank(), received[source]++), payload);
    }

    /// Sends a message of a random kind to a random rank.
    void send(int target) {
      Random random = stage.chaos.random();
      long number = sent[target]++;
      long key = stage.key(stage.rank(), target, number);
      switch (random.nextInt(8)) {
        case 0 -> rsr1.send(target, number);
        case 1 -> rsr2.send(target, number, key);
        case 2 -> rsr3.send(target, number, key, key);
        case 3 -> rsr4.send(target, number, key, key, key);
        default -> rsrN.send(target, Chaos.payload(key, stage.chaos.bytes()));
      }
    }

    void check() {
      stage.world.quiesce();
      for (int target = 0; target < stage.size(); target++) {
        tell.send(target, sent[target]);
      }
      stage.world.quiesce();
      assertArrayEquals(told, received);
    }
  }

  private static ConformanceCase.Part bodies(Stage stage) {
    var streams = new Streams(stage);
    return () -> {
      for (int i = 0; i < MESSAGES; i++) {
        streams.send(stage.chaos.rank());
        stage.chaos.disturb();
      }
      // Small messages directly after a large one to each rank.
      for (int target = 0; target < stage.size(); target++) {
        long key = stage.key(stage.rank(), target, streams.sent[target]++);
        streams.rsrN.send(target, Chaos.payload(key, 2 * stage.ringBytes() + 1));
        streams.rsr1.send(target, streams.sent[target]++);
      }
      streams.check();
    };
  }

  private static ConformanceCase.Part handlers(Stage stage) {
    var streams = new Streams(stage);
    Rsr1 kick =
        stage.rsr1(
            "kick",
            (source, count) -> {
              for (long i = 0; i < count; i++) {
                streams.send(stage.chaos.rank());
              }
            });
    return () -> {
      for (int i = 0; i < KICKS; i++) {
        kick.send(stage.chaos.rank(), stage.chaos.random().nextInt(4));
        stage.chaos.disturb();
      }
      streams.check();
    };
  }
}
