// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import weft.transport.Occupancy;
import weft.transport.job.Cgroups;
import weft.transport.job.CpuList;

final class ProcessorsTest {
  private static final int NO_QUOTA = Integer.MAX_VALUE;

  private static Processors on(String machine, String list) {
    return new Processors(machine, list, NO_QUOTA);
  }

  private static Occupancy first(Processors... all) {
    return all[0].with(all);
  }

  @Test
  void ranksThatAreBoundHaveTheProcessorsOfAllOfThem() {
    assertThat(first(on("a", "0"), on("a", "1"))).isEqualTo(new Occupancy(2, 2));
    assertThat(first(on("a", "0-1"), on("a", "1-2"), on("a", "1"))).isEqualTo(new Occupancy(3, 3));
  }

  @Test
  void ranksThatAreBoundToOneProcessorShareIt() {
    assertThat(first(on("a", "3"), on("a", "3"))).isEqualTo(new Occupancy(2, 1));
  }

  @Test
  void otherMachinesDoNotCount() {
    assertThat(first(on("a", "0-1"), on("b", "0-7"), on("b", "0-7")))
        .isEqualTo(new Occupancy(1, 2));
  }

  @Test
  void aQuotaIsForAllRanksOfTheMachine() {
    var all = new Processors[] {new Processors("a", "0-7", 2), on("a", "8-15")};
    assertThat(all[1].with(all)).isEqualTo(new Occupancy(2, 2));
  }

  @Test
  void whereTheKernelDoesNotSayTheNumberCounts() {
    assertThat(first(new Processors("a", "", 4), new Processors("a", "", 4)))
        .isEqualTo(new Occupancy(2, 4));
  }

  @Test
  void theRanksOfOneJobTellEachOther() throws Exception {
    int mine = Cgroups.read(Path.of("/")).processors(CpuList.parse(CpuList.own()).cardinality());
    var exchange = new SharedAllGather(3);
    var told = new ArrayList<Future<Occupancy>>();
    try (var threads = Executors.newFixedThreadPool(3)) {
      for (int i = 0; i < 3; i++) {
        int rank = i;
        told.add(threads.submit(() -> Processors.gather(rank, exchange.of(rank))));
      }
    }
    for (Future<Occupancy> each : told) {
      assertThat(each.get()).isEqualTo(new Occupancy(3, mine));
    }
  }
}
