// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.Job;
import weft.JobFailedException;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.codec.Codecs;
import weft.testkit.WeftTest;

/// Objects that cannot change get a new state from their handlers.
final class ReplacedStateTest {
  private static final int HOPS = 20;

  record Count(long value, String said) {}

  @WeftTest(ranks = {1, 3})
  void aRecordCountsWhereverItIs(World world) {
    MobileType<Count> type =
        MobileObjects.of(world).type("count", Codecs.record(MethodHandles.lookup(), Count.class));
    List<Count> seen = new ArrayList<>();
    MobileRsr1<Count> add =
        type.rsr1(
            "add",
            (self, count, more) -> {
              self.replace(new Count(count.value + more, count.said + "+" + more));
              self.migrate((self.rank() + 1) % world.size());
            });
    MobileRsr0<Count> show = type.rsr0("show", (self, count) -> seen.add(count));
    show.reads();
    world.start();
    if (world.rank() == 0) {
      MobilePointer<Count> count = type.create(new Count(0, ""));
      for (int i = 0; i < HOPS; i++) {
        add.send(count, i);
      }
      show.send(count);
    }
    world.quiesce();
    int at = HOPS % world.size();
    assertThat(seen).hasSize(world.rank() == at ? 1 : 0);
    if (world.rank() == at) {
      assertThat(seen.getFirst().value).isEqualTo(HOPS * (HOPS - 1) / 2);
      assertThat(seen.getFirst().said).startsWith("+0+1+2").endsWith("+19");
    }
  }

  @Test
  void aHandlerThatOnlyReadsCannotReplace() {
    try (Job job = Weft.open(WeftConfig.ofRanks(1))) {
      assertThatThrownBy(() ->
              job.run(world -> {
                MobileType<Count> type =
                    MobileObjects.of(world)
                        .type("count", Codecs.record(MethodHandles.lookup(), Count.class));
                MobileRsr0<Count> lose =
                    type.rsr0("lose", (self, count) -> self.replace(new Count(1, "")));
                lose.reads();
                world.start();
                lose.send(type.create(new Count(0, "")));
                world.quiesce();
              }))
          .isInstanceOf(JobFailedException.class)
          .hasMessageContainingAll("\"lose\"", "Self.replace", "MobileRequest.reads");
    }
  }
}
