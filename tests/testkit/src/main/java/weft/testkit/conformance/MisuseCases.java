// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;
import weft.Rsr0;
import weft.Rsr1;
import weft.RsrN;
import weft.WeftException;
import weft.World;

/// Cases of calls that are refused with a sentence before they have an effect; the job continues.
final class MisuseCases {
  private MisuseCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase("a rank that does not exist is refused", 1, MisuseCases::wrongRank),
        new ConformanceCase(
            "a send before start, a name twice, a second start are refused",
            1,
            MisuseCases::beginning),
        new ConformanceCase(
            "a wait in a handler is refused, naming the handler", 1, MisuseCases::waits),
        new ConformanceCase("a wait in a task is refused", 1, MisuseCases::waitsInTask),
        new ConformanceCase(
            "a segment that cannot be read is refused, and nothing is sent",
            1,
            MisuseCases::unreadable),
        new ConformanceCase(
            "parts outside an array or a segment are refused", 1, MisuseCases::outside));
  }

  private static String refusal(Class<? extends RuntimeException> type, Executable call) {
    return String.valueOf(assertThrows(type, call).getMessage());
  }

  private static void assertSays(String message, String... parts) {
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "\"" + message + "\" does not say " + part);
    }
  }

  private static ConformanceCase.Part wrongRank(Stage stage) {
    World world = stage.world;
    Rsr0 words = stage.rsr0("words", source -> {});
    RsrN bytes = stage.rsrN("bytes", (source, payload) -> {});
    return () -> {
      long before = world.counters().sent();
      for (int target : new int[] {-1, world.size(), Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        var payload = new byte[3];
        for (Executable call :
            List.<Executable>of(
                () -> words.send(target),
                () -> words.trySend(target),
                () -> words.sendSync(target),
                () -> bytes.send(target, payload),
                () -> bytes.trySend(target, payload),
                () -> bytes.sendSync(target, payload))) {
          assertSays(
              refusal(IndexOutOfBoundsException.class, call),
              "rank " + world.rank(),
              " rank " + target,
              "0 to " + (world.size() - 1));
        }
      }
      assertEquals(before, world.counters().sent());
    };
  }

  private static ConformanceCase.Part beginning(Stage stage) {
    World world = stage.world;
    Rsr0 words = stage.rsr0("words", source -> {});
    String early = refusal(IllegalStateException.class, () -> words.send(0));
    assertSays(early, "before World.start()");
    assertSays(
        refusal(WeftException.class, () -> stage.rsr1("words", (source, a) -> {})),
        "twice",
        "rank " + world.rank());
    return () -> {
      assertSays(
          refusal(IllegalStateException.class, () -> world.rsr0("late", source -> {})),
          "\"late\"",
          "after World.start()");
      assertSays(refusal(IllegalStateException.class, world::start), "twice");
    };
  }

  private static ConformanceCase.Part waits(Stage stage) {
    World world = stage.world;
    var refusals = new ArrayList<@Nullable Throwable>();
    var words = new Rsr0[1];
    Rsr1 waits =
        stage.rsr1(
            "waits",
            (source, number) -> {
              for (Executable call : waitingCalls(stage, words[0])) {
                try {
                  call.execute();
                  refusals.add(null);
                } catch (Throwable thrown) {
                  refusals.add(thrown);
                }
              }
            });
    words[0] = stage.rsr0("words", source -> {});
    return () -> {
      waits.send(world.rank(), 1);
      world.pollUntil(() -> refusals.size() == waitingCalls(stage, words[0]).size());
      for (Throwable thrown : refusals) {
        var refused = assertInstanceOf(IllegalStateException.class, thrown);
        assertSays(
            String.valueOf(refused.getMessage()),
            waits.name(),
            "rank " + world.rank(),
            "a handler must not wait");
      }
    };
  }

  private static List<Executable> waitingCalls(Stage stage, Rsr0 words) {
    World world = stage.world;
    return List.of(
        world::quiesce,
        stage.all::barrier,
        world::start,
        () -> world.pollUntil(() -> true),
        () -> stage.all.broadcast(0, 1),
        () -> words.sendSync(0),
        () -> world.submit(() -> 1).await());
  }

  private static ConformanceCase.Part waitsInTask(Stage stage) {
    World world = stage.world;
    return () -> {
      var thrown =
          world.submit(() -> assertThrows(IllegalStateException.class, stage.all::barrier)).await();
      assertNotNull(thrown);
      assertSays(String.valueOf(thrown.getMessage()), "task", "must not wait");
    };
  }

  private static ConformanceCase.Part unreadable(Stage stage) {
    World world = stage.world;
    RsrN bytes = stage.rsrN("bytes", (source, payload) -> {});
    return () -> {
      MemorySegment closed;
      try (Arena arena = Arena.ofConfined()) {
        closed = arena.allocate(100);
      }
      var foreign = new AtomicReference<@Nullable MemorySegment>();
      Thread.ofPlatform().start(() -> foreign.set(Arena.ofConfined().allocate(100))).join();
      MemorySegment theirs = foreign.get();
      assertNotNull(theirs);
      long before = world.counters().sent();
      for (Executable call :
          List.<Executable>of(
              () -> bytes.send(0, closed),
              () -> bytes.trySend(0, closed),
              () -> bytes.sendSync(0, closed))) {
        assertSays(refusal(IllegalStateException.class, call), bytes.name(), "closed");
      }
      assertSays(
          refusal(WrongThreadException.class, () -> bytes.send(0, theirs)), "another thread");
      assertEquals(before, world.counters().sent());
      // It waits for all messages counted as sent.
      world.quiesce();
    };
  }

  private static ConformanceCase.Part outside(Stage stage) {
    World world = stage.world;
    RsrN bytes = stage.rsrN("bytes", (source, payload) -> {});
    return () -> {
      var array = new long[10];
      MemorySegment segment = MemorySegment.ofArray(array);
      long before = world.counters().sent();
      for (Executable call :
          List.<Executable>of(
              () -> bytes.send(0, array, 5, 6),
              () -> bytes.send(0, array, -1, 2),
              () -> bytes.send(0, array, 2, -1),
              () -> bytes.send(0, segment, 79, 2),
              () -> bytes.send(0, segment, -1, 2),
              () -> bytes.send(0, segment, Long.MAX_VALUE, 2))) {
        assertThrows(IndexOutOfBoundsException.class, call);
      }
      assertEquals(before, world.counters().sent());
    };
  }
}
