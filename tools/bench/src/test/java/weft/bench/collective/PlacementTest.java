// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class PlacementTest {
  @Test
  void fourRanksOnTwoCoresArePairedInEveryWay() {
    assertThat(Placement.line(0, 4, 2)).isEqualTo("place 0 0 1 1");
    assertThat(Placement.line(1, 4, 2)).isEqualTo("place 0 1 0 1");
    assertThat(Placement.line(2, 4, 2)).isEqualTo("place 0 1 1 0");
    assertThat(Placement.line(3, 4, 2)).isEqualTo(Placement.line(0, 4, 2));
  }

  @Test
  void everyCoreHasAsManyRanksAsAnother() {
    for (int cores = 1; cores <= 8; cores *= 2) {
      for (int ranks = cores; ranks <= 32; ranks += cores) {
        for (int way = 0; way < Placement.WAYS; way++) {
          var ranksOf = new int[cores];
          for (int rank = 0; rank < ranks; rank++) {
            ranksOf[Placement.core(way, rank, ranks, cores)]++;
          }
          assertThat(ranksOf).as("%d of %d on %d", way, ranks, cores).containsOnly(ranks / cores);
        }
      }
    }
  }

  @Test
  void whoHasACoreOfItsOwnIsBoundToItWhereNoneIsLeftOver() {
    assertThat(Placement.line(0, 2, 2)).isEqualTo("place 0 1");
    assertThat(Placement.line(2, 4, 4)).isEqualTo("place 0 1 2 3");
    assertThat(Placement.line(0, 2, 3)).isEmpty();
  }

  @Test
  void whoIsWatchedHasNoCoreOfWhoWorks() {
    assertThat(Placement.apart(List.of(3, 0), 4, 2)).isEqualTo("place 1 0 0 1");
    assertThat(Placement.apart(List.of(5, 6, 7, 0), 8, 2)).isEqualTo("place 1 0 0 0 0 1 1 1");
    assertThat(Placement.apart(List.of(5, 6, 7, 0), 8, 4)).isEqualTo("place 1 0 0 0 0 1 2 3");
    assertThat(Placement.apart(List.of(3, 0), 4, 4)).isEmpty();
    assertThat(Placement.apart(List.of(3, 0), 4, 1)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aRankIsBoundToItsCoreAndOthersAreNot() throws Exception {
    String before = allowed();
    var bound =
        new FutureTask<>(() -> {
          var placement = new Placement(1);
          assertThat(placement.run(new String[] {"place", "7000", "0"})).isEqualTo("ok 1");
          String after = allowed();
          assertThat(placement.run(new String[] {"place", "0", "7000"})).isEqualTo("ok 0");
          return after;
        });
    Thread.ofPlatform().start(bound);
    assertThat(bound.get()).isEqualTo(before.split("[-,]")[0]);
    assertThat(allowed()).isEqualTo(before);
  }

  private static String allowed() throws Exception {
    return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElseThrow();
  }
}
