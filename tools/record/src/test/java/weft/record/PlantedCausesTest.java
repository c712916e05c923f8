// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Body;
import weft.Recording;
import weft.Rsr1;
import weft.Weft;
import weft.WeftConfig;
import weft.codec.Codecs;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;

/// Programs with one planted cause each: the report names it first. The causes are large beside
/// what a rank loses to other programs on a loaded machine.
final class PlantedCausesTest {
  private static final int RANKS = 4;
  private static final Pattern HEADLINE =
      Pattern.compile("<div class=\"finding\"><p class=\"headline\">([^<]*)</p>");

  @TempDir Path folder;

  /// The headline of the first finding, whole and alone.
  private String first(Body body) throws Exception {
    Path file = folder.resolve("out.html");
    var config = WeftConfig.ofRanks(RANKS).withRecording(Recording.NONE.withReport(file));
    try (var job = Weft.open(config)) {
      job.run(body);
    }
    String page = Files.readString(file);
    assertThat(page).contains("Who waited for whom?", "equal").doesNotContain("differs");
    Matcher headlines = HEADLINE.matcher(page);
    var all = new ArrayList<String>();
    while (headlines.find()) {
      all.add(headlines.group(1));
    }
    System.out.println(all);
    assertThat(all).isNotEmpty();
    return all.getFirst();
  }

  private static void compute(long micros) {
    long end = System.nanoTime() + micros * 1000;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  @Test
  void aSlowRank() throws Exception {
    assertThat(
            first(world -> {
              world.start();
              for (int i = 0; i < 12; i++) {
                compute(world.rank() == 2 ? 120_000 : 10_000);
                world.quiesce();
              }
            }))
        .contains("Rank 2 computes for longer");
  }

  @Test
  void aHotReceiver() throws Exception {
    assertThat(
            first(world -> {
              Rsr1 work = world.rsr1("work", (source, n) -> compute(100));
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
          MobileRsr0<long[]> expand = type.rsr0("expand", (self, board) -> compute(500));
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
                compute(world.rank() == 3 ? 80_000 : 0);
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
                compute(world.rank() == 0 ? 10_000 + 6_000L * i : 10_000);
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
                compute(world.rank() == 2 && i == 10 ? 3_000_000 : 3_000);
                world.quiesce();
              }
            }))
        .contains("Nothing moved for")
        .contains("while rank 2");
  }
}
