// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Type;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.testkit.Chaos;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// A group that is asked for reproducible results adds doubles strictly in the order of ranks,
/// whatever the table, the transport, the memory and the chunks are: bit for bit what a loop over
/// the ranks gives.
@Sampled
class ReproducibleTest {
  private static final int[] LENGTHS = {1, 20, 1000, 20_000};

  /// The length at which what other orders give is looked at.
  private static final int MEDIUM = 1000;

  private static final List<Collective> COMBINING =
      List.of(
          Collective.REDUCE,
          Collective.ALLREDUCE,
          Collective.REDUCE_SCATTER,
          Collective.SCAN,
          Collective.EXSCAN);

  /// Tables of algorithms that add in another order.
  private static final List<Choices> UNORDERED =
      List.of(
          table(
              "eager 64",
              "board 0",
              "allreduce * * ring 1k 4",
              "reduce * * tree 1k 4",
              "reduce-scatter * * ring 1k 4",
              "scan * * doubling",
              "exscan * * doubling"),
          table(
              "eager 4k",
              "board 240",
              "allreduce * * tree 4k 4",
              "reduce * * binomial",
              "reduce-scatter * * ring 16k 8"),
          table("board 0", "allreduce * * doubling"));

  private static Choices table(String... lines) {
    return Choices.parse("a table of this test", List.of(lines));
  }

  /// Memory for doubles: an array, or a registered segment.
  private static final class Place {
    private final MemorySegment bytes;
    private final double @Nullable [] array;

    private Place(MemorySegment bytes, double @Nullable [] array) {
      this.bytes = bytes;
      this.array = array;
    }

    static List<Place> both(World world, int length) {
      double[] array = new double[length];
      return List.of(
          new Place(MemorySegment.ofArray(array), array),
          new Place(world.heap().allocate(8L * length), null));
    }

    Data data(int count) {
      return array == null
          ? Data.of(bytes.asSlice(0, 8L * count), Type.DOUBLE)
          : Data.of(array, 0, count);
    }

    void put(double[] values) {
      MemorySegment.copy(values, 0, bytes, ValueLayout.JAVA_DOUBLE, 0, values.length);
    }

    double[] now(int count) {
      return bytes.asSlice(0, 8L * count).toArray(ValueLayout.JAVA_DOUBLE);
    }
  }

  /// What the ranks contribute at one length, and what loops over them give.
  private static final class Sums {
    final int length;

    /// How many elements each rank gets of what is reduced and scattered.
    final int block;

    final double[] own;

    /// At *i* the sums over ranks 0 to *i*.
    private final double[][] upTo;

    private final int rank;

    Sums(Group group, int length, long seed) {
      int size = group.size();
      this.length = length;
      this.rank = group.rank();
      this.block = Math.max(1, length / size);
      this.upTo = new double[size][];
      this.own = values(seed, rank, Math.max(length, size));
      double[] sum = values(seed, 0, own.length);
      upTo[0] = sum.clone();
      for (int other = 1; other < size; other++) {
        double[] theirs = values(seed, other, sum.length);
        for (int i = 0; i < sum.length; i++) {
          sum[i] += theirs[i];
        }
        upTo[other] = sum.clone();
      }
    }

    /// SampleNumbers of both signs and of very different magnitude: sums are rounded at every step.
    private static double[] values(long seed, int rank, int count) {
      Random random = Chaos.random(seed, rank);
      var values = new double[count];
      for (int i = 0; i < count; i++) {
        values[i] = Math.scalb(random.nextDouble() - 0.5, random.nextInt(61) - 30);
      }
      return values;
    }

    /// What this rank must get; nothing where the operation leaves its memory alone.
    double[] expected(Collective collective) {
      double[] all = upTo[upTo.length - 1];
      return switch (collective) {
        case REDUCE -> rank == upTo.length - 1 ? Arrays.copyOf(all, length) : new double[0];
        case REDUCE_SCATTER -> Arrays.copyOfRange(all, rank * block, (rank + 1) * block);
        case SCAN -> Arrays.copyOf(upTo[rank], length);
        case EXSCAN -> rank == 0 ? new double[0] : Arrays.copyOf(upTo[rank - 1], length);
        default -> Arrays.copyOf(all, length);
      };
    }
  }

