// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import weft.Rsr1;
import weft.World;
import weft.codec.Codecs;
import weft.testkit.Effort;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// What every channel promises, with random records, sizes and orders.
@Sampled
class ChannelContractTest {
  private static final int RECORDS = 3000;

  /// A record that says where it stands in the order of its source.
  record Item(int source, int number, String text) {}

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"})
  void wordsArriveOnceAndInOrder(World world, Random random) {
    var next = new long[world.size()];
    WordChannel words =
        Channel.words(
            world,
            "words",
            (source, word) -> assertThat(word).isEqualTo(next[source]++ * world.size() + source));
    Rsr1 count = world.rsr1("count", (source, all) -> assertThat(next[source]).isEqualTo(all));
    world.start();
    randomSettings(words, random, world);
    var sent = new long[world.size()];
    for (int i = 0; i < RECORDS; i++) {
      int target = random.nextInt(world.size());
      long word = sent[target]++ * world.size() + world.rank();
      if (random.nextBoolean()) {
        words.push(target, word);
      } else {
        while (!words.tryPush(target, word)) {
          world.poll();
        }
      }
      if (random.nextInt(100) == 0) {
        world.poll();
      }
    }
    world.quiesce();
    for (int target = 0; target < world.size(); target++) {
      count.send(target, sent[target]);
    }
    world.quiesce();
    assertThat(words.counters().pushed()).isEqualTo(RECORDS);
    assertThat(words.isFlushed()).isTrue();
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"},
      ring = 4096)
  void objectsOfAllSizesKeepTheirOrder(World world, Random random) {
    var next = new int[world.size()];
    ObjectChannel<Item> items =
        Channel.of(
            world,
            "items",
            Codecs.record(Item.class),
            (source, item) -> {
              assertThat(item.source()).isEqualTo(source);
              assertThat(item.number()).isEqualTo(next[source]++);
            });
    world.start();
    randomSettings(items, random, world);
    var sent = new int[world.size()];
    for (int i = 0; i < RECORDS / 4; i++) {
      int target = random.nextInt(world.size());
      int length = random.nextInt(50) == 0 ? random.nextInt(5000) : random.nextInt(40);
      items.push(target, new Item(world.rank(), sent[target]++, "x".repeat(length)));
    }
    world.quiesce();
    assertThat(items.counters().pushed()).isEqualTo(RECORDS / 4);
  }

  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      apart = 2)
  void vectorsAreReadInPlace(World world, Random random) {
    var got = new long[1];
    VectorChannel vectors =
        Channel.vectors(
            world,
            "vectors",
            (source, tag, vector) -> {
              int count = (int) (vector.bytes() / 8);
              for (int i = 0; i < count; i++) {
                assertThat(vector.longAt(i)).isEqualTo(tag * 31 + i);
              }
              assertThatThrownBy(() -> vector.longAt(count))
                  .isInstanceOf(IndexOutOfBoundsException.class);
              got[0]++;
            });
    world.start();
    int each = 200;
    for (int i = 0; i < each; i++) {
      var vector = new long[random.nextInt(20) == 0 ? 9000 : random.nextInt(60)];
      long tag = random.nextLong();
      for (int j = 0; j < vector.length; j++) {
        vector[j] = tag * 31 + j;
      }
      vectors.push(world.next(), tag, vector);
    }
    world.quiesce();
    assertThat(got[0]).isEqualTo(each);
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"},
      ring = 4096)
  void handlersThatPushDeadlockNobody(World world, Random random) {
    // Each record travels some hops, from handler to handler; all bodies flood at the same time.
    var channel = new PairChannel[1];
    var ended = new long[1];
    var sum = new long[1];
    Rsr1 all = world.rsr1("all", (source, count) -> sum[0] += count);
    channel[0] =
        Channel.pairs(
            world,
            "hops",
            (source, hops, at) -> {
              if (hops == 0) {
                ended[0]++;
              } else {
                channel[0].push((int) ((at + 1) % world.size()), hops - 1, (at + 1) % world.size());
              }
            });
    world.start();
    randomSettings(channel[0], random, world);
    for (int i = 0; i < RECORDS; i++) {
      int target = random.nextInt(world.size());
      channel[0].push(target, 5, target);
    }
    world.quiesce();
    assertThat(channel[0].isFlushed()).isTrue();
    all.send(0, ended[0]);
    world.quiesce();
    assertThat(sum[0]).isEqualTo(world.rank() == 0 ? (long) RECORDS * world.size() : 0);
  }

  @WeftTest(
      ranks = {2, 4},
      transport = {"threads", "shm"})
  void aPartlyFilledBufferLeavesByItself(World world) {
    var heard = new int[1];
    WordChannel words = Channel.words(world, "words", (source, word) -> heard[0]++);
    world.start();
    words.push(world.next(), 1);
    // Nobody flushes: waiting is enough.
    world.pollUntil(() -> heard[0] >= 1);
    words.push(world.next(), 2);
    for (int polls = 0; polls < 1000 && !words.isFlushed(); polls++) {
      world.poll();
    }
    assertThat(words.isFlushed()).isTrue();
    assertThat(words.counters().full()).isZero();
    world.quiesce();
  }

  @WeftTest(
      ranks = {2},
      transport = {"threads", "shm"})
  void aBoundLetsRecordsLeaveWhileOthersArePushed(World world) {
    var heard = new int[1];
    WordChannel words = Channel.words(world, "words", (source, word) -> heard[0]++);
    WordChannel others = Channel.words(world, "others", (source, word) -> {});
    world.start();
    words.within(Duration.ofNanos(1000));
    words.push(world.next(), 1);
    // A rank that goes on pushing is never idle: the bound alone sends the record.
    while (!words.isFlushed()) {
      others.push(world.next(), 1);
      world.poll();
    }
    assertThat(words.counters().late()).isEqualTo(1);
    world.pollUntil(() -> heard[0] >= 1);
    world.quiesce();
  }

  @WeftTest(
      ranks = {3},
      transport = {"threads", "shm"},
      ring = 4096,
      budget = 1 << 18)
  void aFloodTakesBoundedMemory(World world) {
    var next = new long[world.size()];
    WordChannel words =
        Channel.words(world, "flood", (source, word) -> assertThat(word).isEqualTo(next[source]++));
    world.start();
    int records = 100_000;
    for (int i = 0; i < records && world.rank() != 0; i++) {
      words.push(0, i);
    }
    world.quiesce();
    assertThat(world.counters().budgetPeak()).isLessThanOrEqualTo(1 << 18);
    if (world.rank() == 0) {
      assertThat(next[1] + next[2]).isEqualTo(2L * records);
    }
  }

  /// Seven ranks flood one. A long run has ten million records from each.
  @WeftTest(
      ranks = {8},
      transport = {"threads", "shm"},
      budget = 4 << 20)
  void sevenRanksFloodOne(World world) {
    var next = new long[world.size()];
    WordChannel words =
        Channel.words(
            world,
            "flood",
            (source, word) -> {
              if (word != next[source]++) {
                throw new IllegalStateException(
                    "rank "
                        + source
                        + " sent "
                        + word
                        + " where "
                        + (next[source] - 1)
                        + " is due");
              }
            });
    world.start();
    int records = Effort.current() == Effort.LONG ? 10_000_000 : 50_000;
    for (int i = 0; i < records && world.rank() != 0; i++) {
      words.push(0, i);
    }
    world.quiesce();
    assertThat(world.counters().budgetPeak()).isLessThanOrEqualTo(4 << 20);
    for (int source = 1; source < world.size(); source++) {
      assertThat(next[source]).isEqualTo(world.rank() == 0 ? records : 0);
    }
  }

  @WeftTest(
      ranks = {2},
      transport = {"threads"},
      ring = 4096)
  void whatTryPushRefusesItAcceptsLater(World world) {
    Deque<Long> kept = new ArrayDeque<>();
    WordChannel words = Channel.words(world, "words", (source, word) -> kept.add(word));
    var go = new boolean[1];
    var ready = world.rsr0("ready", source -> go[0] = true);
    world.start();
    if (world.rank() == 0) {
      long word = 0;
      while (words.tryPush(1, word)) {
        word++;
      }
      assertThat(words.tryPush(1, word)).isFalse();
      assertThat(words.counters().refused()).isGreaterThanOrEqualTo(2);
      ready.send(1);
      while (!words.tryPush(1, word)) {
        world.poll();
      }
      words.flush();
    } else {
      // Takes nothing before rank 0 was refused: the ring is full, so even this request waits.
      long spin = System.nanoTime() + 50_000_000;
      while (System.nanoTime() < spin) {
        Thread.onSpinWait();
      }
      world.pollUntil(() -> go[0]);
    }
    world.quiesce();
    for (long i = 0; world.rank() == 1 && !kept.isEmpty(); i++) {
      assertThat(kept.remove()).isEqualTo(i);
    }
  }

  @WeftTest(ranks = {2})
  @SuppressWarnings("NullAway") // as a program might that has no such check
  void aCodecThatFailsLeavesTheChannelWhole(World world) {
    var got = new int[1];
    ObjectChannel<Item> items =
        Channel.of(world, "items", Codecs.record(Item.class), (source, item) -> got[0]++);
    world.start();
    items.push(world.next(), new Item(0, 0, "a"));
    assertThatThrownBy(() -> items.push(world.next(), null))
        .hasMessageContaining("cannot encode an object for the channel \"items\" to rank");
    items.push(world.next(), new Item(0, 1, "b"));
    world.quiesce();
    assertThat(got[0]).isEqualTo(2);
  }

  @WeftTest(ranks = {2})
  void manyBuffersKeepTheOrder(World world) {
    var next = new long[1];
    WordChannel words =
        Channel.words(world, "words", (source, word) -> assertThat(word).isEqualTo(next[0]++));
    VectorChannel vectors = Channel.vectors(world, "vectors", (source, tag, vector) -> {});
    world.start();
    words.bufferBytes(64);
    words.buffers(4);
    vectors.bufferBytes(64);
    for (int i = 0; i < 10_000; i++) {
      words.push(world.next(), i);
      if (i == 5000) {
        words.bufferBytes(256);
      }
    }
    vectors.push(world.next(), 1, MemorySegment.ofArray(new byte[3]));
    world.quiesce();
    assertThat(next[0]).isEqualTo(10_000);
  }

  /// Arrays and single words of one channel keep their order, with a time bound and without.
  @WeftTest(
      ranks = {1, 3},
      transport = {"threads", "shm"})
  void arraysOfWordsKeepTheOrder(World world, Random random) {
    var next = new long[world.size()];
    var largest = new int[1];
    WordChannel words =
        Channel.wordBatches(
            world,
            "words",
            (source, array, count) -> {
              largest[0] = Math.max(largest[0], count);
              for (int i = 0; i < count; i++) {
                assertThat(array[i]).isEqualTo(next[source]++);
              }
            });
    Rsr1 total = world.rsr1("total", (source, all) -> assertThat(next[source]).isEqualTo(all));
    world.start();
    words.bufferBytes(512);
    assertThatThrownBy(() -> words.push(0, new long[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    long[] pushed = new long[world.size()];
    for (int i = 0; i < 3000; i++) {
      int target = random.nextInt(world.size());
      if (i == 1500) {
        words.within(Duration.ofNanos(1_000));
      }
      if (random.nextBoolean()) {
        words.push(target, pushed[target]++);
        continue;
      }
      int from = random.nextInt(5);
      var array = new long[from + random.nextInt(300)];
      for (int k = from; k < array.length; k++) {
        array[k] = pushed[target]++;
      }
      words.push(target, array, from, array.length - from);
    }
    words.flush();
    for (int target = 0; target < world.size(); target++) {
      total.send(target, pushed[target]);
    }
    world.quiesce();
    assertThat(words.counters().delivered()).isEqualTo(Arrays.stream(next).sum());
    assertThat(words.counters().pushed()).isEqualTo(Arrays.stream(pushed).sum());
    assertThat(largest[0]).isBetween(2, 64);
  }

  private static void randomSettings(Channel channel, Random random, World world) {
    int most = Math.min(4096, world.frameBytes());
    channel.bufferBytes(64 + random.nextInt(most - 64));
    channel.buffers(1 + random.nextInt(4));
  }
}
