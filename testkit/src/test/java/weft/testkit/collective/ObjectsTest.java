// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.testkit.WeftTest;

/// Objects through codecs.
class ObjectsTest {
  /// Something of any length.
  public record Finding(String where, List<Integer> path) {}

  private static final Codec<Finding> CODEC = Codecs.record(Finding.class);

  private static Finding of(int rank) {
    var path = new ArrayList<Integer>();
    for (int i = 0; i < rank * rank * 100; i++) {
      path.add(i * rank);
    }
    return new Finding("rank " + rank, path);
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void objectsOfAnyLength(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = all.rank();
    var expected = new ArrayList<Finding>();
    for (int i = 0; i < all.size(); i++) {
      expected.add(of(i));
    }
    for (int root = 0; root < all.size(); root++) {
      assertThat(all.broadcast(root, of(rank), CODEC)).isEqualTo(of(root));
      assertThat(all.gather(root, of(rank), CODEC)).isEqualTo(rank == root ? expected : List.of());
    }
    assertThat(all.allgather(of(rank), CODEC)).isEqualTo(expected);
    Codec<@Nullable Finding> orNone = Codecs.nullable(CODEC);
    assertThat(all.broadcast(0, rank == 0 ? null : of(rank), orNone)).isNull();
    assertThatThrownBy(() -> all.gather(all.size(), of(rank), CODEC))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void combinedInTheOrderOfRanks(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = all.rank();
    BinaryOperator<Finding> join = ObjectsTest::join;
    var sums = new ArrayList<Finding>(List.of(of(0)));
    for (int i = 1; i < all.size(); i++) {
      sums.add(join.apply(sums.getLast(), of(i)));
    }
    assertThat(all.scan(of(rank), CODEC, join)).isEqualTo(sums.get(rank));
    assertThat(all.exscan(of(rank), CODEC, join)).isEqualTo(rank == 0 ? null : sums.get(rank - 1));
    Finding sum = sums.getLast();
    for (int root = 0; root < all.size(); root++) {
      assertThat(all.reduce(root, of(rank), CODEC, join)).isEqualTo(rank == root ? sum : null);
    }
    assertThat(all.allreduce(of(rank), CODEC, join)).isEqualTo(sum);
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void oneObjectForEachRank(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = all.rank();
    int size = all.size();
    for (int root = 0; root < size; root++) {
      List<Finding> dealt = rank == root ? between(root, size) : List.of();
      assertThat(all.scatter(root, dealt, CODEC)).isEqualTo(between(root, rank, size));
    }
    var got = new ArrayList<Finding>();
    for (int i = 0; i < size; i++) {
      got.add(between(i, rank, size));
    }
    assertThat(all.alltoall(between(rank, size), CODEC)).isEqualTo(got);
    Finding sum = got.get(0);
    for (Finding next : got.subList(1, size)) {
      sum = join(sum, next);
    }
    assertThat(all.reduceScatter(between(rank, size), CODEC, ObjectsTest::join)).isEqualTo(sum);
    assertThatThrownBy(() -> all.alltoall(between(rank, size + 1), CODEC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Group.alltoall with a list of " + (size + 1) + " objects")
        .hasMessageContaining("group of " + size + " ranks");
  }

  /// What rank `from` has for rank `to`; nothing of it is the same for two of them.
  private static Finding between(int from, int to, int size) {
    Finding some = of((from + 2 * to) % 5);
    return new Finding(some.where() + " " + (from * size + to), some.path());
  }

  private static List<Finding> between(int from, int size) {
    var all = new ArrayList<Finding>();
    for (int to = 0; to < size; to++) {
      all.add(between(from, to, size));
    }
    return all;
  }

  private static Finding join(Finding left, Finding right) {
    var path = new ArrayList<>(left.path());
    path.addAll(right.path());
    return new Finding(left.where() + "+" + right.where(), path);
  }

  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      apart = 3)
  void differentCodecsAreTold(World world) {
    Group all = Group.world(world);
    world.start();
    assertThatThrownBy(() -> mixed(all))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("Group.allgather: rank")
        .hasMessageContaining("uses another codec than rank " + all.rank());
    all.barrier();
  }

  private static void mixed(Group all) {
    if (all.rank() == 1) {
      all.allgather(
          "text", Codecs.of("text", (out, text) -> out.writeString(text), in -> in.readString()));
    } else {
      all.allgather(of(1), CODEC);
    }
  }
}
