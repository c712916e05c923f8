// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr2;
import weft.mobile.MobileType;
import weft.mobile.Undelivered;
import weft.outofcore.Walkers.Plot;
import weft.testkit.Effort;
import weft.testkit.WeftTest;

/// Attempts that pin objects, as the cavities of a mesher do, go on though the pinned ones leave no
/// room for the next: an attempt that is refused gives back what it has and begins again.
final class PinsTest {
  private static final int OBJECTS = 32;
  private static final int IN_MEMORY = 8;
  private static final int NEEDED = 6;

  /// The attempts that are under way at once want three times as many objects as memory holds.
  private static final int AT_ONCE = 4;

  /// Each attempt wants `NEEDED` objects in a row.
  @WeftTest(
      ranks = {1, 2},
      timeoutSeconds = 20)
  void refusedAttemptsGoOn(World world, Random random) {
    int attempts = Effort.current().isQuick() ? 60 : 600;
    var objects = MobileObjects.of(world);
    Residence residence = Residence.of(objects).limit(IN_MEMORY * 1000L);
    MobileType<Plot> type = objects.type("plot", Walkers.CODEC);
    type.bytes(plot -> 1000);
    MobileArray<Plot> plots = type.array("plots", OBJECTS, it -> new Plot((int) it, 4));
    var done = new long[1];
    var refused = new long[1];
    var begun = new long[] {attempts};
    List<MobileRsr2<Plot>> requests = new ArrayList<>();
    // An attempt is its first object, with the number of objects that it holds.
    requests.add(
        type.rsr2(
            "claim",
            (self, plot, first, held) -> {
              self.pin();
              if (held + 1 == NEEDED) {
                done[0]++;
                release(requests.get(1), plots, first, NEEDED);
                if (begun[0]-- > 0) {
                  claim(requests.get(0), plots, Walkers.mix(first + done[0]) & 31, 0);
                }
              } else {
                claim(requests.get(0), plots, first, held + 1);
              }
            }));
    requests.add(
        type.rsr2(
            "release",
            (self, plot, first, again) -> {
              self.unpin();
              plot.visits++;
            }));
    type.undelivered((message, reason) -> {
      assertThat(reason).isEqualTo(Undelivered.Reason.NO_ROOM);
      assertThat(message.request()).isEqualTo("claim");
      refused[0]++;
      long first = word(message.payload(), 0);
      int held = (int) word(message.payload(), 1);
      release(requests.get(1), plots, first, held);
      claim(requests.get(0), plots, first, 0);
    });
    Group all = Group.world(world);
    world.start();
    for (int i = 0; i < AT_ONCE; i++) {
      claim(requests.get(0), plots, random.nextInt(OBJECTS), 0);
    }
    world.quiesce();
    long ended = all.allreduce(done[0], Operator.SUM);
    assertThat(ended).isBetween((long) attempts, (attempts + 2L * AT_ONCE) * world.size());
    long touched = all.allreduce(visits(objects, plots), Operator.SUM);
    assertThat(touched).isGreaterThanOrEqualTo(ended * NEEDED);
    assertThat(refused[0]).isGreaterThanOrEqualTo(world.size() == 1 ? 1 : 0);
    assertThat(residence.counters().refused()).isBetween(refused[0] > 0 ? 1L : 0, refused[0]);
  }

  private static long visits(MobileObjects objects, MobileArray<Plot> plots) {
    long visits = 0;
    for (int i = 0; i < OBJECTS; i++) {
      Plot plot = objects.here(plots.at(i));
      visits += plot == null ? 0 : plot.visits;
    }
    return visits;
  }

  private static void claim(
      MobileRsr2<Plot> claim, MobileArray<Plot> plots, long first, long held) {
    claim.send(plots.at((first + held) % OBJECTS), first, held);
  }

  private static void release(
      MobileRsr2<Plot> release, MobileArray<Plot> plots, long first, int held) {
    for (int i = 0; i < held; i++) {
      release.send(plots.at((first + i) % OBJECTS), first, i);
    }
  }

  private static long word(byte[] payload, int index) {
    long word = 0;
    for (int i = 7; i >= 0; i--) {
      word = word << 8 | payload[8 * index + i] & 0xFF;
    }
    return word;
  }
}
