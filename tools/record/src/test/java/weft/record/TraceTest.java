// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Counters;
import weft.JobFailedException;
import weft.Recording;
import weft.Rsr1;
import weft.RsrN;
import weft.Weft;
import weft.WeftConfig;
import weft.WeftException;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;

final class TraceTest {
  private static final int RANKS = 3;

  @TempDir Path folder;

  private static Recording to(Path trace) {
    return Recording.NONE.withTrace(trace);
  }

  /// Messages of all kinds, from bodies and handlers, tasks and collective operations.
  static void talk(World world, long seed) {
    Rsr1[] echo = new Rsr1[1];
    RsrN bytes = world.rsrN("bytes", (source, payload) -> {});
    Rsr1 back = world.rsr1("back", (source, n) -> {});
    echo[0] = world.rsr1("echo", (source, n) -> back.send(source, n));
    Group group = Group.world(world);
    world.start();
    var random = new Random(seed + world.rank());
    for (int i = 0; i < 200; i++) {
      int target = random.nextInt(world.size());
      echo[0].send(target, i);
      if (i % 50 == 0) {
        for (int quick = 0; quick < 100; quick++) {
          back.send(target, quick);
        }
      }
      if (i % 20 == 0) {
        bytes.send(target, new byte[random.nextInt(1, i % 100 == 0 ? 3_000_000 : 2_000)]);
      }
    }
    var done = new CountDownLatch(1);
    Thread.ofPlatform().start(() -> world.submit(done::countDown));
    world.pollUntil(() -> done.getCount() == 0);
    double[] sums = new double[10_000];
    group.run(Operation.allreduce(Data.of(sums), Operator.SUM));
    world.quiesce();
  }

  @Test
  void theTraceHasWhatTheCountersHave() throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Path trace = folder.resolve("out.pftrace");
    var counters = new AtomicReferenceArray<Counters>(RANKS);
    try (var job = Weft.open(WeftConfig.ofRanks(RANKS).withRecording(to(trace)))) {
      job.run(world -> {
        talk(world, seed);
        counters.set(world.rank(), world.counters());
      });
    }
    Decoded decoded = Decoded.of(trace);
    for (int rank = 0; rank < RANKS; rank++) {
      Counters own = counters.get(rank);
      assertThat(decoded.totals.get(rank))
          .containsEntry("sent", own.sent())
          .containsEntry("received", own.received())
          .containsEntry("sentBytes", own.sentBytes())
          .containsEntry("receivedBytes", own.receivedBytes());
      assertThat(decoded.open.get(rank)).isZero();
      assertThat(decoded.names).contains("\"rank " + rank + "\"");
    }
    assertThat(decoded.leastOpen).isZero();
    assertThat(decoded.begins).isEqualTo(decoded.ends);
    assertThat(decoded.sends).isEqualTo(decoded.handlers).isGreaterThan(RANKS * 400);
  }

  @Test
  void aFileThatCannotBeWrittenIsToldBeforeTheJob() {
    Path file = folder.resolve("nowhere/out.pftrace");
    boolean[] ran = new boolean[1];
    try (var job = Weft.open(WeftConfig.ofRanks(2).withRecording(to(file)))) {
      assertThatThrownBy(() -> job.run(world -> ran[0] = true))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining(
              "--trace " + file + " cannot be written, so the job does not begin");
    }
    assertThat(ran[0]).isFalse();
  }

  @Test
  void aJobThatFailsLeavesWhatItHad() throws Exception {
    Path trace = folder.resolve("failed.pftrace");
    try (var job = Weft.open(WeftConfig.ofRanks(2).withRecording(to(trace)))) {
      assertThatThrownBy(() ->
              job.run(world -> {
                Rsr1 fails =
                    world.rsr1(
                        "fails",
                        (source, n) -> {
                          if (n == 99) {
                            throw new IllegalStateException("as planned");
                          }
                        });
                world.start();
                for (int i = 0; i < 100 && world.rank() == 0; i++) {
                  fails.send(1, i);
                }
                world.quiesce();
              }))
          .isInstanceOf(JobFailedException.class);
    }
    Decoded decoded = Decoded.of(trace);
    assertThat(decoded.totals.get(0)).containsEntry("sent", 100L);
    assertThat(decoded.handlers).isGreaterThanOrEqualTo(99);
    assertThat(decoded.open.values()).containsOnly(0);
  }

  @Test
  void nothingIsLeftOfTheRecording() throws Exception {
    Path trace = folder.resolve("out.pftrace");
    try (var job = Weft.open(WeftConfig.ofRanks(1).withRecording(to(trace)))) {
      job.run(World::start);
    }
    try (var files = Files.list(Path.of("/dev/shm"))) {
      String pid = "weft-record-" + ProcessHandle.current().pid() + "-";
      assertThat(files.filter(it -> it.getFileName().toString().startsWith(pid))).isEmpty();
    }
  }
}
