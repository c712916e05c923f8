// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Alike;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Explanation;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;
import weft.collective.schedule.StepRules;
import weft.model.CallCosts;
import weft.model.Computing;
import weft.model.CostChannel;
import weft.model.Mapping;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.TimeTable;

/// What must hold for the price of any algorithm.
class CollectivePricerTest {
  /// All small numbers; then around powers of two, where algorithms change their patterns.
  private static final int[] RANKS =
      IntStream.concat(IntStream.rangeClosed(1, 9), IntStream.of(13, 16, 17, 32, 33, 64)).toArray();

  private static final long[] BYTES = {8, 3000, 120_000};

  /// Bytes per microsecond of a memory that all movements share.
  private static final double BANDWIDTH = 1000;

  private static Platform platform() {
    return new Platform(
        "test",
        List.of(
            new CostChannel(
                "memory",
                TimeTable.linear(0.2, 0.00001),
                new TimeTable(
                    new long[] {1, 1 << 20},
                    new int[] {1, 4},
                    new double[][] {{0.05, 0.05}, {100, 250}}),
                2),
            new CostChannel(
                "network",
                TimeTable.linear(2, 0),
                new TimeTable(
                    new long[] {1, 1 << 20},
                    new int[] {1, 2},
                    new double[][] {{0.1, 0.2}, {300, 600}}),
                1)),
        new Computing(Map.of("sum", TimeTable.linear(0.01, 0.0001)), 0.6),
        CallCosts.NONE,
        List.of());
  }

  private static Platform bandwidthAlone() {
    TimeTable nothing = TimeTable.linear(0, 0);
    return new Platform(
        "bandwidth",
        List.of(new CostChannel("memory", nothing, TimeTable.shared(1 / BANDWIDTH), 1)),
        new Computing(Map.of("sum", nothing), 0, nothing, nothing, Map.of()),
        CallCosts.NONE,
        List.of());
  }

  private interface Check {
    void check(CollectiveQuestion question, AlgorithmChoice choice);
  }

