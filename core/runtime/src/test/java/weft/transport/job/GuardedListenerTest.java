// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import weft.transport.job.Handshake.Purpose;

/// What strangers get at a port of a job, over real sockets, and that a rank joins beside them.
final class GuardedListenerTest {
  private static final String TOKEN = "00112233445566778899aabbccddeeff";
  private static final InetAddress OWN = InetAddress.getLoopbackAddress();
  private static final int HUB = 1;
  private static final int EXPECTED = 4;

  private final ConcurrentLinkedQueue<Handshake.Caller> taken = new ConcurrentLinkedQueue<>();
  private final List<Socket> strangers = new ArrayList<>();
  private Selector selector;
  private InetSocketAddress port;
  private volatile boolean over;
  private Thread thread;

  @BeforeEach
  void open() throws IOException {
    selector = Selector.open();
    var listener = new GuardedListener(TOKEN, HUB, EXPECTED, new Owner());
    port = listener.open(selector, new InetSocketAddress(OWN, 0));
    thread = Thread.ofVirtual().start(() -> serve(listener));
  }

  @AfterEach
  void close() throws Exception {
    over = true;
    selector.wakeup();
    thread.join();
    for (Socket each : strangers) {
      each.close();
    }
  }

  private void serve(GuardedListener listener) {
    try (Selector open = selector;
        listener) {
      while (!over) {
        int _ = open.select(key -> ((ReadyChannel) key.attachment()).ready(key));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Wants data of ranks below 3, and closes what it has taken: the other end then sees its end.
  private final class Owner implements GuardedListener.Owner {
    @Override
    public boolean wants(Handshake.Caller caller) {
      return caller.purpose() == Purpose.DATA && caller.rank() < 3;
    }

    @Override
    public void take(Handshake.Caller caller, SocketChannel channel, SelectionKey key)
        throws IOException {
      taken.add(caller);
      channel.close();
    }
  }

  private static Handshake handshake(String token, int from, int to) {
    return new Handshake(token, Purpose.DATA, from, to);
  }

  private Socket stranger() throws IOException {
    var socket = new Socket(port.getAddress(), port.getPort());
    socket.setSoTimeout(20_000);
    strangers.add(socket);
    return socket;
  }

  /// What comes after `bytes` until the end.
  private static byte[] rest(Socket socket, byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      return socket.getInputStream().readAllBytes();
    } catch (SocketException e) {
      return new byte[0]; // It was reset, since it had sent more than was read.
    }
  }

  private void join(int rank) throws IOException {
    int before = taken.size();
    try (Socket socket = handshake(TOKEN, rank, HUB).connect(port, 0, 20_000)) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1); // The owner closes it.
    }
    assertThat(taken).hasSize(before + 1);
  }

