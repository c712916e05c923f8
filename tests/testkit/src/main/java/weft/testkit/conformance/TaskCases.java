// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import weft.Rsr0;
import weft.Task;
import weft.World;
import weft.collective.Operator;

/// Cases of work that other threads submit to a rank.
final class TaskCases {
  private static final int WORKERS = 3;
  private static final int TASKS = 200;

  private TaskCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "tasks of several workers run on the rank's thread, and return results",
            1,
            TaskCases::workers),
        new ConformanceCase("a rank awaits its own tasks", 1, TaskCases::own),
        new ConformanceCase("work without a result is a task", 1, TaskCases::withoutResult),
        new ConformanceCase(
            "quiesce waits for tasks, and for their messages", 1, TaskCases::quiesce),
        new ConformanceCase("a task wakes a rank that sleeps", 1, TaskCases::wakes));
  }

  private static ConformanceCase.Part workers(Stage stage) {
    World world = stage.world;
    return () -> {
      Thread owner = Thread.currentThread();
      var sum = new long[1];
      var ended = new AtomicInteger();
      var thrown = new AtomicReference<@Nullable Throwable>();
      for (int worker = 0; worker < WORKERS; worker++) {
        long base = 1000L * worker;
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                work(world, owner, sum, base);
              } catch (Throwable e) {
                thrown.set(e);
              } finally {
                ended.incrementAndGet();
              }
            });
      }
      world.pollUntil(() -> ended.get() == WORKERS);
      assertNull(thrown.get());
      long perWorker = TASKS * (TASKS - 1L) / 2;
      assertEquals(WORKERS * perWorker + 3000L * TASKS, sum[0]);
    };
  }

  private static void work(World world, Thread owner, long[] sum, long base)
      throws InterruptedException {
    var tasks = new ArrayList<Task<Long>>();
    for (int i = 0; i < TASKS; i++) {
      long value = base + i;
      tasks.add(
          world.submit(() -> {
            assertSame(owner, Thread.currentThread());
            sum[0] += value;
            return 2 * value;
          }));
      if (i % 10 == 0) {
        assertEquals(2 * value, tasks.get(i).await());
        assertTrue(tasks.get(i).isDone());
      }
    }
    for (int i = 0; i < TASKS; i++) {
      assertEquals(2 * (base + i), tasks.get(i).await());
    }
  }

  private static ConformanceCase.Part own(Stage stage) {
    World world = stage.world;
    return () -> {
      Task<String> task = world.submit(() -> "rank " + world.rank());
      assertEquals("rank " + world.rank(), task.await());
      Task<@Nullable Object> nothing = world.submit(() -> null);
      assertNull(nothing.await());
    };
  }

  private static ConformanceCase.Part withoutResult(Stage stage) {
    return () -> {
      var ran = new int[1];
      Runnable work = () -> ran[0]++;
      Task<@Nullable Void> task = stage.world.submit(work);
      assertNull(task.await());
      assertEquals(1, ran[0]);
    };
  }

  private static ConformanceCase.Part quiesce(Stage stage) {
    World world = stage.world;
    var heard = new long[1];
    Rsr0 hear = stage.rsr0("hear", source -> heard[0]++);
    return () -> {
      for (int i = 0; i < TASKS; i++) {
        world.submit(() -> {
          hear.send(world.next());
          return world.submit(() -> {
            hear.send(world.previous());
            return 0;
          });
        });
      }
      world.quiesce();
      assertEquals(2L * TASKS * world.size(), stage.all.allreduce(heard[0], Operator.SUM));
    };
  }

  private static ConformanceCase.Part wakes(Stage stage) {
    World world = stage.world;
    var ran = new boolean[1];
    return () -> {
      var worker =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                try {
                  Thread.sleep(30);
                } catch (InterruptedException e) {
                  return;
                }
                world.submit(() -> ran[0] = true);
              });
      world.pollUntil(() -> ran[0]);
      worker.join();
    };
  }
}
