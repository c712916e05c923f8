// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import weft.memory.RecordLayout;
import weft.memory.Words;
import weft.transport.job.Handshake;

/// Connections between ranks: real sockets, real rings.
final class ConnectionsTest {
  private static final long SEED = Long.getLong("weft.seed", System.nanoTime());

  /// Random records of random sizes between random ranks that poll when they like. Each pair's
  /// arrive once, in order, and whole, through rings from which nothing larger would fit.
  @Test
  void recordsArriveOnceAndInOrder() throws IOException {
    for (int round = 0; round < 12; round++) {
      var random = new Random(SEED + round);
      int count = 2 + random.nextInt(3);
      int ring = 4096 << random.nextInt(7);
      try (var ranks = new TcpRanks(count, ring)) {
        exchange(ranks, count, ring, random);
      } catch (AssertionError e) {
        throw new AssertionError("weft.seed " + (SEED + round), e);
      }
    }
  }

  private static void exchange(TcpRanks ranks, int count, int ring, Random random) {
    long[][] sent = new long[count][count];
    long[][] got = new long[count][count];
    int most = ring / 8 / 8 - 2;
    int steps = 20_000;
    for (int step = 0; step < steps; step++) {
      int rank = random.nextInt(count);
      int target = (rank + 1 + random.nextInt(count - 1)) % count;
      boolean isLarge = random.nextInt(20) == 0;
      int words = 1 + random.nextInt(isLarge ? most : Math.min(most, 8));
      if (ranks.rank(rank).send(target, 1_000_000 * sent[rank][target], words)) {
        sent[rank][target]++;
      }
      if (random.nextInt(4) == 0) {
        poll(ranks, random.nextInt(count), got);
      }
    }
    for (int tries = 0; tries < 1_000_000 && !Arrays.deepEquals(sent, got); tries++) {
      poll(ranks, tries % count, got);
    }
    assertThat(got).isDeepEqualTo(sent);
    for (int rank = 0; rank < count; rank++) {
      assertThat(ranks.rank(rank).failures).isEmpty();
      assertThat(ranks.rank(rank).connections.isQuiet()).isTrue();
    }
  }

  private static void poll(TcpRanks ranks, int rank, long[][] got) {
    int _ =
        ranks
            .rank(rank)
            .poll((header, source, memory, at) -> {
              long value = Words.get(memory, at + 8);
              int words = RecordLayout.payload(header) / 8;
              assertThat(value).isEqualTo(1_000_000 * got[source][rank]);
              assertThat(Words.get(memory, at + 8L * words)).isEqualTo(value + words - 1);
              got[source][rank]++;
              return true;
            });
  }

  /// Both write at once, so that both connect: one connection stays, and carries both ways.
  @Test
  void ranksThatConnectToEachOtherAtOnceMeetOnce() throws IOException {
    for (int round = 0; round < 50; round++) {
      var random = new Random(SEED + round);
      try (var ranks = new TcpRanks(2, 4096)) {
        long[][] got = new long[2][2];
        assertThat(ranks.rank(0).send(1, 0, 1)).isTrue();
        assertThat(ranks.rank(1).send(0, 0, 1)).isTrue();
        for (int i = 0; i < 100_000 && got[0][1] + got[1][0] < 2; i++) {
          poll(ranks, random.nextInt(2), got);
        }
        assertThat(got[0][1] + got[1][0]).as("weft.seed %d", SEED + round).isEqualTo(2);
        assertThat(ranks.rank(0).failures).isEmpty();
        assertThat(ranks.rank(1).failures).isEmpty();
      }
    }
  }

  @Test
  void aPayloadWaitsForItsGrant() throws IOException {
    try (var ranks = new TcpRanks(2, 4096);
        var arena = Arena.ofConfined()) {
      int bytes = 5 << 20;
      MemorySegment from = arena.allocate(bytes, 8);
      for (int i = 0; i < bytes / 8; i++) {
        from.setAtIndex(ValueLayout.JAVA_LONG, i, i * 31L);
      }
      MemorySegment to = arena.allocate(bytes, 8);
      long[][] got = new long[2][2];
      ranks.rank(0).connections.bulk().send(1, from, 0, bytes);
      assertThat(ranks.rank(0).send(1, 0, 1)).isTrue();
      while (got[0][1] == 0) { // Messages are not behind it.
        poll(ranks, 0, got);
        poll(ranks, 1, got);
      }
      assertThat(ranks.rank(0).connections.bulk().isSent()).isFalse();
      ranks.rank(1).connections.bulk().receive(0, to, 0, bytes);
      while (!ranks.rank(1).connections.bulk().isReceived(0)) {
        poll(ranks, 0, got);
        poll(ranks, 1, got);
      }
      assertThat(ranks.rank(0).connections.bulk().isSent()).isTrue();
      assertThat(to.mismatch(from)).isEqualTo(-1);
    }
  }

