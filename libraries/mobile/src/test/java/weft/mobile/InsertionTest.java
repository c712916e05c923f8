// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.Body;
import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Insertion of elements: by third ranks, again under the same index, while rounds are open.
@Sampled
final class InsertionTest {
  private static final Codec<long[]> LONGS = Codecs.of(long[].class);

  private static String failureOf(int ranks, Body body) {
    Throwable thrown =
        catchThrowable(() -> Weft.launch(new String[] {"--weft-ranks", "" + ranks}, body));
    assertThat(thrown).isNotNull();
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /// A hint about the place of an element that has never moved is no insertion.
  @WeftTest(
      ranks = {3, 5},
      transport = {"threads", "shm"})
  void aThirdRankSendsTwiceToAnInsertedElement(World world) {
    MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
    MobileArray<long[]> cells = type.array("cells", 0, i -> new long[1]);
    var hits = new long[1];
    MobileRsr0<long[]> hit = type.rsr0("hit", (self, cell) -> hits[0]++);
    world.start();
    Group all = Group.world(world);
    for (int i = 0; i < 20; i++) {
      if (world.rank() == i % 2) {
        cells.insert(i, new long[1]);
      }
      all.barrier();
      if (world.rank() >= 2) {
        hit.send(cells.at(i));
        hit.send(cells.at(i));
      }
      world.quiesce();
    }
    assertThat(all.allreduce(hits[0], Operator.SUM)).isEqualTo(20L * 2 * (world.size() - 2));
  }

  /// Every rank and a neighbour send to an index while its element ends. What was sent before the
  /// quiescence never reaches the next element, and what is sent after it always does.
  @WeftTest(
      ranks = {1, 2, 3, 5},
      transport = {"threads", "shm"})
  void anIndexIsUsedAgainByAnyRank(World world) {
    int rounds = 30;
    MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
    MobileArray<long[]> cells = type.array("cells", 8, i -> new long[] {0});
    var counts = new long[3];
    type.undelivered((message, why) -> counts[1]++);
    MobileRsr1<long[]> note =
        type.rsr1(
            "note",
            (self, cell, round) -> {
              counts[round == cell[0] ? 0 : 2]++;
              if (self.index() % 2 == 1) {
                self.migrate((int) ((self.rank() + round) % world.size()));
              }
            });
    MobileRsr1<long[]> relay =
        type.rsr1("relay", (self, cell, round) -> note.send(cells.at(3), round));
    world.start();
    for (long round = 0; round < rounds; round++) {
      if (round > 0 && world.rank() == round % world.size()) {
        cells.insert(3, new long[] {round}); // others may send before they know of it
      }
      for (int i = 0; i < 20; i++) {
        note.send(cells.at(3), round);
        relay.send(cells.at(i % 3), round);
        if (i == 10 && world.rank() == 0) {
          cells.remove(3);
        }
      }
      world.quiesce();
    }
    Group.world(world).allreduce(counts, Operator.SUM);
    assertThat(counts[2]).as("messages that reached an element of another round").isZero();
    assertThat(counts[0] + counts[1]).isEqualTo(40L * rounds * world.size());
    assertThat(counts[0]).isGreaterThan(rounds);
  }

  @Test
  void anIndexIsNotUsedAgainBeforeQuiescence() {
    String said =
        failureOf(
            2,
            world -> {
              MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
              MobileArray<long[]> cells = type.array("cells", 4, i -> new long[1]);
              MobileCall<long[], Long, Long> end =
                  type.call(
                      "end",
                      Codecs.of(Long.class),
                      Codecs.of(Long.class),
                      (self, cell, argument) -> {
                        self.destroy();
                        return argument;
                      });
              world.start();
              if (world.rank() == 0) {
                end.callSync(cells.at(1), 1L);
                cells.insert(1, new long[1]);
              }
              world.quiesce();
            });
    assertThat(said)
        .contains("rank 0 has inserted element 1 of the array \"cells\" again too early")
        .contains("after the first World.quiesce that follows the removal");
  }

  /// A quiet point finds quiescence too, but the program has not called it: what is sent to the
  /// removed element until it does is undelivered, and never waits for a second one.
  @WeftTest(
      ranks = {1, 2, 3, 5},
      transport = {"threads", "shm"})
  void aQuietPointFreesNoIndex(World world) {
    MobileObjects objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileArray<long[]> cells = type.array("cells", 6, i -> new long[1]);
    var counts = new long[2];
    type.undelivered((message, why) -> counts[1]++);
    MobileRsr0<long[]> note = type.rsr0("note", (self, cell) -> counts[0]++);
    MobileCall<long[], Long, Long> end =
        type.call(
            "end",
            Codecs.of(Long.class),
            Codecs.of(Long.class),
            (self, cell, argument) -> {
              self.destroy();
              return argument;
            });
    world.start();
    Group all = Group.world(world);
    if (world.rank() == 0) {
      end.callSync(cells.at(3), 1L);
    }
    objects.compact();
    note.send(cells.at(3));
    objects.compact();
    note.send(cells.at(3));
    world.quiesce();
    assertThat(all.allreduce(counts[0], Operator.SUM)).isZero();
    assertThat(all.allreduce(counts[1], Operator.SUM)).isEqualTo(2L * world.size());

    if (world.rank() == world.size() - 1) {
      cells.insert(3, new long[1]);
    }
    note.send(cells.at(3));
    world.quiesce();
    assertThat(all.allreduce(counts[0], Operator.SUM)).isEqualTo(world.size());
  }

  /// Messages that wait for an element keep their order, though numbers are discarded meanwhile.
  @WeftTest(
      ranks = {1, 2, 3, 5},
      transport = {"threads", "shm"})
  void messagesWaitForAnElementAcrossQuietPoints(World world) {
    int size = world.size();
    MobileObjects objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileArray<long[]> cells = type.array("cells", 6, i -> new long[size]);
    var counts = new int[1];
    MobileRsr1<long[]> note =
        type.rsr1(
            "note",
            (self, cell, what) -> {
              assertThat(cell[(int) what % size]++).isEqualTo(what / size);
              counts[0]++;
            });
    world.start();
    int sent = 0;
    for (int i = 0; i < 4; i++) { // the first and the last time nothing or little waits
      for (int j = 0; j < i; j++) {
        note.send(cells.at(40), (long) sent++ * size + world.rank());
      }
      objects.compact();
    }
    if (world.rank() == size / 2) {
      cells.insert(40, new long[size]);
    }
    note.send(cells.at(40), (long) sent++ * size + world.rank());
    world.quiesce();
    objects.compact();
    note.send(cells.at(40), (long) sent++ * size + world.rank());
    world.quiesce();
    Group all = Group.world(world);
    assertThat(all.allreduce(counts[0], Operator.SUM)).isEqualTo((long) sent * size);
  }

  /// An insertion is refused where the rank sees an open round, and nothing has changed then.
  @WeftTest(ranks = {1, 2, 4})
  void insertionInAnOpenRoundIsRefused(World world) {
    MobileObjects objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileArray<long[]> cells = type.array("cells", 12, i -> new long[1]);
    List<Long> sums = new ArrayList<>();
    MobileReduction sum = cells.longReduction("sum", Long::sum, (round, value) -> sums.add(value));
    MobileRsr0<long[]> give = type.rsr0("give", (self, cell) -> self.contributeLong(sum, 1));
    world.start();
    if (world.rank() == 0) {
      give.broadcast(cells.section(0, 1, 2));
    }
    world.quiesce();
    if (world.rank() == 0) {
      assertThatThrownBy(() -> cells.insert(100, new long[1]))
          .hasMessageContaining(
              "rank 0 inserts element 100 of the array \"cells\" in its body while round 0 of the"
                  + " reduction \"sum\" over the array \"cells\" is open")
          .hasMessageContaining("after World.quiesce");
      give.broadcast(cells.section(3, 4, 5, 6, 7, 8, 9, 10, 11));
    }
    world.quiesce();
    if (world.rank() == world.size() - 1) {
      cells.insert(100, new long[1]);
      give.broadcast(cells);
    }
    world.quiesce();
    if (world.rank() == 0) {
      assertThat(sums).containsExactly(12L, 13L);
    }
  }

  @Test
  void anInsertionAfterTheBroadcastIsNamedOnAnyNumberOfRanks() {
    for (int ranks : new int[] {1, 2, 3, 5}) {
      String said =
          failureOf(
              ranks,
              world -> {
                MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
                MobileArray<long[]> cells = type.array("cells", 20, i -> new long[1]);
                MobileReduction sum = cells.longReduction("sum", Long::sum, (round, value) -> {});
                MobileRsr0<long[]> give =
                    type.rsr0("give", (self, cell) -> self.contributeLong(sum, 1));
                world.start();
                if (world.rank() == 0) {
                  give.broadcast(cells);
                  cells.insert(100, new long[1]);
                }
                world.quiesce();
              });
      assertThat(said)
          .contains("of the reduction \"sum\" over the array \"cells\"")
          .contains("rank 0 has inserted element 100 while round 0 was open");
    }
  }

  /// The result of a round may insert, because no round is open then.
  @WeftTest(ranks = {1, 2, 5})
  void theResultOfARoundMayInsert(World world) {
    MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
    MobileArray<long[]> cells = type.array("cells", 6, i -> new long[1]);
    List<Long> sums = new ArrayList<>();
    var requests = new ArrayList<MobileRsr0<long[]>>();
    MobileReduction sum =
        cells.longReduction(
            "sum",
            Long::sum,
            (round, value) -> {
              sums.add(value);
              if (round < 5) {
                cells.insert(50 + round, new long[1]);
                requests.get(0).broadcast(cells);
              }
            });
    requests.add(type.rsr0("give", (self, cell) -> self.contributeLong(sum, 1)));
    world.start();
    if (world.rank() == 0) {
      requests.get(0).broadcast(cells);
    }
    world.quiesce();
    if (world.rank() == 0) {
      assertThat(sums).containsExactly(6L, 7L, 8L, 9L, 10L, 11L);
    }
  }

  @Test
  void aRoundThatStaysOpenIsNamedAtTheEnd() {
    for (int ranks : new int[] {1, 3}) {
      String said =
          failureOf(
              ranks,
              world -> {
                MobileObjects objects = MobileObjects.of(world);
                MobileType<long[]> type = objects.type("cell", LONGS);
                MobileArray<long[]> cells = type.array("cells", 9, i -> new long[1]);
                MobileReduction sum = cells.reduction("sum", Double::sum, (round, value) -> {});
                MobileRsr0<long[]> give =
                    type.rsr0("give", (self, cell) -> self.contribute(sum, 1));
                world.start();
                if (world.rank() == 0) {
                  give.broadcast(cells);
                  give.broadcast(cells.section(0, 1, 2, 3, 6, 8));
                }
                world.quiesce();
                objects.compact();
                world.quiesce();
              });
      assertThat(said)
          .contains("the job has ended, but of the reduction \"sum\" over the array \"cells\"")
          .contains("round 1 stays open: 6 elements have contributed, and 3 have not (4, 5, 7)");
    }
  }

  @Test
  void contributionsOfAnotherKindOrPlaceAreRefused() {
    assertThat(contributing((self, sum) -> self.contribute(sum, 1.5)))
        .contains("contributes a double to the reduction \"sum\" over 2 elements of the array")
        .contains("which is of longs; call Self.contributeLong");
    assertThat(contributing((self, sum) -> self.contributeLong(sum, self.index())))
        .contains("handler \"give\" of element 2 of the array \"cells\"")
        .contains("is not in that section");
  }

  private interface Contribution {
    void contribute(Self<long[]> self, MobileReduction sum);
  }

  private static String contributing(Contribution contribution) {
    return failureOf(
        1,
        world -> {
          MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
          MobileArray<long[]> cells = type.array("cells", 3, i -> new long[1]);
          MobileReduction sum =
              cells.section(0, 1).longReduction("sum", Long::sum, (round, value) -> {});
          MobileRsr0<long[]> give =
              type.rsr0("give", (self, cell) -> contribution.contribute(self, sum));
          world.start();
          give.broadcast(cells);
          world.quiesce();
        });
  }

  @Test
  void kindsOfReductionsThatDifferAreNamedByStart() {
    String said =
        failureOf(
            2,
            world -> {
              MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
              MobileArray<long[]> cells = type.array("cells", 3, i -> new long[1]);
              if (world.rank() == 0) {
                cells.reduction("sum", Double::sum, (round, value) -> {});
              } else {
                cells.longReduction("sum", Long::sum, (round, value) -> {});
              }
              world.start();
            });
    assertThat(said).contains("mobile reduction cells.sum").contains("of-doubles");
  }
}
