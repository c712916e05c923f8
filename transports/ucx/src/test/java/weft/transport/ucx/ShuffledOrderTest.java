// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import weft.memory.CarriedRings;
import weft.memory.Inbox;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;
import weft.memory.Words;
import weft.transport.Bulk;

/// The protocol over a network that shuffles and delays: records arrive once, whole and in order,
/// and so do payloads.
final class ShuffledOrderTest {
  private static final long SEED = Long.getLong("weft.seed", System.nanoTime());

  /// A full run plays 2,000 seeds, others a tenth of them.
  private static final int SEEDS =
      System.getProperty("weft.effort", "").matches("|all|long") ? 2_000 : 200;

  @Test
  void whatIsShuffledArrivesOnceAndInOrder() throws IOException {
    long overtaken = 0;
    for (int round = 0; round < SEEDS; round++) {
      long seed = SEED + round;
      try {
        overtaken += play(new Random(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("repeat it with -Dweft.seed=" + seed, e);
      }
    }
    assertThat(overtaken).as("pieces that overtook others").isGreaterThan(SEEDS);
  }

  private static long play(Random random) throws IOException {
    int count = 2 + random.nextInt(3);
    int ring = 4096 << random.nextInt(4);
    var network = new ShuffledNetwork(count, random);
    var ranks = new ArrayList<Rank>();
    try {
      for (int rank = 0; rank < count; rank++) {
        ranks.add(new Rank(rank, count, ring, network.port(rank), random));
      }
      for (int step = 0; step < 1_500; step++) {
        ranks.get(random.nextInt(count)).act();
      }
      for (int tries = 0; tries < 200_000 && !isOver(ranks); tries++) {
        ranks.get(tries % count).finish();
      }
      for (Rank from : ranks) {
        for (Rank to : ranks) {
          assertThat(to.got[from.rank]).isEqualTo(from.sent[to.rank]);
        }
        assertThat(from.failures).isEmpty();
        assertThat(from.carrier.isQuiet()).isTrue();
      }
    } finally {
      ranks.forEach(it -> it.carrier.close(true));
    }
    return network.overtaken;
  }

  private static boolean isOver(List<Rank> ranks) {
    for (Rank from : ranks) {
      for (Rank to : ranks) {
        if (to.got[from.rank] != from.sent[to.rank]) {
          return false;
        }
      }
      if (!from.carrier.isQuiet() || !from.bulk.isSent()) {
        return false;
      }
    }
    return true;
  }

  /// One rank with its rings.
  private static final class Rank {
    final int rank;
    final UcxCarrier carrier;
    final Bulk bulk;
    final List<String> failures = new ArrayList<>();
    final int[] sent;
    final int[] got;
    private final Random random;
    private final int most;
    private final RingOutbox[] outboxes;
    private final Inbox inbox;
    private final MemorySegment payload = Arena.ofAuto().allocate(1 << 14, 8);
    private final @Nullable MemorySegment[] places;

    Rank(int rank, int count, int ringBytes, ShuffledNetwork.Port port, Random random)
        throws IOException {
      this.rank = rank;
      this.random = random;
      this.most = ringBytes / 8 / 8 - 2;
      this.sent = new int[count];
      this.got = new int[count];
      this.places = new MemorySegment[count];
      MemorySegment memory = Arena.ofAuto().allocate(CarriedRings.bytes(count, ringBytes), 64);
      var rings = new CarriedRings(count, rank, ringBytes, memory);
      this.outboxes = new RingOutbox[count];
      var carried = new boolean[count];
      Arrays.fill(carried, true);
      carried[rank] = false;
      this.carrier =
          new UcxCarrier(
              rank,
              port,
              UcxBell.open(count),
              rings,
              outboxes,
              carried,
              (peer, why) -> failures.add(peer + ": " + why));
      this.bulk = carrier.bulk();
      for (int target = 0; target < count; target++) {
        outboxes[target] = carrier.outbox(target);
      }
      this.inbox = rings.inbox(carrier);
      port.connect(carrier);
    }

    /// Sends something, or polls.
    void act() {
      int target = (rank + 1 + random.nextInt(outboxes.length - 1)) % outboxes.length;
      int choice = random.nextInt(10);
      if (choice == 0 && bulk.isSent()) {
        sendPayload(target);
      } else if (choice < 7) {
        int words = 1 + random.nextInt(random.nextInt(20) == 0 ? most : Math.min(most, 6));
        if (write(target, words)) {
          sent[target]++;
        }
      } else {
        poll();
      }
    }

    void finish() {
      boolean _ = bulk.isSent();
      poll();
    }

    /// Writes a record of words, the first of which is its number.
    private boolean write(int target, int words) {
      int bytes = RecordLayout.lengthOf(8 * words);
      RingOutbox out = outboxes[target];
      long at = out.claim(bytes);
      if (at < 0) {
        return false;
      }
      for (int i = 0; i < words; i++) {
        Words.set(out.memory(), at + 8 + 8L * i, 1_000_000L * sent[target] + words * 1_000L + i);
      }
      out.commit(at, bytes, RecordLayout.header(RecordLayout.RSRN, 7, 8 * words));
      return true;
    }

    /// Announces a payload and sends it.
    private void sendPayload(int target) {
      int words = 1 + random.nextInt((int) payload.byteSize() / 8);
      if (!announce(target, 8L * words)) {
        return;
      }
      for (int i = 0; i < words; i++) {
        payload.setAtIndex(ValueLayout.JAVA_LONG, i, 31L * sent[target] + i);
      }
      bulk.send(target, payload, 0, 8L * words);
      sent[target]++;
    }

    private boolean announce(int target, long bytes) {
      RingOutbox out = outboxes[target];
      int record = RecordLayout.lengthOf(16);
      long at = out.claim(record);
      if (at < 0) {
        return false;
      }
      Words.set(out.memory(), at + 8, 1_000_000L * sent[target]);
      Words.set(out.memory(), at + 16, bytes);
      out.commit(at, record, RecordLayout.header(RecordLayout.BULK, 7, 16));
      return true;
    }

    private void poll() {
      carrier.send();
      carrier.receive();
      int _ = inbox.poll(this::take);
      carrier.send();
    }

    private boolean take(long header, int source, MemorySegment memory, long at) {
      int words = RecordLayout.payload(header) / 8;
      long first = Words.get(memory, at + 8);
      assertThat(first / 1_000_000).as("its number").isEqualTo(got[source]);
      if (RecordLayout.kind(header) == RecordLayout.BULK) {
        return takePayload(source, Words.get(memory, at + 16));
      }
      if (random.nextInt(12) == 0) {
        return false; // It has no room for it now.
      }
      assertThat(first % 1_000_000).isEqualTo(words * 1_000L);
      assertThat(Words.get(memory, at + 8L * words)).isEqualTo(first + words - 1);
      got[source]++;
      return true;
    }

    private boolean takePayload(int source, long bytes) {
      MemorySegment place = places[source];
      if (place == null) {
        place = Arena.ofAuto().allocate(bytes, 8);
        places[source] = place;
        bulk.receive(source, place, 0, bytes);
      }
      if (!bulk.isReceived(source)) {
        return false;
      }
      places[source] = null;
      for (int i = 0; i < bytes / 8; i++) {
        assertThat(place.getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(31L * got[source] + i);
      }
      got[source]++;
      return true;
    }
  }
}
