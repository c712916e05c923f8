// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;
import weft.GlobalPointer;
import weft.Rsr0;
import weft.RsrN;
import weft.World;
import weft.collective.Group;
import weft.testkit.RankReport;

/// Calls of rank 0 by a thread that is not its own, which catches the exceptions.
final class ForeignCalls {
  private ForeignCalls() {}

  static void make(World world, RankReport report) throws InterruptedException {
    Rsr0 words = world.rsr0("words", source -> {});
    RsrN bytes = world.rsrN("bytes", (source, payload) -> {});
    Group all = Group.world(world);
    world.start();
    GlobalPointer memory = world.heap().mallocAll(64);
    if (world.rank() == 0) {
      MemorySegment source = MemorySegment.ofArray(new byte[64]);
      long before = world.counters().sent();
      for (Executable call :
          List.<Executable>of(
              () -> words.send(0),
              () -> words.trySend(0),
              () -> words.sendSync(0),
              () -> bytes.send(0, source),
              () -> bytes.trySend(0, new byte[1 << 24]),
              () -> world.memory().put(source, memory),
              () -> world.memory().fence(),
              world::poll,
              () -> world.pollUntil(() -> true),
              world::quiesce,
              world::counters,
              all::barrier,
              () -> all.broadcast(0, 1),
              world::start,
              () -> world.rsr0("late", from -> {}))) {
        refused(call);
      }
      assertEquals(before, world.counters().sent());
    }
    world.pollUntil(() -> false);
  }

  private static void refused(Executable call) throws InterruptedException {
    String owner = "\"" + Thread.currentThread().getName() + "\"";
    var thrown = new AtomicReference<@Nullable Throwable>();
    Thread.ofPlatform()
        .name("some worker")
        .start(() -> {
          try {
            call.execute();
          } catch (Throwable e) {
            thrown.set(e);
          }
        })
        .join();
    var refused = assertInstanceOf(IllegalStateException.class, thrown.get());
    String said = String.valueOf(refused.getMessage());
    for (String part : List.of("\"some worker\"", owner, "World.submit")) {
      assertTrue(said.contains(part), () -> "\"" + said + "\" does not say " + part);
    }
  }
}
