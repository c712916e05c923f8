// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weft.World;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.balance.Balance;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Mobile objects in jobs of threads and of processes.
@Sampled
final class MobileObjectsTest {
  /// An object that checks the order of what each sender has sent to it.
  static final class Node {
    long sum;
    final long[] sent = new long[64];
    final long[] got = new long[64 + 8];
  }

  private static final Codec<Node> NODE =
      Codecs.of(
          "node",
          (node, out) -> {
            out.writeLong(node.sum);
            out.writeLongs(node.sent);
            out.writeLongs(node.got);
          },
          MobileObjectsTest::readNode);

  private static Node readNode(Reader in) {
    var node = new Node();
    node.sum = in.readLong();
    System.arraycopy(in.readLongs(), 0, node.sent, 0, node.sent.length);
    System.arraycopy(in.readLongs(), 0, node.got, 0, node.got.length);
    return node;
  }

  /// Elements send to random elements and move at random, with large payloads now and then: each
  /// checks that it gets everything of each sender in order.
  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      ring = 1 << 14)
  void messagesFindMovingObjectsInOrder(World world, Random random) {
    int size = 40;
    var objects = MobileObjects.of(world);
    Group group = Group.world(world);
    MobileType<Node> type = objects.type("node", NODE);
    var requests = new ArrayList<MobileRsrN<Node>>();
    var arrays = new ArrayList<MobileArray<Node>>();
    var handled = new long[2];
    requests.add(
        type.rsrN(
            "visit",
            (self, node, payload) -> {
              long depth = payload.getLong(0);
              int from = (int) payload.getLong(8);
              long count = payload.getLong(16);
              assertThat(node.got[from]++).as("from %s to %s", from, self.index()).isEqualTo(count);
              assertThat(payload.getLong(payload.size() - 8)).isEqualTo(count);
              handled[0]++;
              node.sum += count;
              if (depth > 0) {
                int to = random.nextInt(size);
                var words = new long[random.nextInt(50) == 0 ? 20_000 : 4];
                words[0] = depth - 1;
                words[1] = self.index();
                words[2] = node.sent[to]++;
                words[words.length - 1] = words[2];
                requests.get(0).send(arrays.get(0).at(to), words);
                handled[1]++;
              }
              if (random.nextInt(4) == 0) {
                self.migrate(random.nextInt(world.size()));
              }
              if (random.nextInt(20) == 0) {
                world.poll();
              }
            }));
    arrays.add(type.array("nodes", size, i -> new Node()));
    world.start();
    var sent = new long[size];
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 100; i++) {
        int to = random.nextInt(size);
        long count = sent[to]++;
        long[] words = {6, 64 + world.rank(), count, count};
        requests.get(0).send(arrays.get(0).at(to), words);
        handled[1]++;
      }
      if (round == 0) {
        objects.compact(); // in the middle
      } else if (round == 1) {
        objects.balance(Balance.random(5));
      }
    }
    world.quiesce();
    assertThat(group.allreduce(handled[0], Operator.SUM))
        .isEqualTo(group.allreduce(handled[1], Operator.SUM))
        .isEqualTo(world.size() * 3L * 100 * 7);
    assertThat(group.allreduce((long) objects.count(), Operator.SUM)).isEqualTo(size);
  }

  @WeftTest(
      ranks = {1, 3},
      transport = {"threads", "shm"})
  void objectsAreCreatedMovedFoundAndEnded(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    var late = new ArrayList<Undelivered.Message>();
    type.undelivered((message, reason) -> late.add(message));
    MobileRsr1<long[]> add = type.rsr1("add", (self, cell, value) -> cell[0] += value);
    MobileRsr0<long[]> end = type.rsr0("end", (self, cell) -> self.destroy());
    MobileCall<long[], Long, Long> ask =
        type.call(
            "ask", Codecs.of(Long.class), Codecs.of(Long.class), (self, cell, x) -> cell[0] * x);
    world.start();
    MobilePointer<long[]> mine = type.create(new long[] {1});
    MobilePointer<long[]> other = type.createOn(world.next(), new long[] {10});
    assertThat(objects.isHere(other)).isEqualTo(world.size() == 1);
    add.send(mine, 2);
    add.send(other, 5);
    assertThat(ask.callSync(other, 2L)).isEqualTo(30L);
    if (world.size() > 1) {
      objects.migrate(mine, world.next());
      assertThat(objects.here(mine)).isNull();
      assertThatThrownBy(() -> objects.migrate(mine, 0)).hasMessageContaining("where it is not");
    }
    add.send(mine, 4);
    assertThat(ask.callSync(mine, 1L)).isEqualTo(7L);
    end.send(mine);
    add.send(mine, 100);
    world.quiesce();
    // Found where the object ended, or at its home.
    assertThat(Group.world(world).allreduce((long) late.size(), Operator.SUM))
        .isEqualTo(world.size());
    assertThat(late).allMatch(it -> it.request().equals("add") && it.senderRank() >= 0);
  }

  private static final Codec<long[]> LONGS =
      Codecs.of("longs", (value, out) -> out.writeLongs(value), Reader::readLongs);

  @WeftTest(
      ranks = {1, 2, 4},
      transport = {"threads", "shm"})
  void arraysGrowShrinkAndReduce(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    List<String> sums = new ArrayList<>();
    var reductions = new ArrayList<MobileReduction>();
    MobileRsr0<long[]> give =
        type.rsr0(
            "give",
            (self, cell) -> {
              self.contribute(reductions.get(0), 1.0 / (1 + cell[0]));
              self.migrate((int) ((cell[0] + cell[1]++) % world.size()));
            });
    MobileArray<long[]> all = type.array("cells", 21, i -> new long[] {i, 0});
    reductions.add(
        all.reduction("sum", Double::sum, (round, value) -> sums.add(round + ":" + value)));
    MobileRsr0<long[]> grow =
        type.rsr0("grow", (self, cell) -> all.insert(100 + cell[0], new long[] {5, 0}));
    world.start();
    if (world.rank() == 0) {
      give.broadcast(all);
      give.broadcast(all);
    }
    world.quiesce();
    if (world.rank() == world.size() - 1) {
      grow.broadcast(all.section(3, 7, 7));
      all.remove(20);
      all.remove(0);
    }
    world.quiesce();
    assertThat(Group.world(world).allreduce((long) objects.count(), Operator.SUM)).isEqualTo(21);
    if (world.rank() == 0) {
      give.broadcast(all);
    }
    world.quiesce();
    if (world.rank() == 0) {
      double whole = 0;
      for (int i = 0; i < 21; i++) {
        whole += 1.0 / (1 + i);
      }
      double less = 0;
      for (int i = 1; i < 20; i++) {
        less += 1.0 / (1 + i);
      }
      less = less + 1.0 / 6 + 1.0 / 6;
      assertThat(sums).containsExactly("0:" + whole, "1:" + whole, "2:" + less);
    }
  }

  @WeftTest(
      ranks = {2},
      transport = {"threads", "shm"})
  void pinsKeepAnObjectUntilTheyAreTakenBack(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileRsr1<long[]> pin =
        type.rsr1(
            "pin",
            (self, cell, on) -> {
              if (on != 0) {
                self.pin();
                self.migrate(1 - self.rank());
              } else {
                assertThat(self.isLeaving()).isTrue();
                self.unpin();
              }
            });
    world.start();
    if (world.rank() == 0) {
      MobilePointer<long[]> p = type.create(new long[1]);
      pin.send(p, 1);
      objects.step();
      assertThat(objects.isHere(p)).isTrue();
      assertThat(objects.here(p)).isNotNull();
      pin.send(p, 0);
      while (objects.step() == 0) {
        Thread.onSpinWait();
      }
      assertThat(objects.isHere(p)).isFalse();
    }
    world.quiesce();
  }

  /// The body may use an object until its next call, so a move that is requested meanwhile is made
  /// by that call: before the call itself moves the object, which has left then.
  @WeftTest(
      ranks = {2},
      transport = {"threads", "shm"})
  void anObjectThatTheBodyUsesMovesOnceWhereItWasSentLast(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    var take = world.rsr1("take", (from, word) -> objects.migrate(type.pointer(word), 1));
    world.start();
    if (world.rank() == 0) {
      MobilePointer<long[]> p = type.create(new long[1]);
      assertThat(objects.here(p)).isNotNull();
      take.send(0, p.word());
      world.poll();
      objects.migrate(p, 1);
      assertThat(objects.isHere(p)).isFalse();
      MobilePointer<long[]> q = type.create(new long[1]);
      assertThat(objects.here(q)).isNotNull();
      take.send(0, q.word());
      world.poll();
      objects.migrate(q, 0);
      assertThat(objects.isHere(q)).as("the last request was to stay").isTrue();
    }
    world.quiesce();
    assertThat(objects.count()).isEqualTo(1);
  }

  @WeftTest(
      ranks = {2, 4},
      transport = {"threads", "shm"})
  void idleRanksStealAndPeriodsBalance(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileRsr1<long[]> work =
        type.rsr1(
            "work",
            (self, cell, left) -> {
              long end = System.nanoTime() + 50_000;
              while (System.nanoTime() < end) {
                cell[0]++;
              }
              cell[1]++;
            });
    MobileArray<long[]> all = type.array("cells", 64, i -> new long[2]);
    objects.stealWhenIdle(Balance.stealing());
    world.start();
    for (int i = 0; world.rank() == 0 && i < 1000; i++) {
      work.send(all.at(i % 16), 0);
    }
    world.quiesce();
    objects.balanceEvery(2, Balance.greedyRefine(1.05));
    for (int i = 0; world.rank() == 0 && i < 1000; i++) {
      work.send(all.at(i % 16), 0);
    }
    world.quiesce();
    objects.balanceEvery(0, null);
    world.quiesce(); // what was planned before has moved
    long done = 0;
    for (int i = 0; i < 64; i++) {
      long[] cell = objects.here(all.at(i));
      done += cell == null ? 0 : cell[1];
    }
    assertThat(Group.world(world).allreduce(done, Operator.SUM)).isEqualTo(2000);
  }

  /// A codec that throws leaves the object where it is.
  @WeftTest(ranks = {2})
  void anObjectThatCannotBeEncodedStays(World world) {
    var objects = MobileObjects.of(world);
    Codec<long[]> bad =
        Codecs.of(
            "bad",
            (long[] value, Writer out) -> {
              out.writeLong(value[0]);
              if (value[0] == 13) {
                throw new IllegalStateException("it has thirteen");
              }
            },
            in -> new long[] {in.readLong()});
    MobileType<long[]> type = objects.type("cell", bad);
    MobileRsr1<long[]> set = type.rsr1("set", (self, cell, value) -> cell[0] = value);
    world.start();
    MobilePointer<long[]> p = type.create(new long[] {13});
    assertThatThrownBy(() -> objects.migrate(p, 1 - world.rank()))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("rank " + world.rank() + " cannot encode cell " + world.rank() + ".1")
        .hasMessageContaining("it has thirteen");
    assertThat(objects.isHere(p)).isTrue();
    set.send(p, 12);
    world.quiesce();
    objects.migrate(p, 1 - world.rank());
    assertThat(objects.isHere(p)).isFalse();
    world.quiesce();
  }
}