  private static void all(Collective collective, int hosts, Check check) {
    for (int ranks : RANKS) {
      if (ranks < hosts) {
        continue;
      }
      for (Algorithms.Entry entry : Algorithms.of(collective)) {
        for (long bytes : BYTES) {
          for (boolean registered : new boolean[] {false, true}) {
            if (ranks > 9 && (bytes == 3000 || registered)) {
              continue; // Larger numbers are for all algorithms, not for all data.
            }
            var question =
                new CollectiveQuestion(
                    collective, bytes, Mapping.blocks(ranks, hosts), ranks / 2, registered, "sum");
            check.check(question, new AlgorithmChoice(entry, 16 << 10, 4, 4096));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Collective.class)
  void twiceAllCostsIsTwiceThePrice(Collective collective) {
    var once = new CollectivePricer(platform());
    var twice = new CollectivePricer(platform().times(2));
    for (int hosts = 1; hosts <= 2; hosts++) {
      all(
          collective,
          hosts,
          (question, choice) -> {
            double time = once.time(question, choice);
            assertThat(twice.time(question, choice))
                .as("%s, %s", question, choice)
                .isCloseTo(2 * time, within(1e-6 * time + 1e-9));
          });
    }
  }

  /// Without overheads, and with a memory that all share, some rank moves bytes at any time. So the
  /// price is that of all bytes moved.
  @ParameterizedTest
  @EnumSource(Collective.class)
  void withoutOverheadsThePriceIsBytesOverBandwidth(Collective collective) {
    var pricer = new CollectivePricer(bandwidthAlone());
    all(
        collective,
        1,
        (question, choice) -> {
          CostSheet sheet = sheet(question, choice);
          // Combining costs nothing here, and a fold without operands is a copy of its own.
          double expected = moved(sheet) / BANDWIDTH;
          assertThat(pricer.each(sheet, question).time())
              .as("%s, %s", question, choice)
              .isCloseTo(expected, within(1e-6 * expected + 1e-9));
        });
  }

  private static CostSheet sheet(CollectiveQuestion question, AlgorithmChoice choice) {
    Shape shape = new Shape();
    return CostSheet.of(
        choice.entry(), rank -> choice.set(question.shape(shape, rank)), question.limits());
  }

  private static double moved(CostSheet sheet) {
    double moved = 0;
    for (int rank = 0; rank < sheet.size(); rank++) {
      Schedule schedule = sheet.schedule(rank);
      for (int step = 0; step < schedule.length(); step++) {
        byte kind = schedule.kind(step);
        int index = sheet.matching().first(rank) + step;
        if (kind == Schedule.COPY && !StepRules.isOnePass(schedule, step)) {
          boolean isPulled =
              step > 0
                  && schedule.kind(step - 1) == Schedule.RECEIVE
                  && CostSheet.isPulledThere(schedule, step, sheet.arrival(rank, step - 1));
          moved += isPulled ? 0 : schedule.bytes(step);
        } else if (kind == Schedule.SEND && sheet.way(index) == DeliveryWay.EAGER) {
          moved += schedule.bytes(step);
        } else if (kind == Schedule.RECEIVE && sheet.arrival(rank, step) == DeliveryWay.KEPT) {
          moved += schedule.bytes(step);
        }
      }
    }
    return moved;
  }

  @ParameterizedTest
  @EnumSource(Collective.class)
  void sumsOverRanksAreThoseOfTheExplanation(Collective collective) {
    all(
        collective,
        1,
        (question, choice) -> {
          Shape shape = new Shape();
          CostSheet sheet = sheet(question, choice);
          Explanation.Totals totals =
              Explanation.of(choice.entry(), rank -> choice.set(question.shape(shape, rank)))
                  .totals();
          SheetCounts counts = sheet.counts();
          assertThat(counts.messages()).as("%s, %s", question, choice).isEqualTo(totals.messages());
          assertThat(counts.bytes() + counts.pulled() + counts.inPlace())
              .as("%s, %s", question, choice)
              .isEqualTo(totals.bytes());
        });
  }

  /// Where ranks differ only in their numbers, one is priced for all exactly.
  @ParameterizedTest
  @EnumSource(Collective.class)
  void oneRankIsPricedForAllThatDoTheSame(Collective collective) {
    var pricer = new CollectivePricer(platform());
    List<String> compared = new ArrayList<>();
    for (Algorithms.Entry entry : Algorithms.of(collective)) {
      for (int ranks : new int[] {8, 16, 64}) {
        for (int hosts : new int[] {1, ranks / 4, ranks}) {
          for (long bytes : new long[] {8L * ranks, 1024L * ranks}) {
            var question = new CollectiveQuestion(collective, bytes, Mapping.blocks(ranks, hosts));
            var choice = new AlgorithmChoice(entry, 64 << 10, 4, 4096);
            Double once = pricer.timeOnce(question, choice);
            assertThat(once == null).isEqualTo(entry.alike() == Alike.NONE);
            if (once == null) {
              continue;
            }
            double each = pricer.time(question, choice);
            compared.add(
                "%s %d ranks %d hosts %d bytes: %.3f for one, %.3f for each, %.3f"
                    .formatted(entry.name(), ranks, hosts, bytes, once, each, once / each));
            if (TURNED.contains(collective + " " + entry.name())
                && (hosts == 1 || hosts == ranks)) {
              assertThat(once).as(compared.getLast()).isCloseTo(each, within(1e-6 * each));
            }
          }
        }
      }
    }
    compared.forEach(System.out::println);
  }

  /// Each rank's schedule is that of rank 0, turned by its number.
  private static final List<String> TURNED =
      List.of(
          "BARRIER exchange",
          "BARRIER dissemination",
          "ALLGATHER flat",
          "ALLGATHER ring",
          "ALLTOALL pairwise",
          "ALLTOALL bruck",
          "REDUCE_SCATTER ring");

  @Test
  void theCriticalPathAddsUpToThePrice() {
    var pricer = new CollectivePricer(platform());
    for (Collective collective : Collective.values()) {
      for (Algorithms.Entry entry : Algorithms.of(collective)) {
        for (int hosts : new int[] {1, 3}) {
          var question = new CollectiveQuestion(collective, 100_000, Mapping.blocks(9, hosts));
          Price price = pricer.price(question, new AlgorithmChoice(entry, 16 << 10, 4, 4096));
          assertThat(price.cost().time())
              .as("%s %s on %d hosts: %s", collective, entry.name(), hosts, price.cost())
              .isCloseTo(price.time(), within(1e-6 * price.time()));
        }
      }
    }
  }

  @Test
  void whatCannotBePricedIsRefused() {
    var pricer = new CollectivePricer(bandwidthAlone());
    var chain = new AlgorithmChoice(Algorithms.get(Collective.SCAN, "flat"), 1 << 16, 4, 4096);
    assertThatThrownBy(() ->
            pricer.time(
                new CollectiveQuestion(Collective.SCAN, 8, Mapping.blocks(10_000, 1)), chain))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("million steps")
        .hasMessageContaining("ask about fewer ranks");
    assertThatThrownBy(() ->
            pricer.time(new CollectiveQuestion(Collective.SCAN, 8, Mapping.blocks(4, 2)), chain))
        .hasMessageContaining("no channel between hosts");
  }
}
