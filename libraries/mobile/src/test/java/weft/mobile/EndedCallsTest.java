// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import weft.Completion;
import weft.Rsr2;
import weft.WeftException;
import weft.World;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Calls to objects that have ended: each caller gets an exception, or the type's action is told.
/// No call stays pending.
@SuppressWarnings("NullAway.Init") // set by register
@Sampled
final class EndedCallsTest {
  private MobileType<long[]> type;
  private MobileCall<long[], Long, Long> ask;
  private MobileRsr0<long[]> end;
  private final long[] words = new long[2];
  private Rsr2 share;

  private void register(World world) {
    type = MobileObjects.of(world).type("cell", Codecs.of(long[].class));
    end = type.rsr0("end", (self, it) -> self.destroy());
    ask =
        type.call(
            "ask", Codecs.of(Long.class), Codecs.of(Long.class), (self, it, value) -> value + 1);
    share =
        world.rsr2(
            "share",
            (source, ended, living) -> {
              words[0] = ended;
              words[1] = living;
            });
  }

  /// Makes two objects at rank 0, moves both to the last rank, and ends the first.
  private void begin(World world) {
    world.start();
    int last = world.size() - 1;
    if (world.rank() == 0) {
      MobilePointer<long[]> ended = type.createOn(last, new long[1]);
      MobilePointer<long[]> living = type.createOn(last, new long[1]);
      end.send(ended);
      for (int i = 0; i < world.size(); i++) {
        share.send(i, ended.word(), living.word());
      }
    }
    world.quiesce();
  }

  @WeftTest(
      ranks = {1, 3},
      transport = {"threads", "shm"})
  void ranksGetAnException(World world) {
    register(world);
    begin(world);
    checkRanks(world);
  }

  private void checkRanks(World world) {
    MobilePointer<long[]> ended = type.pointer(words[0]);
    String sentence =
        "a call \"ask\" from rank %d is for cell 0.1, which has ended or never existed"
            .formatted(world.rank());
    assertThatThrownBy(() -> ask.callSync(ended, 5L))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining(sentence);
    Completion done = world.completion();
    ask.call(ended, 5L, done);
    world.quiesce();
    assertThat(done.isDone()).isTrue();
    assertThatThrownBy(() -> ask.result(done)).hasMessageContaining(sentence);
    assertThat(ask.callSync(type.pointer(words[1]), 5L)).isEqualTo(6);
    world.quiesce();
  }

  @WeftTest(
      ranks = {1, 3},
      transport = {"threads", "shm"})
  void theActionOfTheTypeIsToldToo(World world) {
    register(world);
    List<Undelivered.Message> told = new ArrayList<>();
    type.undelivered((message, reason) -> told.add(message));
    Group all = Group.world(world);
    begin(world);
    checkRanks(world);
    assertThat(all.allreduce((long) told.size(), Operator.SUM)).isEqualTo(2L * world.size());
    told.forEach(it -> assertThat(it.request()).isEqualTo("ask"));
    // The argument alone, without the call's own words.
    told.forEach(it -> assertThat(it.payload().length).isLessThanOrEqualTo(16));
    world.quiesce();
  }

  @WeftTest(
      ranks = {2},
      transport = {"threads", "shm"})
  void theActionOfTheTypeIsToldOfTheCallOfAnObject(World world) {
    register(world);
    List<Undelivered.Message> told = new ArrayList<>();
    type.undelivered((message, reason) -> told.add(message));
    Group all = Group.world(world);
    var answers = new long[1];
    MobileRsrObject<long[], Long> then =
        type.rsrObject("then", Codecs.of(Long.class), (self, it, value) -> answers[0] += value);
    MobileRsr1<long[]> go =
        type.rsr1("go", (self, it, target) -> ask.call(type.pointer(target), 5L, self, then));
    begin(world);
    if (world.rank() == 1) {
      go.send(type.pointer(words[1]), words[0]);
      go.send(type.pointer(words[1]), words[1]);
    }
    world.quiesce();
    assertThat(all.allreduce(answers[0], Operator.SUM)).isEqualTo(6);
    assertThat(all.allreduce((long) told.size(), Operator.SUM)).isEqualTo(1);
    told.forEach(it -> assertThat(it.senderObject()).isEqualTo(words[1]));
  }

  @WeftTest(ranks = {2})
  void aCallThatIsRefusedLeavesItsCompletionFree(World world) {
    register(world);
    MobileType<long[]> other = MobileObjects.of(world).type("other", Codecs.of(long[].class));
    begin(world);
    @SuppressWarnings({"unchecked", "rawtypes"})
    MobilePointer<long[]> wrong = (MobilePointer) other.create(new long[1]);
    Completion done = world.completion();
    assertThatThrownBy(() -> ask.call(wrong, 5L, done))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which is of another type");
    ask.call(type.pointer(words[1]), 7L, done);
    done.await();
    assertThat(ask.result(done)).isEqualTo(8);
    world.quiesce();
  }
}