  @Test
  void aStrangerGetsAChallengeAtMost() throws Exception {
    byte[] right = handshake(TOKEN, 0, HUB).answer(Handshake.challenge()).bytes();
    for (byte[] bytes :
        List.of(
            new byte[0],
            new byte[Handshake.ANSWER_BYTES],
            new byte[10_000],
            right, // to another challenge
            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8))) {
      Socket socket = stranger();
      assertThat(socket.getInputStream().readNBytes(Handshake.CHALLENGE_BYTES))
          .startsWith('W', 'E', 'F', 'T');
      assertThat(rest(socket, bytes)).isEmpty();
    }
    for (Handshake wrong :
        List.of(
            handshake("another", 0, HUB),
            handshake(TOKEN, 0, 2), // meant for another rank
            handshake(TOKEN, 3, HUB), // not wanted
            new Handshake(TOKEN, Purpose.GATHER, 0, HUB))) {
      Socket socket = stranger();
      byte[] challenge = socket.getInputStream().readNBytes(Handshake.CHALLENGE_BYTES);
      assertThat(rest(socket, wrong.answer(challenge).bytes())).isEmpty();
    }
    assertThat(taken).isEmpty();
    join(0);
  }

  /// A relay that records both directions of a join, in which no token is seen.
  @Test
  void whatWasOverheardOpensNothing() throws Exception {
    var toHub = new ByteArrayOutputStream();
    var toRank = new ByteArrayOutputStream();
    try (var relay = new ServerSocket(0, 1, OWN)) {
      Thread relaying = Thread.ofVirtual().start(() -> relay(relay, toHub, toRank));
      var at = new InetSocketAddress(OWN, relay.getLocalPort());
      handshake(TOKEN, 2, HUB).connect(at, 0, 20_000).close();
      relaying.join();
    }
    assertThat(taken).hasSize(1);
    for (ByteArrayOutputStream stream : List.of(toHub, toRank)) {
      String text = stream.toString(StandardCharsets.ISO_8859_1);
      assertThat(text).isNotEmpty().doesNotContain(TOKEN);
      byte[] raw = HexFormat.of().parseHex(TOKEN);
      assertThat(text).doesNotContain(new String(raw, StandardCharsets.ISO_8859_1));
    }

    for (byte[] overheard : List.of(toHub.toByteArray(), toRank.toByteArray())) {
      Socket socket = stranger();
      var _ = socket.getInputStream().readNBytes(Handshake.CHALLENGE_BYTES);
      assertThat(rest(socket, overheard)).isEmpty();
    }
    assertThat(taken).hasSize(1);
  }

  private void relay(
      ServerSocket relay, ByteArrayOutputStream toHub, ByteArrayOutputStream toRank) {
    try (Socket near = relay.accept();
        Socket far = new Socket(port.getAddress(), port.getPort())) {
      pass(far, near, Handshake.CHALLENGE_BYTES, toRank);
      pass(near, far, Handshake.ANSWER_BYTES, toHub);
      pass(far, near, Handshake.WELCOME_BYTES, toRank);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pass(Socket from, Socket to, int bytes, ByteArrayOutputStream record)
      throws IOException {
    byte[] read = from.getInputStream().readNBytes(bytes);
    record.writeBytes(read);
    to.getOutputStream().write(read);
  }

  /// The answer of a rank that a stranger has lured comes back to that rank.
  @Test
  void whatIsReflectedOpensNothing() throws Exception {
    Socket socket = stranger();
    byte[] challenge = socket.getInputStream().readNBytes(Handshake.CHALLENGE_BYTES);
    byte[] own = handshake(TOKEN, HUB, 0).answer(challenge).bytes();
    assertThat(rest(socket, own)).isEmpty();
    assertThat(taken).isEmpty();
  }

  @Test
  void whoAcceptsAndLacksTheTokenIsNotBelieved() throws Exception {
    try (var impostor = new ServerSocket(0, 1, OWN)) {
      Thread accepting = Thread.ofVirtual().start(() -> pretend(impostor));
      var at = new InetSocketAddress(OWN, impostor.getLocalPort());
      assertThatThrownBy(() -> handshake(TOKEN, 0, HUB).connect(at, 0, 20_000))
          .isInstanceOf(IOException.class)
          .hasMessage("another process answers there");
      accepting.join();
    }
  }

  /// Challenges as a hub does, and returns the connector's own proof.
  private static void pretend(ServerSocket impostor) {
    try (Socket socket = impostor.accept()) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      out.write(Handshake.challenge());
      byte[] answer = in.readNBytes(Handshake.ANSWER_BYTES);
      out.write(Arrays.copyOfRange(answer, answer.length - Proof.BYTES, answer.length));
      var _ = in.read();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// More of them than are kept, who say nothing or a part of an answer. Each sees its challenge,
  /// the oldest then their end.
  @Test
  void anyNumberOfSilentStrangersKeepsNoRankOut() throws Exception {
    int most = EXPECTED + GuardedListener.MOST_STRANGERS;
    for (int i = 0; i < 2 * most; i++) {
      Socket socket = stranger();
      if (i % 2 == 0) {
        socket.getOutputStream().write(new byte[Handshake.ANSWER_BYTES - 1]);
      }
      if (i % 50 == 0) {
        join(i % 3);
      }
    }
    for (int i = 0; i < 3; i++) {
      join(i);
    }
    for (Socket each : strangers) {
      try {
        assertThat(each.getInputStream().readNBytes(Handshake.CHALLENGE_BYTES))
            .hasSize(Handshake.CHALLENGE_BYTES);
      } catch (SocketException e) {
        // It was closed with bytes that were not read.
      }
    }
  }

  /// A rank that is stopped while it joins has time.
  @Test
  void whoIsSlowIsStillTaken() throws Exception {
    Socket socket = stranger();
    byte[] challenge = socket.getInputStream().readNBytes(Handshake.CHALLENGE_BYTES);
    Handshake.Answer answer = handshake(TOKEN, 1, HUB).answer(challenge);
    for (int i = 0; i < GuardedListener.MOST_STRANGERS; i++) {
      stranger();
    }
    for (byte each : answer.bytes()) {
      socket.getOutputStream().write(each);
      socket.getOutputStream().flush();
    }
    assertThat(socket.getInputStream().readAllBytes()).isEqualTo(answer.welcome());
    assertThat(taken).extracting(Handshake.Caller::rank).containsExactly(1);
  }
}