  /// What a stranger sends to rank 0 of two, and what it gets before its end.
  private static byte[] strangerGets(byte[] bytes) throws IOException {
    try (var ranks = new TcpRanks(2, 4096);
        var socket = new Socket()) {
      socket.connect(ranks.rank(0).address);
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      long[][] got = new long[2][2];
      assertThat(ranks.rank(1).send(0, 0, 1)).isTrue();
      pollUntil(ranks, got, () -> got[1][0] == 1);
      for (int i = 0; i < 1_000; i++) {
        poll(ranks, 0, got);
      }
      assertThat(ranks.rank(0).failures).isEmpty();
      socket.setSoTimeout(10_000);
      return socket.getInputStream().readAllBytes();
    } catch (SocketException e) {
      return new byte[0]; // It was reset, since it had sent more than was read.
    }
  }

  private static void pollUntil(TcpRanks ranks, long[][] got, BooleanSupplier isSo) {
    for (int i = 0; i < 1_000_000 && !isSo.getAsBoolean(); i++) {
      poll(ranks, 0, got);
      poll(ranks, 1, got);
    }
    assertThat(isSo.getAsBoolean()).as("the job does not notice").isTrue();
  }

  private static Handshake handshake(String token, Handshake.Purpose purpose, int from) {
    return new Handshake(token, purpose, from, 0);
  }

  @Test
  void aStrangerGetsAChallengeAtMost() throws IOException {
    assertThat(strangerGets(new byte[0])).hasSize(Handshake.CHALLENGE_BYTES);
    assertThat(strangerGets(new byte[7])).hasSize(Handshake.CHALLENGE_BYTES);
    assertThat(strangerGets(new byte[Handshake.ANSWER_BYTES])).hasSize(Handshake.CHALLENGE_BYTES);
    assertThat(strangerGets(new byte[10_000]).length).isLessThanOrEqualTo(20);
  }

  /// Proofs of the token, but of no rank that connects to this one.
  @Test
  void onlyOtherRanksOfTheJobAreTaken() throws IOException {
    for (Handshake wrong :
        List.of(
            handshake("another token", Handshake.Purpose.DATA, 1),
            handshake(TcpRanks.TOKEN, Handshake.Purpose.WATCH, 1),
            handshake(TcpRanks.TOKEN, Handshake.Purpose.DATA, 2),
            handshake(TcpRanks.TOKEN, Handshake.Purpose.DATA, -1),
            handshake(TcpRanks.TOKEN, Handshake.Purpose.DATA, 0))) {
      try (var ranks = new TcpRanks(2, 4096);
          var socket = new Socket()) {
        socket.connect(ranks.rank(0).address);
        InputStream in = socket.getInputStream();
        long[][] got = new long[2][2];
        while (in.available() < Handshake.CHALLENGE_BYTES) {
          poll(ranks, 0, got);
        }
        byte[] challenge = in.readNBytes(Handshake.CHALLENGE_BYTES);
        socket.getOutputStream().write(wrong.answer(challenge).bytes());
        assertThat(ranks.rank(1).send(0, 0, 1)).isTrue();
        pollUntil(ranks, got, () -> got[1][0] == 1);
        assertThat(in.read()).isEqualTo(-1);
        assertThat(ranks.rank(0).failures).isEmpty();
      }
    }
  }

  /// What a rank has said to join is said again to both ranks, while they connect and later.
  @Test
  void whatWasOverheardDisturbsNothing() throws IOException {
    byte[] answer =
        handshake(TcpRanks.TOKEN, Handshake.Purpose.DATA, 1).answer(Handshake.challenge()).bytes();
    try (var ranks = new TcpRanks(2, 4096)) {
      long[][] got = new long[2][2];
      for (int round = 0; round < 200; round++) {
        try (var socket = new Socket()) {
          socket.connect(ranks.rank(round % 2).address);
          socket.getOutputStream().write(answer);
          if (round % 10 == 0) {
            int expected = 1 + round / 10;
            assertThat(ranks.rank(0).send(1, 1_000_000L * (expected - 1), 1)).isTrue();
            assertThat(ranks.rank(1).send(0, 1_000_000L * (expected - 1), 1)).isTrue();
            pollUntil(ranks, got, () -> got[0][1] == expected && got[1][0] == expected);
          }
        }
      }
      assertThat(ranks.rank(0).failures).isEmpty();
      assertThat(ranks.rank(1).failures).isEmpty();
    }
  }

  /// A rank that does not poll meanwhile: it is stopped, or computes.
  @Test
  void strangersKeepNoRankOut() throws IOException {
    var strangers = new ArrayList<Socket>();
    try (var ranks = new TcpRanks(2, 4096)) {
      long[][] got = new long[2][2];
      assertThat(ranks.rank(0).send(1, 0, 1)).isTrue();
      assertThat(ranks.rank(1).send(0, 0, 1)).isTrue();
      for (int i = 0; i < 400; i++) {
        var socket = new Socket();
        socket.connect(ranks.rank(i % 2).address);
        strangers.add(socket);
        if (i % 20 == 0) {
          poll(ranks, i / 20 % 2, got);
        }
      }
      pollUntil(ranks, got, () -> got[0][1] == 1 && got[1][0] == 1);
      assertThat(ranks.rank(0).failures).isEmpty();
      assertThat(ranks.rank(1).failures).isEmpty();
    } finally {
      for (Socket each : strangers) {
        each.close();
      }
    }
  }
}
