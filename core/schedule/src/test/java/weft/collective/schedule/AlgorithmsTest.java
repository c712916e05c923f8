// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Executes every algorithm for 1 to 33 ranks.
class AlgorithmsTest {
  private static final long SEED = Long.getLong("weft.seed", System.nanoTime());
  private static final int[] ELEMENTS = {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 23, 40};
  private static final int CASES = Integer.getInteger("weft.cases", 3);

  private static long executed;

  static Stream<Algorithms.Entry> entries() {
    return Arrays.stream(Collective.values()).flatMap(one -> Algorithms.of(one).stream());
  }

  @ParameterizedTest
  @MethodSource("entries")
  void doesWhatItsOperationSaysInWhateverOrder(Algorithms.Entry entry) {
    for (int size = 1; size <= 33; size++) {
      boolean small = size <= 9;
      int roots = !entry.collective().hasRoot() ? 1 : small ? size : 3;
      for (int r = 0; r < roots; r++) {
        int root = small || !entry.collective().hasRoot() ? r : (r * (size - 1)) / 2;
        for (int c = 0; c < (small ? 4 * CASES : CASES); c++) {
          run(entry, size, root, SEED + 1_000_003L * c + 31L * r + size);
        }
      }
    }
    System.out.printf("%s: %d executions so far, weft.seed=%d%n", entry.name(), executed, SEED);
  }

  private static boolean mayDiffer(Collective collective) {
    return switch (collective) {
      case GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER -> true;
      default -> false;
    };
  }

  private static void run(Algorithms.Entry entry, int size, int root, long seed) {
    Random random = new Random(seed);
    Trial.Values[] all = Trial.Values.values();
    Trial.Values values = all[random.nextInt(all.length)];
    int elements = ELEMENTS[random.nextInt(ELEMENTS.length)];
    boolean inPlace = random.nextBoolean();
    boolean unequal = mayDiffer(entry.collective()) && random.nextBoolean();
    boolean shared = random.nextInt(4) > 0;
    boolean forward = random.nextInt(4) > 0;
    long chunk = random.nextInt(3) == 0 ? 1 << 20 : 1 + random.nextInt(100);
    int chunks = Shape.LEAST_CHUNKS + random.nextInt(5);
    long eager = random.nextInt(2) == 0 ? random.nextInt(64) : random.nextInt(400);
    CallOrder[] manners = CallOrder.values();
    CallOrder calls = manners[random.nextInt(manners.length)];
    String name =
        "%s %s, %d ranks, root %d, %d %s, in place %s, unequal %s, shared %s, forward %s, chunk %d, chunks %d, eager %d, calls %s, seed %d"
            .formatted(
                entry.collective(),
                entry.name(),
                size,
                root,
                elements,
                values,
                inPlace,
                unequal,
                shared,
                forward,
                chunk,
                chunks,
                eager,
                calls,
                seed);
    try {
      Trial trial = new Trial(entry, size, root, elements, values, inPlace, unequal, random);
      ScheduleMachine machine = trial.machine(forward, shared, chunk, chunks, eager);
      if (!entry.applies(machine.members[0].shape)) {
        return;
      }
      machine.run(calls, rank -> true);
      machine.checkEnd();
      trial.checkResults(machine);
      executed++;
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(name + ": " + e, e);
    }
  }

  @ParameterizedTest
  @MethodSource("entries")
  void ranksDoNotWaitForEachOtherWithTheFewestChunks(Algorithms.Entry entry) {
    for (int size : new int[] {2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33}) {
      for (int elements : new int[] {1, size, 40}) {
        for (int settings = 0; settings < 4; settings++) {
          boolean unequal = (settings & 1) == 1 && mayDiffer(entry.collective());
          boolean inPlace = (settings & 2) == 2;
          long seed = SEED + 100L * size + elements;
          Random random = new Random(seed);
          int root = random.nextInt(entry.collective().hasRoot() ? size : 1);
          Trial.Values values = size % 2 == 0 ? Trial.Values.SUMS : Trial.Values.MAPS;
          Trial trial = new Trial(entry, size, root, elements, values, inPlace, unequal, random);
          ScheduleMachine machine = trial.machine(true, true, 1, Shape.LEAST_CHUNKS, 0);
          if (!entry.applies(machine.members[0].shape)) {
            continue;
          }
          try {
            machine.carryNone();
            machine.run(CallOrder.FIRST, rank -> true);
            machine.checkEnd();
            trial.checkResults(machine);
            executed++;
          } catch (AssertionError | RuntimeException e) {
            String name = "%s %s, %d ranks, %d elements, settings %d, seed %d: %s";
            throw new AssertionError(
                name.formatted(entry.collective(), entry.name(), size, elements, settings, seed, e),
                e);
          }
        }
      }
    }
    System.out.printf("%s: %d executions so far, weft.seed=%d%n", entry.name(), executed, SEED);
  }

  @Test
  void namesAndIdsAreUniqueAndIdsFit() {
    for (Collective collective : Collective.values()) {
      Set<Object> seen = new HashSet<>();
      for (Algorithms.Entry entry : Algorithms.of(collective)) {
        assertThat(seen.add(entry.name())).isTrue();
        assertThat(seen.add(entry.id())).isTrue();
        assertThat(entry.id()).isBetween(0, (1 << Algorithms.ID_BITS) - 1);
        assertThat(Algorithms.get(collective, entry.id())).isSameAs(entry);
        assertThat(Algorithms.get(collective, entry.name())).isSameAs(entry);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exchange", "slices", "puts"})
  void amongVeryManyRanksNothingIsKeptForAFold(String algorithm) {
    assertThat(folds(algorithm, 256)).isTrue();
    assertThat(folds(algorithm, 257)).isFalse();

    Algorithms.Entry entry = Algorithms.get(Collective.ALLREDUCE, algorithm);
    var trial = new Trial(entry, 257, 0, 40, Trial.Values.MAPS, false, false, new Random(SEED));
    ScheduleMachine machine = trial.machine(true, true, 1 << 20, Shape.LEAST_CHUNKS, 8);
    machine.run(CallOrder.FIRST, rank -> true);
    machine.checkEnd();
    trial.checkResults(machine);
  }

  private static boolean folds(String algorithm, int ranks) {
    var shape = new Shape();
    shape.set(Collective.ALLREDUCE, ranks, 0, 0).amount(4096, 8);
    shape.memory(true, false, false).pipeline(4096, 8);
    var schedule = new Schedule();
    Algorithms.get(Collective.ALLREDUCE, algorithm).write(shape, schedule);
    return IntStream.range(0, schedule.length())
        .anyMatch(step -> schedule.kind(step) == Schedule.FOLD);
  }
}