  private static Operation apart(Collective collective, Sums sums, Place from, Place to, int size) {
    Data in = from.data(sums.length);
    Data out = to.data(sums.length);
    return switch (collective) {
      case REDUCE -> Operation.reduce(size - 1, in, out, Operator.SUM);
      case REDUCE_SCATTER ->
          Operation.reduceScatter(from.data(size * sums.block), to.data(sums.block), Operator.SUM);
      case SCAN -> Operation.scan(in, out, Operator.SUM);
      case EXSCAN -> Operation.exscan(in, out, Operator.SUM);
      default -> Operation.allreduce(in, out, Operator.SUM);
    };
  }

  private static Operation inPlace(Collective collective, Sums sums, Place place, int size) {
    Data data = place.data(sums.length);
    return switch (collective) {
      case REDUCE -> Operation.reduce(size - 1, data, Operator.SUM);
      case REDUCE_SCATTER -> Operation.reduceScatter(place.data(size * sums.block), Operator.SUM);
      case SCAN -> Operation.scan(data, Operator.SUM);
      case EXSCAN -> Operation.exscan(data, Operator.SUM);
      default -> Operation.allreduce(data, Operator.SUM);
    };
  }

  /// How many bit patterns are not the expected ones.
  private static int differences(double[] found, double[] expected) {
    int differences = 0;
    for (int i = 0; i < expected.length; i++) {
      boolean same =
          Double.doubleToRawLongBits(found[i]) == Double.doubleToRawLongBits(expected[i]);
      differences += same ? 0 : 1;
    }
    return differences;
  }

  /// Carries out one operation from memory of one kind into memory of the same, and in place in
  /// that of the other kind; says how many numbers were not those of the loop.
  private static int run(
      Group group, Collective collective, Sums sums, List<Place> froms, List<Place> tos, int kind) {
    double[] expected = sums.expected(collective);
    Place from = froms.get(kind);
    Place to = tos.get(kind);
    from.put(sums.own);
    group.run(apart(collective, sums, from, to, group.size()));
    int differences = differences(to.now(expected.length), expected);
    Place place = tos.get(1 - kind);
    place.put(sums.own);
    group.run(inPlace(collective, sums, place, group.size()));
    return differences + differences(place.now(expected.length), expected);
  }

  private static void check(World world, Random mine) {
    Group all = Group.world(world);
    world.start();
    long seed = all.broadcast(0, mine.nextLong());
    int size = all.size();
    int most = LENGTHS[LENGTHS.length - 1] + size;
    List<Place> froms = Place.both(world, most);
    List<Place> tos = Place.both(world, most);
    Map<Collective, Integer> otherwise = new EnumMap<>(Collective.class);
    int turn = 0;
    for (int length : LENGTHS) {
      var sums = new Sums(all, length, seed + length);
      all.reproducible(true);
      for (Choices table : length > MEDIUM ? UNORDERED.subList(0, 2) : UNORDERED) {
        all.using(table);
        turn++;
        for (Collective collective : COMBINING) {
          assertThat(run(all, collective, sums, froms, tos, turn % 2))
              .as(
                  "%s of %d doubles, eager %d, board %d, seed %d: numbers not those of a loop",
                  collective, length, table.eager(), table.board(), seed)
              .isZero();
        }
      }
      all.reproducible(false);
      for (Choices table : length == MEDIUM ? UNORDERED : List.<Choices>of()) {
        all.using(table);
        turn++;
        for (Collective collective : COMBINING) {
          otherwise.merge(
              collective, run(all, collective, sums, froms, tos, turn % 2), Integer::sum);
        }
      }
    }
    for (Collective collective : COMBINING) {
      long everywhere = all.allreduce(otherwise.getOrDefault(collective, 0), Operator.SUM);
      // Two numbers have only one sum, and what comes before the third rank is only two.
      if (size > (collective == Collective.EXSCAN ? 4 : 2)) {
        assertThat(everywhere)
            .as("%s: numbers that another order changes, seed %d", collective, seed)
            .isPositive();
      } else {
        assertThat(everywhere).as("%s in the only order, seed %d", collective, seed).isZero();
      }
    }
  }

  @WeftTest(
      ranks = {2, 3, 5, 8},
      apart = 3)
  void resultsAreThoseOfALoopOverTheRanks(World world, Random mine) {
    check(world, mine);
  }

  @WeftTest(ranks = 3, transport = "shm")
  void inProcessesToo(World world, Random mine) {
    check(world, mine);
  }
}
