// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.WeftException;
import weft.testkit.Chaos;

/// Cases of buffered sends, which wait for nothing and which the budget bounds.
final class BufferedCases {
  private BufferedCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "buffered sends run no handlers, until the budget refuses one; what was sent arrives"
                + " in order",
            1,
            stage -> new Flood(stage)::run),
        new ConformanceCase(
            "a handler that buffers too much is told, and the job continues",
            1,
            BufferedCases::inHandler),
        new ConformanceCase(
            "a payload larger than the budget cannot be buffered", 1, BufferedCases::tooLarge));
  }

  /// Messages of every kind from one rank to the next one. Message `n` has kind `n` modulo 7.
  private static final class Flood {
    static final int KINDS = 7;

    final Stage stage;
    final Rsr0 rsr0;
    final Rsr1 rsr1;
    final Rsr2 rsr2;
    final Rsr3 rsr3;
    final Rsr4 rsr4;
    final RsrN bytes;
    final Rsr1 total;
    long received;
    long told;
    long wrong;

    Flood(Stage stage) {
      this.stage = stage;
      this.rsr0 = stage.rsr0("rsr0", source -> next(0));
      this.rsr1 = stage.rsr1("rsr1", (source, a) -> next(1, a));
      this.rsr2 = stage.rsr2("rsr2", (source, a, b) -> next(2, a, b));
      this.rsr3 = stage.rsr3("rsr3", (source, a, b, c) -> next(3, a, b, c));
      this.rsr4 = stage.rsr4("rsr4", (source, a, b, c, d) -> next(4, a, b, c, d));
      this.total = stage.rsr1("total", (source, sent) -> told = sent);
      this.bytes =
          stage.rsrN(
              "bytes",
              (source, payload) -> {
                long number = received++;
                wrong += number % KINDS >= 5 ? 0 : 1;
                assertArrayEquals(payload(source, number), payload.toByteArray());
              });
    }

    void next(int kind, long... words) {
      long number = received++;
      wrong += number % KINDS == kind ? 0 : 1;
      for (int i = 0; i < words.length; i++) {
        wrong += words[i] == number + i ? 0 : 1;
      }
    }

    /// A small payload, or one of several frames.
    byte[] payload(int source, long number) {
      long key = stage.key(source, 0, number);
      int frame = stage.world.frameBytes();
      int bytes = number % KINDS == 5 ? 100 : 2 * frame + (int) (key & 15) - 12;
      return Chaos.payload(key, bytes);
    }

    void send(int target, long n) {
      switch ((int) (n % KINDS)) {
        case 0 -> rsr0.sendBuffered(target);
        case 1 -> rsr1.sendBuffered(target, n);
        case 2 -> rsr2.sendBuffered(target, n, n + 1);
        case 3 -> rsr3.sendBuffered(target, n, n + 1, n + 2);
        case 4 -> rsr4.sendBuffered(target, n, n + 1, n + 2, n + 3);
        default -> bytes.sendBuffered(target, payload(stage.rank(), n));
      }
    }

    /// Sends from message `n` on until one is refused, and returns its number.
    long fill(int target, long n) {
      for (; ; n++) {
        try {
          send(target, n);
        } catch (WeftException e) {
          String message = String.valueOf(e.getMessage());
          assertTrue(message.contains("cannot buffer"), message);
          assertTrue(message.contains("the budget is"), message);
          return n;
        }
      }
    }

    /// Sends message `n`, which waits behind what is buffered.
    void sendBehind(int target, long n) {
      switch ((int) (n % KINDS)) {
        case 0 -> rsr0.send(target);
        case 1 -> rsr1.sendSync(target, n);
        case 2 -> stage.world.pollUntil(() -> rsr2.trySend(target, n, n + 1));
        case 3 -> rsr3.send(target, n, n + 1, n + 2);
        case 4 -> rsr4.send(target, n, n + 1, n + 2, n + 3);
        default -> bytes.send(target, payload(stage.rank(), n));
      }
    }

    void run() {
      int target = stage.world.next();
      stage.all.barrier();
      long sent = 0;
      for (int round = 0; round < 2; round++) {
        long before = received;
        long first = sent;
        sent = fill(target, sent);
        assertEquals(before, received, "a buffered send ran handlers");
        assertTrue(sent > first, "refused at once");
        long end = sent + 3 * KINDS;
        while (sent < end) {
          sendBehind(target, sent++);
        }
        stage.world.quiesce();
      }
      assertEquals(0, wrong);
      total.send(target, sent);
      stage.world.quiesce();
      assertEquals(told, received);
      assertEquals(0, stage.world.counters().budgetUsed());
    }
  }

  private static ConformanceCase.Part inHandler(Stage stage) {
    var sent = new long[1];
    var ran = new long[1];
    RsrN count = stage.rsrN("count", (source, payload) -> ran[0]++);
    var payload = new byte[1000];
    Rsr0 fill =
        stage.rsr0(
            "fill",
            source -> {
              assertThrows(
                  WeftException.class,
                  () -> {
                    for (; ; sent[0]++) {
                      count.sendBuffered(stage.rank(), payload, 0, 8 + (int) (sent[0] % 900));
                    }
                  });
              assertEquals(0, ran[0], "handlers nest");
            });
    return () -> {
      fill.send(stage.rank());
      stage.world.pollUntil(() -> sent[0] > 0 && ran[0] == sent[0]);
      count.sendBuffered(stage.rank(), payload);
      stage.world.pollUntil(() -> ran[0] == sent[0] + 1);
    };
  }

  private static ConformanceCase.Part tooLarge(Stage stage) {
    var arrived = new long[1];
    RsrN bytes = stage.rsrN("bytes", (source, payload) -> arrived[0] += payload.size());
    return () -> {
      int size = (int) stage.budget + stage.ringBytes();
      String message =
          String.valueOf(
              assertThrows(
                      WeftException.class,
                      () -> bytes.sendBuffered(stage.world.next(), new byte[size]))
                  .getMessage());
      assertTrue(message.contains("nothing was sent"), message);
      stage.world.quiesce();
      assertEquals(0, arrived[0]);
      bytes.sendBuffered(stage.world.next(), new byte[(int) stage.budget / 4]);
      stage.world.quiesce();
      assertEquals((int) stage.budget / 4, arrived[0]);
    };
  }
}
