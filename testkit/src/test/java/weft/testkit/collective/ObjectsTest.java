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
    BinaryOperator<Finding> join =
        (left, right) -> {
          var path = new ArrayList<>(left.path());
          path.addAll(right.path());
          return new Finding(left.where() + "+" + right.where(), path);
        };
    Finding sum = of(0);
    for (int i = 1; i < all.size(); i++) {
      sum = join.apply(sum, of(i));
    }
    for (int root = 0; root < all.size(); root++) {
      assertThat(all.reduce(root, of(rank), CODEC, join)).isEqualTo(rank == root ? sum : null);
    }
    assertThat(all.allreduce(of(rank), CODEC, join)).isEqualTo(sum);
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
