// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Weft;
import weft.WeftException;
import weft.World;

/// Buffered sends between two ranks.
class ParcelsTest {
  private static final int[] LENGTHS = {0, 1, 100, 511, 513, 40_000};

  private static void launch(int ranks, String heap, weft.Body body) {
    Weft.launch(new String[] {"--weft-ranks", Integer.toString(ranks), "--weft-heap", heap}, body);
  }

  private static long[] numbers(int from, int to, int number, int length) {
    var numbers = new long[length];
    Arrays.setAll(numbers, i -> ((from * 100L + to) * 100 + number) * 100_000 + i);
    return numbers;
  }

  private static void everyoneToEveryone(World world, boolean share) {
    var parcels = new Parcels(world, share);
    world.start();
    int me = world.rank();
    for (int number = 0; number < LENGTHS.length; number++) {
      for (int to = 0; to < world.size(); to++) {
        long[] values = numbers(me, to, number, LENGTHS[number]);
        parcels.send(to, Data.of(values));
        Arrays.fill(values, -1); // it has been copied
      }
    }
    // Everything was sent before anything is received.
    for (int from = world.size() - 1; from >= 0; from--) {
      for (int number = 0; number < LENGTHS.length; number++) {
        long[] values = new long[LENGTHS[number]];
        parcels.receive(from, Data.of(values));
        assertThat(values).isEqualTo(numbers(from, me, number, LENGTHS[number]));
      }
    }
    world.pollUntil(() -> parcels.underWay() == 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void anySizeInOrder(int ranks) {
    launch(ranks, "64m", world -> everyoneToEveryone(world, true));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void whereMemoryIsNotShared(int ranks) {
    launch(ranks, "64m", world -> everyoneToEveryone(world, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void rowsWithGapsOnBothSides(int ranks) {
    launch(
        ranks,
        "64m",
        world -> {
          var parcels = new Parcels(world);
          world.start();
          double[] from = new double[20 * 30];
          Arrays.setAll(from, i -> world.rank() * 1000 + i);
          parcels.send(world.next(), Data.matrix(from, 3, 20, 7, 30));
          double[] to = new double[20 * 11];
          parcels.receive(world.previous(), Data.matrix(to, 1, 20, 7, 11));
          for (int i = 0; i < to.length; i++) {
            int row = i / 11;
            int column = i % 11 - 1;
            boolean in = column >= 0 && column < 7;
            assertThat(to[i]).isEqualTo(in ? world.previous() * 1000 + row * 30 + 3 + column : 0);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2})
  void aFullHeapHoldsTheSenderUp(int ranks) {
    launch(
        ranks,
        "2m",
        world -> {
          var parcels = new Parcels(world);
          world.start();
          long[] values = new long[16 << 10];
          for (int i = 0; i < 100; i++) {
            if (world.rank() == 0) {
              values[0] = i;
              parcels.send(1, Data.of(values));
              assertThat(parcels.underWay()).isLessThanOrEqualTo(16);
            } else {
              parcels.receive(0, Data.of(values));
              assertThat(values[0]).isEqualTo(i);
            }
          }
          if (world.rank() == 0) {
            Data tooLarge = Data.of(new long[1 << 20]);
            world.pollUntil(() -> parcels.underWay() == 0);
            assertThatThrownBy(() -> parcels.send(1, tooLarge))
                .isInstanceOf(weft.HeapExhaustedException.class);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2})
  void anotherLengthOrTypeIsTold(int ranks) {
    launch(
        ranks,
        "64m",
        world -> {
          var parcels = new Parcels(world);
          world.start();
          parcels.send(world.next(), Data.of(new long[3]));
          assertThatThrownBy(() -> parcels.receive(world.previous(), Data.of(new long[4])))
              .isInstanceOf(WeftException.class)
              .hasMessageContaining("24 bytes of LONG")
              .hasMessageContaining("32 bytes of LONG");
          assertThatThrownBy(() -> parcels.receive(world.previous(), Data.of(new double[3])))
              .isInstanceOf(WeftException.class)
              .hasMessageContaining("DOUBLE");
          parcels.receive(world.previous(), Data.of(new long[3]));
        });
  }
}
