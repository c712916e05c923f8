// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.WeftException;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.ObjectOperation;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Objects through codecs.
@Sampled
class ObjectsTest {
  /// Something of any length.
  public record Finding(String where, List<Integer> path) {}

  private static final Codec<Finding> CODEC = Codecs.record(Finding.class);

  private static final Codec<String> TEXT =
      Codecs.of("text", (text, out) -> out.writeString(text), in -> in.readString());

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

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void severalBegunAmongOperationsOnData(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = all.rank();
    int size = all.size();
    int last = size - 1;
    BinaryOperator<Finding> join = ObjectsTest::join;
    var broadcast = ObjectOperation.broadcast(last, CODEC);
    var gather = ObjectOperation.gather(last, CODEC);
    var allgather = ObjectOperation.allgather(CODEC);
    var scatter = ObjectOperation.scatter(0, CODEC);
    var alltoall = ObjectOperation.alltoall(CODEC);
    var reduce = ObjectOperation.reduce(0, CODEC, join);
    var allreduce = ObjectOperation.allreduce(CODEC, join);
    var reduceScatter = ObjectOperation.reduceScatter(CODEC, join);
    var scan = ObjectOperation.scan(CODEC, join);
    var exscan = ObjectOperation.exscan(CODEC, join);
    assertThatThrownBy(broadcast::result)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Group.broadcast has no result");
    long[] numbers = new long[20_000];
    Operation sum = Operation.allreduce(Data.of(numbers), Operator.SUM);
    for (int round = 0; round < 3; round++) {
      int salt = round;
      List<Finding> everybody = each(size, i -> of(i + salt));
      List<Finding> forMe = each(size, i -> between(i, rank, size));
      Finding mine = everybody.get(rank);
      Arrays.fill(numbers, rank + round);
      var done = new ArrayList<Completion>();
      start(done, world, next -> all.start(broadcast, mine, next));
      start(done, world, next -> all.start(allreduce, mine, next));
      start(done, world, next -> all.start(sum, next));
      start(done, world, next -> all.start(gather, mine, next));
      start(done, world, next -> all.start(allgather, mine, next));
      List<Finding> mutable = between(rank, size);
      start(done, world, next -> all.start(scatter, mutable, next));
      start(done, world, next -> all.start(alltoall, mutable, next));
      mutable.clear(); // it is encoded
      assertThat(all.allreduce(rank, Operator.SUM)).isEqualTo(last * size / 2);
      start(done, world, next -> all.start(reduce, mine, next));
      start(done, world, next -> all.start(reduceScatter, between(rank, size), next));
      start(done, world, next -> all.start(scan, mine, next));
      start(done, world, next -> all.start(exscan, mine, next));
      if (size > 1) {
        assertThatThrownBy(exscan::result)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("the result of Group.exscan is not available yet");
        assertThatThrownBy(() -> all.start(exscan, mine, world.completion()))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("Group.exscan is pending");
      }
      done.reversed().forEach(Completion::await);

      assertThat(broadcast.result()).isEqualTo(everybody.get(last));
      assertThat(allreduce.result()).isEqualTo(joined(everybody));
      assertThat(numbers).containsOnly((long) last * size / 2 + (long) round * size);
      assertThat(gather.result()).isEqualTo(rank == last ? everybody : List.of());
      assertThat(allgather.result()).isEqualTo(everybody);
      assertThat(scatter.result()).isEqualTo(between(0, rank, size));
      assertThat(alltoall.result()).isEqualTo(forMe);
      assertThat(reduce.result()).isEqualTo(rank == 0 ? joined(everybody) : null);
      assertThat(reduceScatter.result()).isEqualTo(joined(forMe));
      assertThat(scan.result()).isEqualTo(joined(everybody.subList(0, rank + 1)));
      assertThat(exscan.result()).isEqualTo(rank == 0 ? null : joined(everybody.subList(0, rank)));
    }
  }

  private static void start(List<Completion> all, World world, Consumer<Completion> starter) {
    all.add(world.completion());
    starter.accept(all.getLast());
  }

  private static List<Finding> each(int size, IntFunction<Finding> maker) {
    return IntStream.range(0, size).mapToObj(maker).toList();
  }

  private static Finding joined(List<Finding> some) {
    return some.stream().reduce(ObjectsTest::join).orElseThrow();
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void oneThatIsBegunAndNotAwaited(World world) {
    Group all = Group.world(world);
    world.start();
    var begun = ObjectOperation.allreduce(CODEC, ObjectsTest::join);
    for (int i = 0; i < 40; i++) {
      // More than move at a time; some ranks return while theirs are under way.
      all.start(ObjectOperation.allgather(CODEC), of(all.rank()), world.completion());
    }
    Completion done = world.completion();
    all.start(begun, of(all.rank()), done);
    if (all.rank() == 0) {
      done.await();
      assertThat(begun.result()).isEqualTo(joined(each(all.size(), ObjectsTest::of)));
    }
  }

  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      apart = 3)
  void differentCodecsAreToldToWhoWaits(World world) {
    Group all = Group.world(world);
    world.start();
    var texts = ObjectOperation.allgather(TEXT);
    var findings = ObjectOperation.allgather(CODEC);
    var after = ObjectOperation.allgather(CODEC);
    Completion done = world.completion();
    Completion doneAfter = world.completion();
    if (all.rank() == 1) {
      all.start(texts, "text", done);
    } else {
      all.start(findings, of(1), done);
    }
    all.start(after, of(all.rank()), doneAfter);
    assertThatThrownBy(done::await)
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("Group.allgather: rank")
        .hasMessageContaining("uses another codec than rank " + all.rank());
    assertThatThrownBy(all.rank() == 1 ? texts::result : findings::result)
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("uses another codec");
    doneAfter.await();
    assertThat(after.result()).isEqualTo(each(all.size(), ObjectsTest::of));
  }

  private static void mixed(Group all) {
    if (all.rank() == 1) {
      all.allgather("text", TEXT);
    } else {
      all.allgather(of(1), CODEC);
    }
  }
}
