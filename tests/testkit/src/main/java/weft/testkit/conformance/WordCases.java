// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.testkit.Chaos;

/// Cases of messages with words, and of `trySend`.
final class WordCases {
  private static final int MESSAGES = 40;

  private WordCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "words of every arity arrive as they were sent, in all three ways to send",
            1,
            WordCases::arities),
        new ConformanceCase(
            "trySend returns false if the ring is full, and runs no handler", 1, WordCases::full),
        new ConformanceCase(
            "trySend in a handler returns false if the ring is full", 1, WordCases::fullInHandler),
        new ConformanceCase(
            "a body's send makes room by running handlers", 1, WordCases::sendMakesRoom));
  }

  /// Checks the words of each source and arity, in order.
  private static final class Checker {
    final Stage stage;
    final int[][] seen;

    Checker(Stage stage) {
      this.stage = stage;
      this.seen = new int[stage.size()][5];
    }

    void check(int source, long... words) {
      int number = seen[source][words.length]++;
      for (int i = 0; i < words.length; i++) {
        long key = stage.key(source, stage.rank(), number * 25L + words.length * 5L + i);
        assertEquals(Stage.word(key), words[i]);
      }
    }

    void checkAllSeen() {
      for (int[] ofSource : seen) {
        for (int ofArity : ofSource) {
          assertEquals(MESSAGES, ofArity);
        }
      }
    }

    long word(int target, int number, int arity, int index) {
      return Stage.word(stage.key(stage.rank(), target, number * 25L + arity * 5L + index));
    }
  }

  private static ConformanceCase.Part arities(Stage stage) {
    var checker = new Checker(stage);
    Rsr0 rsr0 = stage.rsr0("rsr0", source -> checker.check(source));
    Rsr1 rsr1 = stage.rsr1("rsr1", (source, a) -> checker.check(source, a));
    Rsr2 rsr2 = stage.rsr2("rsr2", (source, a, b) -> checker.check(source, a, b));
    Rsr3 rsr3 = stage.rsr3("rsr3", (source, a, b, c) -> checker.check(source, a, b, c));
    Rsr4 rsr4 = stage.rsr4("rsr4", (source, a, b, c, d) -> checker.check(source, a, b, c, d));
    return () -> {
      for (int i = 0; i < MESSAGES; i++) {
        for (int to = 0; to < stage.size(); to++) {
          SendWay way = SendWay.values()[i % 4];
          int target = to;
          long a = checker.word(to, i, 1, 0);
          way.run(
              stage,
              () -> rsr0.send(target),
              () -> rsr0.sendSync(target),
              () -> rsr0.trySend(target),
              () -> rsr0.sendBuffered(target));
          way.run(
              stage,
              () -> rsr1.send(target, a),
              () -> rsr1.sendSync(target, a),
              () -> rsr1.trySend(target, a),
              () -> rsr1.sendBuffered(target, a));
          long a2 = checker.word(to, i, 2, 0);
          long b2 = checker.word(to, i, 2, 1);
          way.run(
              stage,
              () -> rsr2.send(target, a2, b2),
              () -> rsr2.sendSync(target, a2, b2),
              () -> rsr2.trySend(target, a2, b2),
              () -> rsr2.sendBuffered(target, a2, b2));
          long a3 = checker.word(to, i, 3, 0);
          long b3 = checker.word(to, i, 3, 1);
          long c3 = checker.word(to, i, 3, 2);
          way.run(
              stage,
              () -> rsr3.send(target, a3, b3, c3),
              () -> rsr3.sendSync(target, a3, b3, c3),
              () -> rsr3.trySend(target, a3, b3, c3),
              () -> rsr3.sendBuffered(target, a3, b3, c3));
          long a4 = checker.word(to, i, 4, 0);
          long b4 = checker.word(to, i, 4, 1);
          long c4 = checker.word(to, i, 4, 2);
          long d4 = checker.word(to, i, 4, 3);
          way.run(
              stage,
              () -> rsr4.send(target, a4, b4, c4, d4),
              () -> rsr4.sendSync(target, a4, b4, c4, d4),
              () -> rsr4.trySend(target, a4, b4, c4, d4),
              () -> rsr4.sendBuffered(target, a4, b4, c4, d4));
        }
      }
      stage.world.quiesce();
      checker.checkAllSeen();
    };
  }

  private static ConformanceCase.Part full(Stage stage) {
    var ran = new long[1];
    Rsr1 count =
        stage.rsr1(
            "count",
            (source, number) -> {
              assertEquals(ran[0], number);
              ran[0]++;
            });
    RsrN large = stage.rsrN("large", (source, payload) -> {});
    return () -> {
      int me = stage.rank();
      long accepted = 0;
      while (count.trySend(me, accepted)) {
        accepted++;
      }
      assertTrue(accepted >= stage.ringBytes() / 32, "a ring took only " + accepted);
      assertFalse(large.trySend(me, new byte[stage.world.frameBytes()]));
      assertFalse(count.trySend(me, accepted));
      assertEquals(0, ran[0], "handlers ran inside trySend");
      long all = accepted;
      stage.world.pollUntil(() -> ran[0] == all);
      assertTrue(count.trySend(me, accepted));
      stage.world.pollUntil(() -> ran[0] == all + 1);
    };
  }

  private static ConformanceCase.Part fullInHandler(Stage stage) {
    var accepted = new long[1];
    var ran = new long[1];
    Rsr0 count = stage.rsr0("count", source -> ran[0]++);
    Rsr0 fill =
        stage.rsr0(
            "fill",
            source -> {
              while (count.trySend(stage.rank())) {
                accepted[0]++;
              }
              assertEquals(0, ran[0], "handlers nest");
            });
    return () -> {
      fill.send(stage.rank());
      stage.world.pollUntil(() -> accepted[0] > 0 && ran[0] == accepted[0]);
    };
  }

  private static ConformanceCase.Part sendMakesRoom(Stage stage) {
    var ran = new long[1];
    Rsr4 count = stage.rsr4("count", (source, a, b, c, d) -> ran[0]++);
    return () -> {
      int messages = 3 * stage.ringBytes() / 40;
      for (int i = 0; i < messages; i++) {
        count.send(stage.rank(), i, Chaos.mix(i), 0, -1);
      }
      assertTrue(ran[0] > 0, "no handler ran, though the ring cannot hold " + messages);
      stage.world.pollUntil(() -> ran[0] == messages);
    };
  }
}
