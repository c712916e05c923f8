// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import weft.WeftException;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;
import weft.testkit.WeftTest;

/// Data that does not fit an operation is refused where it is called, before anybody is told: the
/// group can go on.
class CollectiveArgumentsTest {
  private static void refused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call).isInstanceOf(WeftException.class).hasMessageContainingAll(words);
  }

  @WeftTest(ranks = 3)
  void whatDoesNotFitIsRefused(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = all.rank();
    Data seven = Data.of(new long[7]);
    Data two = Data.of(new long[2]);
    for (Operation operation :
        new Operation[] {
          Operation.allgather(seven),
          Operation.alltoall(seven),
          Operation.reduceScatter(seven, Operator.SUM),
          Operation.gather(rank, seven),
          Operation.scatter(rank, seven)
        }) {
      refused(
          () -> all.run(operation),
          operation.toString(),
          "a block for each of the 3 ranks",
          "7 × LONG",
          "Parts");
    }
    Parts parts = Parts.of(1, 3, 2);
    refused(
        () -> all.run(Operation.allreduce(two, seven, Operator.SUM)),
        "56 bytes in \"in\", which has 16");
    refused(
        () -> all.run(Operation.gather(rank, Data.none(), Data.of(new long[6]), parts)),
        "Group.gather needs " + 8 * parts.count(rank) + " bytes in \"in\", which has 0");
    refused(
        () -> all.run(Operation.scatter(rank, Data.of(new long[6]), Data.none(), parts)),
        "Group.scatter needs " + 8 * parts.count(rank) + " bytes in \"out\", which has 0");
    refused(
        () -> all.run(Operation.gather(rank, two, Data.of(new long[5]))),
        "48 bytes in \"out\", which has 40");
    assertThatThrownBy(() -> all.run(Operation.allgather(Data.of(new long[5]), parts)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("the part of rank 2", "5 elements");
    Data six = Data.of(new long[6]);
    refused(
        () -> all.run(Operation.alltoall(six, parts, seven, Parts.of(2, 2, 3))),
        "bytes for this rank itself and expects");
    // All can go on.
    assertThat(all.allreduce(1, Operator.SUM)).isEqualTo(3);
  }

  @WeftTest(ranks = 3)
  void piecesThatDoNotFitAreRefused(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = all.rank();
    long[] array = new long[6];
    Data one = Data.of(array, 0, 1);
    Data none = Data.none();
    assertThatThrownBy(() -> Operation.alltoall(List.of(one, Data.of(new int[2])), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Group.alltoall", "LONG", "INT", "Data.as");
    List<Data> overlapping = List.of(Data.of(array, 0, 4), none, Data.of(array, 3, 2));
    assertThatThrownBy(() -> Operation.alltoall(List.of(none, none, none), overlapping))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Group.alltoall", "overlap", "disjoint");
    assertThatThrownBy(() -> all.run(Operation.alltoall(List.of(none), List.of(none))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("parts for 1 ranks", "the group has 3");
    List<Data> own = new ArrayList<>(List.of(none, none, none));
    own.set(rank, one);
    refused(
        () -> all.run(Operation.alltoall(own, List.of(none, none, none))),
        "8 bytes for this rank itself and expects 0");
    refused(() -> all.run(Operation.alltoall(own, own)), "reads and writes the same memory");
    // All can go on: nobody was told.
    assertThat(all.allreduce(1, Operator.SUM)).isEqualTo(3);
  }

  @WeftTest(ranks = 3)
  void elementsWithoutAPlaceAreRefused(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = all.rank();
    Data three = Data.of(new long[3]);
    Data four = Data.of(new long[4]);
    for (Operation operation :
        new Operation[] {
          Operation.allreduce(four, three, Operator.SUM),
          Operation.scan(four, three, Operator.SUM),
          Operation.exscan(four, three, Operator.SUM),
          Operation.allreduce(four, Data.none(), Operator.SUM),
        }) {
      refused(() -> all.run(operation), operation.toString(), "4 × LONG", "same number");
    }
    refused(
        () -> all.run(Operation.reduce(rank, three, four, Operator.SUM)),
        "Group.reduce from 3 × LONG to 4 × LONG");
    Data one = Data.of(new long[1]);
    String[] blocks = {"from 4 × LONG to 1 × LONG", "\"in\" must have 3 blocks"};
    refused(() -> all.run(Operation.scatter(rank, four, one)), blocks);
    refused(() -> all.run(Operation.reduceScatter(four, one, Operator.SUM)), blocks);
    refused(() -> all.run(Operation.alltoall(four, three)), "from 4 × LONG to 3 × LONG");
    // All can go on: nobody was told.
    assertThat(all.allreduce(1, Operator.SUM)).isEqualTo(3);
  }

  @SuppressWarnings("NullAway") // what a program without null checks does
  @WeftTest(ranks = 2)
  void nullIsRefused(World world) {
    Group all = Group.world(world);
    world.start();
    Data in = Data.of(new long[2]);
    Data out = Data.of(new long[2]);
    Operator none = null;
    nullRefused(() -> all.allreduce(1L, none), "Group.allreduce", "its operator");
    nullRefused(() -> all.allreduce(1.0, none), "Group.allreduce", "its operator");
    nullRefused(() -> all.allreduce(new long[1], none), "Group.allreduce", "its operator");
    nullRefused(() -> Operation.reduce(0, in, none), "Group.reduce", "its operator");
    nullRefused(() -> Operation.allreduce(in, out, none), "Group.allreduce", "its operator");
    nullRefused(() -> Operation.reduceScatter(in, out, none), "Group.reduceScatter");
    nullRefused(() -> Operation.scan(in, out, none), "Group.scan", "its operator");
    nullRefused(() -> Operation.exscan(in, out, none), "Group.exscan", "its operator");
    nullRefused(() -> Operation.allgather(null, out), "Group.allgather", "as data");
    Codec<Long> codec = Codecs.of(Long.class);
    nullRefused(() -> all.reduce(0, 1L, codec, null), "Group.reduce", "its operator");
    nullRefused(() -> all.allreduce(1L, codec, null), "Group.allreduce", "its operator");
    nullRefused(() -> all.scan(1L, codec, null), "Group.scan", "its operator");
    nullRefused(() -> all.exscan(1L, codec, null), "Group.exscan", "its operator");
    assertThat(all.allreduce(1, Operator.SUM)).isEqualTo(2);
  }

  private static void nullRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(NullPointerException.class)
        .hasMessageContainingAll(words);
  }

  @WeftTest(ranks = 2)
  void piecesOfElementsAreRefused(World world) {
    Group all = Group.world(world);
    world.start();
    Operator matrices = Operator.ofBlocks("m", 24, (left, right, count) -> {}, false);
    String[] words = {"not a whole number of elements of 24 bytes", "\"m\""};
    for (int bytes : new int[] {100, 100_000}) {
      refused(() -> all.run(Operation.allreduce(Data.of(new byte[bytes]), matrices)), words);
      refused(() -> all.run(Operation.reduce(1, Data.of(new byte[bytes]), matrices)), words);
      refused(() -> all.run(Operation.scan(Data.of(new byte[bytes]), matrices)), words);
    }
    Data in = Data.of(new long[6]);
    refused(
        () -> all.run(Operation.reduceScatter(in, Data.of(new long[4]), matrices, Parts.of(4, 2))),
        "32 bytes for rank 0");
    all.run(Operation.allreduce(Data.of(new byte[48]), matrices));
    all.run(Operation.allreduce(Data.of(new byte[240_000]), matrices));
  }

  @WeftTest(ranks = 3)
  void nothingFitsEveryOperator(World world) {
    Group all = Group.world(world);
    world.start();
    Operator product = Operator.ofDoubles("product", (a, b) -> a * b, true);
    Operator matrices = Operator.ofBlocks("m", 24, (left, right, count) -> {}, false);
    Data none = Data.none();
    for (Operator operator : new Operator[] {Operator.SUM, Operator.MIN_AT, product, matrices}) {
      all.run(Operation.allreduce(none, none, operator));
      all.run(Operation.scan(none, none, operator));
      all.run(Operation.reduceScatter(none, none, operator));
    }
    boolean isRoot = all.rank() == 1;
    Data empty = Data.of(new double[0]);
    all.run(Operation.reduce(1, empty, isRoot ? Data.of(new double[0]) : none, product));
    all.run(Operation.allreduce(isRoot ? none : empty, none, product));
    assertThat(all.allreduce(1, Operator.SUM)).isEqualTo(3);
  }

  @WeftTest(ranks = 2)
  void anOperatorThatThrowsEndsTheGroupAndNotTheOthers(World world) {
    Group all = Group.world(world);
    world.start();
    Group other = all.dup();
    Operator broken =
        Operator.ofLongs(
            "broken",
            (a, b) -> {
              throw new ArithmeticException("no sum");
            },
            true);
    assertThatThrownBy(() -> all.allreduce(1L, broken)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(all::barrier)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("Group.allreduce ended half way on this rank", "no sum")
        .hasCauseInstanceOf(ArithmeticException.class);
    assertThat(other.allreduce(1, Operator.SUM)).isEqualTo(2);
  }

  @WeftTest(ranks = 2)
  void oneMemoryTwiceIsRefused(World world) {
    Group all = Group.world(world);
    world.start();
    long[] array = new long[100];
    double[] matrix = new double[40];
    String[] words = {"reads and writes the same memory", "in place"};
    refused(
        () -> all.run(Operation.allreduce(Data.of(array), Data.of(array), Operator.SUM)), words);
    refused(
        () -> all.run(Operation.scan(Data.of(array, 0, 50), Data.of(array, 49, 50), Operator.SUM)),
        words);
    refused(
        () -> {
          Data column = Data.matrix(matrix, 1, 5, 2, 8);
          all.run(Operation.exscan(column, column, Operator.SUM));
        },
        words);
    var segment = world.heap().allocate(1600);
    refused(
        () ->
            all.run(
                Operation.allgather(
                    Data.of(segment.asSlice(792, 16), weft.collective.Type.LONG),
                    Data.of(segment.asSlice(0, 800), weft.collective.Type.LONG))),
        words);
    // Neighbours are not the same, nor are two columns of a matrix.
    array[0] = 1;
    all.run(Operation.allreduce(Data.of(array, 0, 50), Data.of(array, 50, 50), Operator.SUM));
    assertThat(array[50]).isEqualTo(2);
    matrix[0] = 3;
    all.run(
        Operation.allreduce(
            Data.matrix(matrix, 0, 5, 2, 8), Data.matrix(matrix, 2, 5, 2, 8), Operator.SUM));
    assertThat(matrix[2]).isEqualTo(6);
  }
}
