// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.Weft;
import weft.World;
import weft.collective.internal.engine.TrafficCounts;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Shape;
import weft.model.sheet.CostSheet;
import weft.model.sheet.SheetCounts;

/// Compares what the cost sheet says with what ranks really send and read: every algorithm, arrays
/// and registered memory, shared memory and messages alone.
class CostSheetCountersTest {
  /// Few enough eager messages that tokens suffice; without a token a message is announced.
  private static final int[] COUNTS = {1, 300, 5000};

  private static final String CHUNKS = "16k 8";
  private static final int EAGER = 1024;

  @ParameterizedTest
  @CsvSource({
    "2, false", "3, false", "4, false", "5, false", "6, false", "7, false", "8, false", "9, false",
    "2, true", "3, true", "4, true", "5, true", "6, true", "7, true", "8, true", "9, true"
  })
  void countsWhatRanksDo(int ranks, boolean apart) {
    List<String> arguments =
        new ArrayList<>(
            List.of("--weft-ranks", Integer.toString(ranks), "--weft-transport", "threads"));
    if (apart) {
      arguments.add("--weft-apart");
    }
    Weft.launch(arguments.toArray(String[]::new), world -> body(world, apart));
  }

  private static void body(World world, boolean apart) {
    Group group = Group.world(world);
    world.start();
    // The root and whether it is in place follow from the number of the call: odd ones are not.
    int call = 1;
    long acknowledgements = 0;
    for (Collective collective : Collective.values()) {
      for (Algorithms.Entry entry : Algorithms.of(collective)) {
        String rule = word(collective) + " * * " + entry.name() + " " + CHUNKS;
        Choices table = Choices.parse(rule, List.of("board 0", "eager " + EAGER, rule));
        group.using(table);
        for (int count : COUNTS) {
          for (boolean registered : new boolean[] {false, true}) {
            acknowledgements +=
                compare(world, group, table, entry, count, call, registered, apart, rule);
            call += 2;
          }
        }
      }
    }
    group.barrier();
    // A rank acknowledges a block that it forwards once its last reader has, which may be later
    // than its own call.
    TrafficCounts traffic = group.runner.rankCollectives.core.traffic();
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (traffic.acknowledgements() < acknowledgements && System.nanoTime() < deadline) {
      world.poll();
      Thread.onSpinWait();
    }
    assertThat(traffic.acknowledgements()).isEqualTo(acknowledgements);
    group.barrier();
  }

  /// Between the two barriers around the call no rank does anything else, and all that the call has
  /// caused is over after the second, but for some acknowledgements. The barriers count too.
  /// Returns the acknowledgements.
  private static long compare(
      World world,
      Group group,
      Choices table,
      Algorithms.Entry entry,
      int count,
      int call,
      boolean registered,
      boolean apart,
      String rule) {
    try (var memory = new CheckedCall.Memory(world, registered)) {
      group.barrier();
      SheetCounts before = counts(group);
      group.barrier();
      new CheckedCall(group, entry.collective(), count, call, rule, memory).run();
      group.barrier();
      SheetCounts after = counts(group);
      EngineLimits limits = group.runner.rankCollectives.limits;
      SheetCounts predicted =
          sheet(limits, group, table, entry.collective(), count, call, registered, !apart)
              .counts(group.rank());
      SheetCounts barrier =
          sheet(limits, group, table, Collective.BARRIER, 0, 0, registered, !apart)
              .counts(group.rank());
      assertThat(withoutAcknowledgements(after))
          .as(
              "%s, %d elements, call %d, rank %d of %d, %s, %s",
              rule,
              count,
              call,
              group.rank(),
              group.size(),
              registered ? "registered" : "arrays",
              apart ? "apart" : "shared")
          .isEqualTo(withoutAcknowledgements(before.plus(predicted).plus(barrier).plus(barrier)));
      return predicted.acknowledgements();
    }
  }

  private static SheetCounts withoutAcknowledgements(SheetCounts counts) {
    return new SheetCounts(
        counts.messages(), counts.bytes(), counts.pulls(), counts.pulled(), counts.inPlace(), 0);
  }

  private static CostSheet sheet(
      EngineLimits limits,
      Group group,
      Choices table,
      Collective collective,
      int count,
      int call,
      boolean registered,
      boolean shared) {
    Shape shape = new Shape();
    boolean isReadable = shared && registered && count > 0;
    int root = collective.hasRoot() ? call % group.size() : 0;
    Algorithms.Entry entry = table.choose(shape(shape, group, collective, 0, root, count));
    return CostSheet.of(
        entry,
        rank -> {
          shape(shape, group, collective, rank, root, count).memory(shared, isReadable, isReadable);
          table.choose(shape);
          return shape;
        },
        limits);
  }

  private static Shape shape(
      Shape shape, Group group, Collective collective, int rank, int root, int count) {
    return shape
        .set(collective, group.size(), rank, root)
        .amount(8L * count, collective == Collective.BARRIER ? 1 : 8);
  }

  private static SheetCounts counts(Group group) {
    TrafficCounts traffic = group.runner.rankCollectives.core.traffic();
    return new SheetCounts(
        traffic.messages(),
        traffic.bytes(),
        traffic.pulls(),
        traffic.pulled(),
        traffic.inPlace(),
        traffic.acknowledgements());
  }

  private static String word(Collective collective) {
    return collective.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
