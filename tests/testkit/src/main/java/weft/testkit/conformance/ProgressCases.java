// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr4;
import weft.RsrN;
import weft.World;
import weft.collective.Operator;
import weft.testkit.Chaos;

/// Cases of when handlers run, of `sendSync`, and of ranks that sleep.
final class ProgressCases {
  private ProgressCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "nothing is delivered while progress is withheld, and all after that",
            1,
            ProgressCases::withheld),
        new ConformanceCase(
            "poll returns the number of handlers that ran", 1, ProgressCases::counting),
        new ConformanceCase(
            "sendSync returns when the target has taken the message",
            2,
            ProgressCases::syncReturns),
        new ConformanceCase(
            "ranks that sendSync to each other do not deadlock", 1, ProgressCases::syncBoth),
        new ConformanceCase("ranks that sleep are woken by messages", 2, ProgressCases::wakes),
        new ConformanceCase(
            "ranks that sleep because a ring is full are woken", 2, ProgressCases::room),
        new ConformanceCase(
            "a rank that does not poll does not delay other ranks' messages",
            3,
            ProgressCases::deaf),
        new ConformanceCase("counters add up over the job", 1, ProgressCases::counters));
  }

  private static void outsideWeft(long millis) {
    LockSupport.parkNanos(millis * 1_000_000);
  }

  private static ConformanceCase.Part withheld(Stage stage) {
    World world = stage.world;
    var ran = new int[1];
    Rsr1 count = stage.rsr1("count", (source, number) -> ran[0]++);
    RsrN large = stage.rsrN("large", (source, payload) -> ran[0]++);
    return () -> {
      stage.all.barrier();
      for (int target = 0; target < world.size(); target++) {
        count.send(target, 1);
        large.send(target, new byte[100]);
      }
      // A send without room may have run handlers; sleeping runs none.
      int before = ran[0];
      outsideWeft(20);
      assertEquals(before, ran[0]);
      world.pollUntil(() -> ran[0] == 2 * world.size());
    };
  }

  /// Rank 1 does not poll until a file exists. Rank 0 creates the file when rank 2 has received
  /// everything.
  private static ConformanceCase.Part deaf(Stage stage) {
    World world = stage.world;
    var looksAwayFor = new long[1];
    var received = new long[2];
    Rsr1 away = stage.rsr1("look away", (source, number) -> looksAwayFor[0] = number);
    Rsr0 all = stage.rsr0("all received", source -> received[1]++);
    RsrN bytes = stage.rsrN("bytes", (source, payload) -> received[0] += payload.size());
    int frame = Math.min(world.frameBytes(), 12_000);
    long most = 3L * stage.ringBytes() / frame * frame;
    return () -> {
      stage.all.barrier();
      if (world.rank() == 0) {
        long number = ProcessHandle.current().pid();
        away.sendSync(1, number);
        byte[] payload = new byte[frame];
        bytes.send(1, payload);
        world.flush();
        for (long sent = 0; sent < most; sent += frame) {
          bytes.send(2, payload);
        }
        world.pollUntil(() -> received[1] == 1);
        Files.createFile(sign(number));
      } else if (world.rank() == 1) {
        world.pollUntil(() -> looksAwayFor[0] != 0);
        while (!Files.exists(sign(looksAwayFor[0]))) {
          outsideWeft(1);
        }
        Files.delete(sign(looksAwayFor[0]));
        world.pollUntil(() -> received[0] == frame);
      } else if (world.rank() == 2) {
        world.pollUntil(() -> received[0] == most);
        all.send(0);
      }
      world.quiesce();
    };
  }

  private static Path sign(long number) {
    return Path.of(System.getProperty("java.io.tmpdir"), "weft-looked-away-" + number);
  }

  private static ConformanceCase.Part counting(Stage stage) {
    World world = stage.world;
    var ran = new int[1];
    Rsr1 count = stage.rsr1("count", (source, number) -> ran[0]++);
    RsrN large = stage.rsrN("large", (source, payload) -> ran[0]++);
    return () -> {
      world.quiesce();
      assertEquals(0, world.poll());
      int messages = 50;
      for (int i = 0; i < messages; i++) {
        assertTrue(count.trySend(world.rank(), i));
      }
      int said = 0;
      while (ran[0] < messages) {
        int before = ran[0];
        int polled = world.poll();
        assertEquals(ran[0] - before, polled);
        said += polled;
      }
      assertEquals(messages, said);
      assertEquals(0, world.poll());
      large.send(world.rank(), new byte[stage.ringBytes()]);
      world.pollUntil(() -> ran[0] == messages + 1);
      assertEquals(0, world.poll(), "handlers that ran in a wait do not count for the next poll");
    };
  }

  private static ConformanceCase.Part syncReturns(Stage stage) {
    World world = stage.world;
    var polled = new long[1];
    var heard = new long[1];
    var answers = new int[1];
    Rsr1 answer =
        stage.rsr1(
            "answer",
            (source, at) -> {
              heard[0] = at;
              answers[0]++;
            });
    Rsr4 words = stage.rsr4("words", (source, a, b, c, d) -> answer.send(source, polled[0]));
    RsrN bytes = stage.rsrN("bytes", (source, payload) -> answer.send(source, polled[0]));
    return () -> {
      for (int kind = 0; kind < 3; kind++) {
        stage.all.barrier();
        if (world.rank() == 0) {
          switch (kind) {
            case 0 -> words.sendSync(1, 1, 2, 3, 4);
            case 1 -> bytes.sendSync(1, new byte[10]);
            default -> bytes.sendSync(1, new byte[2 * stage.ringBytes()]);
          }
          long returned = System.nanoTime();
          int expected = kind + 1;
          world.pollUntil(() -> answers[0] == expected);
          assertTrue(
              returned - heard[0] >= 0, "sendSync returned before the target polled, kind " + kind);
        } else if (world.rank() == 1) {
          outsideWeft(10);
          // All processes of a machine read the same clock.
          polled[0] = System.nanoTime();
        }
        world.quiesce();
      }
    };
  }

  private static ConformanceCase.Part syncBoth(Stage stage) {
    World world = stage.world;
    var received = new long[world.size()];
    Rsr1 words = stage.rsr1("words", (source, number) -> assertEquals(received[source]++, number));
    RsrN bytes =
        stage.rsrN(
            "bytes",
            (source, payload) ->
                Stage.check(stage.key(source, world.rank(), received[source]++), payload));
    return () -> {
      for (int i = 0; i < 60; i += 2) {
        for (int shift = 0; shift < world.size(); shift++) {
          int target = (world.rank() + shift) % world.size();
          words.sendSync(target, i);
          int size = i % 6 == 0 ? 2 * world.frameBytes() : i;
          bytes.sendSync(target, Chaos.payload(stage.key(world.rank(), target, i + 1L), size));
        }
        stage.chaos.disturb();
      }
      world.quiesce();
      for (long count : received) {
        assertEquals(60, count);
      }
    };
  }

  private static ConformanceCase.Part wakes(Stage stage) {
    World world = stage.world;
    var called = new int[1];
    Rsr0 call = stage.rsr0("call", source -> called[0]++);
    return () -> {
      long before = world.counters().sleeps();
      int rounds = 6;
      for (int round = 0; round < rounds; round++) {
        int expected = round + 1;
        if (world.rank() == round % world.size()) {
          outsideWeft(20 + stage.chaos.random().nextInt(30));
          for (int target = 0; target < world.size(); target++) {
            call.send(target);
          }
        }
        world.pollUntil(() -> called[0] >= expected);
      }
      long slept = stage.all.allreduce(world.counters().sleeps() - before, Operator.SUM);
      assertTrue(slept > 0, "ranks waited for tens of milliseconds, but none ever slept");
    };
  }

  private static ConformanceCase.Part room(Stage stage) {
    World world = stage.world;
    var received = new long[world.size()];
    Rsr1 number = stage.rsr1("number", (source, value) -> assertEquals(received[source]++, value));
    return () -> {
      int messages = 3 * stage.ringBytes() / 16;
      if (world.rank() == 0) {
        for (int i = 0; i < 5; i++) {
          outsideWeft(10 + stage.chaos.random().nextInt(10));
          world.poll();
        }
        world.pollUntil(() -> {
          for (int source = 1; source < world.size(); source++) {
            if (received[source] < messages) {
              return false;
            }
          }
          return true;
        });
      } else {
        for (int i = 0; i < messages; i++) {
          number.send(0, i);
        }
      }
    };
  }

  private static ConformanceCase.Part counters(Stage stage) {
    World world = stage.world;
    RsrN bytes = stage.rsrN("bytes", (source, payload) -> {});
    Rsr0 nothing = stage.rsr0("nothing", source -> {});
    Rsr0 echo = stage.rsr0("echo", nothing::send);
    return () -> {
      world.quiesce();
      var before = world.counters();
      world.quiesce(); // Its own messages are not counted.
      long sent = 0;
      long sentBytes = 0;
      for (int i = 0; i < 50; i++) {
        int size = stage.chaos.bytes();
        bytes.send(stage.chaos.rank(), new byte[size]);
        sentBytes += size;
        sent++;
        if (nothing.trySend(stage.chaos.rank())) {
          sent++;
        }
        echo.send(stage.chaos.rank());
        sent++;
      }
      world.quiesce();
      var after = world.counters();
      world.quiesce(); // Now all ranks have read the counters, and messages may arrive again.
      long echoes = after.sent() - before.sent() - sent;
      assertEquals(50L * world.size(), stage.all.allreduce(echoes, Operator.SUM));
      assertEquals(sentBytes, after.sentBytes() - before.sentBytes());
      assertEquals(
          stage.all.allreduce(after.sent(), Operator.SUM),
          stage.all.allreduce(after.received(), Operator.SUM));
      assertEquals(
          stage.all.allreduce(after.sentBytes(), Operator.SUM),
          stage.all.allreduce(after.receivedBytes(), Operator.SUM));
      assertEquals(before.budgetUsed(), after.budgetUsed());
    };
  }
}
