// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.World;
import weft.collective.Operator;

/// Cases of handlers that send.
final class HandlerCases {
  private static final int DEPTH = 15;

  private HandlerCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase("every rank sends to itself", 1, HandlerCases::self),
        new ConformanceCase("a handler sends to a third rank", 1, HandlerCases::third),
        new ConformanceCase(
            "a recursion of depth 15 runs 2^15 - 1 handlers", 1, HandlerCases::recursion),
        new ConformanceCase("a token goes a hundred times round the ring", 1, HandlerCases::ring),
        new ConformanceCase("handlers do not nest", 1, HandlerCases::nesting));
  }

  private static ConformanceCase.Part self(Stage stage) {
    var sum = new long[1];
    Rsr1 add = stage.rsr1("add", (source, value) -> sum[0] += source * 1000L + value);
    Rsr0 twice =
        stage.rsr0(
            "twice",
            source -> {
              add.send(source, 1);
              add.send(source, 2);
            });
    return () -> {
      int me = stage.rank();
      add.send(me, 3);
      twice.send(me);
      stage.world.pollUntil(() -> sum[0] == 3 * (me * 1000L) + 6);
    };
  }

  private static ConformanceCase.Part third(Stage stage) {
    World world = stage.world;
    var back = new long[1];
    Rsr2 home =
        stage.rsr2(
            "home",
            (source, origin, number) -> {
              assertEquals(world.rank(), origin);
              assertEquals((origin + 2) % world.size(), source);
              assertEquals(back[0]++, number);
            });
    Rsr2 second =
        stage.rsr2("second", (source, origin, number) -> home.send((int) origin, origin, number));
    Rsr2 first =
        stage.rsr2("first", (source, origin, number) -> second.send(world.next(), origin, number));
    return () -> {
      for (int i = 0; i < 100; i++) {
        first.send(world.next(), world.rank(), i);
        stage.chaos.disturb();
      }
      world.pollUntil(() -> back[0] == 100);
    };
  }

  private static ConformanceCase.Part recursion(Stage stage) {
    World world = stage.world;
    var ran = new long[1];
    var node = new Rsr1[1];
    node[0] =
        stage.rsr1(
            "node",
            (source, depth) -> {
              ran[0]++;
              if (depth > 1) {
                node[0].send((2 * world.rank() + 1) % world.size(), depth - 1);
                node[0].send((2 * world.rank() + 2) % world.size(), depth - 1);
              }
            });
    return () -> {
      if (world.rank() == 0) {
        node[0].send(world.size() - 1, DEPTH);
      }
      world.quiesce();
      assertEquals((1 << DEPTH) - 1, stage.all.allreduce(ran[0], Operator.SUM));
    };
  }

  private static ConformanceCase.Part ring(Stage stage) {
    World world = stage.world;
    var last = new long[] {-1};
    var hop = new Rsr3[1];
    hop[0] =
        stage.rsr3(
            "hop",
            (source, count, check, end) -> {
              assertEquals(world.previous(), source);
              assertEquals(Stage.word(count), check);
              last[0] = count;
              if (count < end) {
                hop[0].send(world.next(), count + 1, Stage.word(count + 1), end);
              }
            });
    return () -> {
      long end = 100L * world.size();
      if (world.rank() == 0) {
        hop[0].send(world.next(), 1, Stage.word(1), end);
      }
      world.quiesce();
      // Hop k arrives at rank k mod size.
      long expected = end - (world.size() - world.rank()) % world.size();
      assertEquals(expected, last[0]);
    };
  }

  private static ConformanceCase.Part nesting(Stage stage) {
    World world = stage.world;
    var inside = new boolean[1];
    var ran = new int[1];
    Rsr0 inner =
        stage.rsr0(
            "inner",
            source -> {
              assertFalse(inside[0], "a handler ran inside another");
              ran[0]++;
            });
    Rsr0 outer =
        stage.rsr0(
            "outer",
            source -> {
              inside[0] = true;
              for (int i = 0; i < 200; i++) {
                inner.send(source);
                assertEquals(0, world.poll(), "a poll in a handler runs nothing");
              }
              inside[0] = false;
            });
    return () -> {
      outer.send(world.rank());
      outer.send(world.next());
      world.pollUntil(() -> ran[0] == 400);
    };
  }
}
