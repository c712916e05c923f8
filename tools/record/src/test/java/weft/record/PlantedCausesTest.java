// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Body;
import weft.Rsr1;
import weft.World;
import weft.codec.Codecs;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;
import weft.testkit.Sampled;

/// Programs with one planted cause each: the report names it first. The causes are large beside
/// what a rank loses to other programs on a loaded machine.
@Sampled
final class PlantedCausesTest {
  private static final int RANKS = 4;

  private static final int CORES = Runtime.getRuntime().availableProcessors();

  @TempDir Path folder;

  /// The headline of the first finding, whole and alone.
  private String first(Body body) throws Exception {
    return first(RANKS, body);
  }

  private String first(int ranks, Body body) throws Exception {
    return PlantedJob.first(folder, ranks, body);
  }

  @Test
  void aSlowRank() throws Exception {
    assertThat(
            first(world -> {
              world.start();
              for (int i = 0; i < 12; i++) {
                PlantedJob.compute(world.rank() == 2 ? 120_000 : 10_000);
                world.quiesce();
              }
            }))
        .contains("Rank 2 computes for longer");
  }

  @Test
  void aHotReceiver() throws Exception {
    assertThat(
            first(world -> {
              Rsr1 work = world.rsr1("work", (source, n) -> PlantedJob.compute(100));
              world.start();
              for (int i = 0; i < 2_000; i++) {
                work.send(1, i);
              }
              world.quiesce();
            }))
        .contains("Rank 1 receives more");
  }

  @Test
  void aHandlerOfObjectsThatIsLong() throws Exception {
    String cause =
        first(world -> {
          MobileType<long[]> type = MobileObjects.of(world).type("board", Codecs.of(long[].class));
          MobileRsr0<long[]> expand =
              type.rsr0("expand", (self, board) -> PlantedJob.compute(2_000));
          MobileArray<long[]> boards = type.array("boards", 2L * RANKS, it -> new long[1]);
          world.start();
          for (int i = 0; i < 300; i++) {
            expand.send(boards.at(2)); // on rank 1
          }
          world.quiesce();
        });
    assertThat(cause).contains("ank 1");
    String page = Files.readString(folder.resolve("out.html"));
    assertThat(page)
        .contains("most of it in &quot;expand of board&quot;", "expand of board", Totals.OWN)
        .doesNotContain("weft mobile");
  }

  @Test
  void aLateRoot() throws Exception {
    assertThat(
            first(world -> {
              Group group = Group.world(world);
              world.start();
              var data = new double[1000];
              for (int i = 0; i < 12; i++) {
                PlantedJob.compute(world.rank() == 3 ? 80_000 : 0);
                group.run(Operation.broadcast(3, Data.of(data)));
              }
            }))
        .contains("wait for rank 3, which is late for")
        .containsIgnoringCase("broadcast");
  }

  @Test
  void aLoadThatDrifts() throws Exception {
    assertThat(
            first(world -> {
              world.start();
              for (int i = 0; i < 24; i++) {
                PlantedJob.compute(world.rank() == 0 ? 10_000 + 6_000L * i : 10_000);
                world.quiesce();
              }
            }))
        .contains("drifts to rank 0");
  }

  @Test
  void aStall() throws Exception {
    assertThat(
            first(world -> {
              world.start();
              for (int i = 0; i < 20; i++) {
                // Long beside the other steps also where other tests keep the cores busy.
                PlantedJob.compute(world.rank() == 2 && i == 10 ? 3_000_000 : 3_000);
                world.quiesce();
              }
            }))
        .contains("Nothing moved for")
        .contains("while rank 2");
  }

  @Test
  void moreRanksThanCores() throws Exception {
    assertThat(
            first(
                3 * CORES,
                world -> {
                  world.start();
                  for (int i = 0; i < 8; i++) {
                    long end = System.nanoTime() + 200_000_000;
                    while (System.nanoTime() < end) {
                      Thread.onSpinWait();
                    }
                    world.quiesce();
                  }
                }))
        .isEqualTo(3 * CORES + " ranks share " + CORES + (CORES == 1 ? " core." : " cores."));
  }

