// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import weft.collective.schedule.Collective;

/// The control structures under random schedules: every algorithm, and programs that no algorithm
/// would have written.
///
/// The system property `weft.seed` repeats one seed, `weft.simulations` sets how many there are.
class CoreSimulationTest {
  private static final int COUNT = Integer.getInteger("weft.simulations", 6);

  private static long firstSeed() {
    Long set = Long.getLong("weft.seed");
    return set == null ? System.nanoTime() >>> 4 & 0xFFFF_FFFFL : set;
  }

  private static Stream<DynamicTest> tests(int programs) {
    long first = firstSeed();
    return IntStream.rangeClosed(1, 33)
        .mapToObj(size ->
            DynamicTest.dynamicTest(
                size + " ranks, seeds from " + first,
                () -> {
                  for (int i = 0; i < COUNT; i++) {
                    SimSettings settings = SimSettings.tight(first + i, size, programs);
                    new CoreSimulation(settings, CorePort::new).run();
                  }
                }));
  }

  @TestFactory
  Stream<DynamicTest> algorithms() {
    return tests(0);
  }

  @TestFactory
  Stream<DynamicTest> randomPrograms() {
    return tests(100);
  }

  @TestFactory
  Stream<DynamicTest> bothAtOnce() {
    return tests(50);
  }

  /// A root whose receivers do nothing unless nothing else can be done: it can only be so far
  /// ahead, and nothing grows.
  @TestFactory
  Stream<DynamicTest> aheadOfAll() {
    long first = firstSeed();
    return IntStream.of(2, 3, 5, 8)
        .mapToObj(size ->
            DynamicTest.dynamicTest(
                size + " ranks, seeds from " + first,
                () -> {
                  for (int i = 0; i < COUNT; i++) {
                    rootAhead(size, first + i);
                  }
                }));
  }

  private static void rootAhead(int size, long seed) {
    SimSettings tight = SimSettings.tight(seed, size, 0);
    var settings =
        new SimSettings(
            seed,
            size,
            1,
            1000,
            1,
            0,
            tight.shared(),
            tight.frameBytes(),
            tight.eager(),
            tight.tokens(),
            tight.piece(),
            16,
            tight.eager(),
            1000);
    var random = new Random(seed);
    SimGroup all = SimGroup.some(random, size, 1).getFirst();
    SimOperation first;
    do {
      first = new SimOperation(0, all, Collective.BROADCAST, settings, random);
    } while (first.root != 0 || first.bytes > settings.eager());
    List<SimOperation> operations = new ArrayList<>(List.of(first));
    for (int i = 1; i < settings.operations(); i++) {
      operations.add(first.again(i, random));
    }
    var simulation = new CoreSimulation(settings, CorePort::new, random, operations);
    for (int rank = 1; rank < size; rank++) {
      simulation.makeLazy(rank);
    }
    simulation.run();
    assertThat(simulation.begun(0)).isEqualTo(1000);
    // For each level of the tree some windows: one that is done, one that is under way, and what
    // is begun while news of that travels.
    int levels = 32 - Integer.numberOfLeadingZeros(size - 1);
    assertThat(simulation.mostAhead())
        .as("operations ahead")
        .isBetween(settings.window() / 2, 3 * levels * settings.window());
    // Of each of a window's operations, from every rank one; credits and questions come besides.
    assertThat(simulation.mostPending())
        .as("messages under way to one rank")
        .isLessThanOrEqualTo(12 * settings.window() * size);
  }
}
