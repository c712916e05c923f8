// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import weft.World;
import weft.codec.Codecs;
import weft.testkit.WeftTest;

/// Handlers that run once more when no object here has mail.
final class RepeatsTest {
  private static final int PIECES = 40;

  @WeftTest(ranks = {1, 3})
  void mailGoesFirstAndQuiescenceWaits(World world) {
    MobileType<long[]> type = MobileObjects.of(world).type("worker", Codecs.of(long[].class));
    List<String> seen = new ArrayList<>();
    var rest = new ArrayList<MobileRsr0<long[]>>();
    MobileRsr0<long[]> mail = type.rsr0("mail", (self, it) -> seen.add("mail"));
    rest.add(
        type.rsr0(
            "rest",
            (self, it) -> {
              assertThat(self.sender()).isEqualTo(self.word());
              seen.add("rest " + it[0]);
              if (++it[0] < PIECES) {
                self.again(rest.getFirst());
                self.again(rest.getFirst());
              }
            }));
    MobileRsr0<long[]> begin =
        type.rsr0(
            "begin",
            (self, it) -> {
              self.again(rest.getFirst());
              mail.send(self.pointer());
            });
    MobileType<Long> other = MobileObjects.of(world).type("other", Codecs.of(Long.class));
    MobileRsr0<Long> wrong =
        other.rsr0(
            "wrong",
            (self, it) ->
                assertThatThrownBy(() -> ((Self<?>) self).again(cast(rest.getFirst())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a request of another type"));
    world.start();
    MobilePointer<long[]> worker = type.create(new long[1]);
    begin.send(worker);
    mail.send(worker);
    wrong.send(other.create(1L));
    world.quiesce();
    List<String> expected = new ArrayList<>(List.of("mail", "mail"));
    for (int i = 0; i < PIECES; i++) {
      expected.add("rest " + i);
    }
    assertThat(seen).isEqualTo(expected);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the call must refuse it
  private static <T> T cast(Object request) {
    return (T) request;
  }

  /// An object that moves after each piece, and one that ends with a piece pending.
  @WeftTest(
      ranks = {1, 2, 4},
      transport = {"threads", "shm"})
  void whatIsPendingMovesAndEndsWithItsObject(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("worker", Codecs.of(long[].class));
    var requests = new ArrayList<MobileRsr0<long[]>>();
    var done = new long[2];
    requests.add(
        type.rsr0(
            "rest",
            (self, it) -> {
              done[0]++;
              if (++it[0] < PIECES) {
                self.again(requests.getFirst());
                self.migrate((self.rank() + 1) % world.size());
              } else {
                self.again(requests.getFirst());
                self.again(requests.get(1));
                self.destroy();
              }
            }));
    requests.add(type.rsr0("late", (self, it) -> done[1]++));
    world.start();
    MobilePointer<long[]> worker = type.create(new long[1]);
    assertThat(objects.inMemory(worker)).isNotNull();
    requests.getFirst().send(worker);
    world.quiesce();
    var group = weft.collective.Group.world(world);
    assertThat(group.allreduce(done[0], weft.collective.Operator.SUM))
        .isEqualTo((long) PIECES * world.size());
    assertThat(done[1]).isZero();
    assertThat(objects.inMemory(worker)).isNull();
  }
}