  @Test
  void otherProgramsUseTheCores() throws Exception {
    var others = new ArrayList<Process>();
    try {
      for (int i = 0; i < 3 * CORES; i++) {
        others.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      assertThat(first(1, PlantedCausesTest::computeForASecond))
          .isEqualTo("Other programs used cores that ranks wanted.");
    } finally {
      others.forEach(Process::destroyForcibly);
    }
  }

  @Test
  void furtherThreadsUseTheCores() throws Exception {
    var over = new AtomicBoolean();
    try {
      assertThat(
              first(
                  1,
                  world -> {
                    for (int i = 0; i < 3 * CORES; i++) {
                      Thread.ofPlatform()
                          .daemon()
                          .start(() -> {
                            while (!over.get()) {
                              Thread.onSpinWait();
                            }
                          });
                    }
                    computeForASecond(world);
                  }))
          .isIn(
              "Further threads of the program used cores that ranks wanted.",
              // On a busy machine those cost more, and the threads perhaps little beside them.
              "Other programs used cores that ranks wanted.");
    } finally {
      over.set(true);
    }
  }

  private static void computeForASecond(World world) {
    world.start();
    long end = System.nanoTime() + 1_000_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    world.quiesce();
  }

  @Test
  void codeThatIsStillBeingCompiled() throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(
            first(
                1,
                world -> {
                  world.start();
                  for (int i = 0; i < 3; i++) {
                    String source =
                        "class A { void a() { java.util.List.of(1).forEach(it -> {}); } }";
                    var file = new Source(source);
                    compiler
                        .getTask(
                            null,
                            null,
                            null,
                            List.of("-proc:none", "-d", folder.toString()),
                            null,
                            List.of(file))
                        .call();
                  }
                }))
        .isIn(
            "Much of the code was still being compiled.",
            // On a busy machine that may cost more.
            "Other programs used cores that ranks wanted.");
    assertThat(Files.readString(folder.resolve("out.html")))
        .contains("Much of the code was still being compiled.");
  }

  /// A source file in memory.
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    private Source(String text) {
      super(URI.create("string:///A.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  @Test
  void aCollectorThatStopsRanks() throws Exception {
    assertThat(
            first(
                2,
                world -> {
                  // Many small objects that live, so that each collection takes long.
                  var kept = new Object[2_000_000];
                  for (int i = 0; i < kept.length; i++) {
                    kept[i] = new int[] {i};
                  }
                  world.start();
                  for (int i = 0; i < 20; i++) {
                    System.gc();
                    PlantedJob.compute(5_000);
                    world.quiesce();
                  }
                }))
        .isEqualTo("Garbage collections stopped the ranks.");
  }

  @Test
  void evenRanksAreBalanced() throws Exception {
    long second = 1_000_000_000;
    for (int rank = 0; rank < 2; rank++) {
      var it = new MadeUpRank(folder, rank, 2, 256);
      for (int step = 1; step <= 10; step++) {
        it.compute(second - rank * second / 50);
        it.barrier(step, step * second);
      }
      it.end(10 * second);
    }
    Path file = folder.resolve("out.html");
    new ReportWriter().write(folder, 2, "made up", file);
    assertThat(Files.readString(file))
        .contains("class=\"headline\">Balanced: ranks waited for 1 % of the time.");
  }

  @Test
  void nothing() throws Exception {
    assertThat(
            first(
                2,
                world -> {
                  world.start();
                  for (int i = 0; i < 40; i++) {
                    PlantedJob.compute(100_000);
                    world.quiesce();
                  }
                }))
        .doesNotContain("Rank ", "Nothing moved", "drifts");
  }

  @Test
  void aLateStartIsNoCause() throws Exception {
    assertThat(
            first(
                2,
                world -> {
                  PlantedJob.compute(world.rank() == 0 ? 3_000_000 : 0);
                  world.start();
                  for (int i = 0; i < 20; i++) {
                    PlantedJob.compute(100_000);
                    world.quiesce();
                  }
                }))
        .doesNotContain("Rank 0");
    assertThat(Files.readString(folder.resolve("out.html")))
        .contains("start-up")
        .doesNotContain("Nothing moved");
  }
}
