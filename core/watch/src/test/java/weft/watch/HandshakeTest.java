// SPDX-License-Identifier: Apache-2.0
package weft.watch;

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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import weft.WeftException;
import weft.transport.job.Connection;
import weft.transport.job.ControlServer;
import weft.transport.job.Message;

/// Both sides of a join, over a relay that records every byte.
final class HandshakeTest {
  private static final String TOKEN = "00112233445566778899aabbccddeeff";
  private static final InetAddress OWN = InetAddress.getLoopbackAddress();
  private static final Keepalive KEEPALIVE = Keepalive.of(15);
  private static final Peer HUB = new Peer(0, 1, "hub", "net", "");
  private static final Peer RANK = new Peer(2, 1, "far", "net", "");

  private final JoinListener joinListener = new JoinListener(0, TOKEN, KEEPALIVE, 4);
  private final ConcurrentLinkedQueue<Handshake> admitted = new ConcurrentLinkedQueue<>();
  private final ByteArrayOutputStream toHub = new ByteArrayOutputStream();
  private final ByteArrayOutputStream toRank = new ByteArrayOutputStream();
  private ControlServer server;
  private InetSocketAddress hub;
  private ServerSocket relay;
  private volatile boolean over;
  private Thread hubThread;
  private Thread relayThread;

  /// The sockets of the relay, which its thread opens.
  private final ConcurrentLinkedQueue<Socket> relayed = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void open() throws IOException {
    server = ControlServer.open();
    hub = joinListener.open(server, List.of(OWN)).getFirst();
    relay = new ServerSocket(0, 50, OWN);
    hubThread = Thread.ofVirtual().start(this::serve);
    relayThread = Thread.ofVirtual().start(this::relay);
  }

  @AfterEach
  void close() throws Exception {
    over = true;
    server.wake();
    hubThread.join();
    relay.close();
    relayThread.join();
    for (Socket each : relayed) {
      each.close();
    }
    server.close();
  }

  private void serve() {
    var listener =
        new ControlServer.Listener() {
          @Override
          public void heard(Connection from, Message message) {
            if (message instanceof Message.Knock knock) {
              joinListener.challenge(from, knock);
            } else if (message instanceof Message.Joining joining) {
              Handshake proved = joinListener.prove(from, joining);
              if (proved != null) {
                admitted.add(proved);
                from.send(proved.admission(joining instanceof Message.Lifeline, 1));
              }
            } else {
              from.close();
            }
          }

          @Override
          public void lost(Connection connection) {
            joinListener.leave(connection);
          }

          @Override
          public void admitted(Connection connection) {
            joinListener.admit(connection, System.nanoTime());
          }
        };
    try {
      while (!over) {
        var _ = server.await(listener, 100_000_000);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void relay() {
    try {
      while (true) {
        Socket near = relay.accept();
        Socket far = new Socket(hub.getAddress(), hub.getPort());
        relayed.add(near);
        relayed.add(far);
        var _ = Thread.ofVirtual().start(() -> copy(near, far, toHub));
        var _ = Thread.ofVirtual().start(() -> copy(far, near, toRank));
      }
    } catch (IOException e) {
      // The relay was closed.
    }
  }

  private static void copy(Socket from, Socket to, ByteArrayOutputStream record) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      var piece = new byte[1000];
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        record.write(piece, 0, read);
        out.write(piece, 0, read);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      // One of the two has closed it.
    }
  }

  private JoinConnector connector(String token) {
    var endpoint = new InetSocketAddress(OWN, relay.getLocalPort());
    return new JoinConnector(RANK, HUB, List.of(endpoint), KEEPALIVE, token);
  }

  /// What the hub answers to `bytes` until it closes the connection.
  private byte[] answer(byte[]... bytes) throws IOException {
    try (var socket = new Socket(hub.getAddress(), hub.getPort())) {
      socket.setSoTimeout(20_000);
      for (byte[] each : bytes) {
        socket.getOutputStream().write(each);
      }
      return socket.getInputStream().readAllBytes();
    } catch (java.net.SocketException e) {
      return new byte[0]; // It was reset.
    }
  }

  private static byte[] frame(Message message) {
    var frame = message.frame();
    var bytes = new byte[frame.remaining()];
    frame.get(bytes);
    return bytes;
  }

  @Test
  void bothConnectionsAreJoinedWithoutTheTokenOnTheWire() throws Exception {
    for (boolean isLifeline : new boolean[] {false, true}) {
      connector(TOKEN).connect(isLifeline).close();
    }

    assertThat(admitted).extracting(Handshake::rank).containsExactly(2, 2);
    for (ByteArrayOutputStream stream : List.of(toHub, toRank)) {
      String text = stream.toString(StandardCharsets.ISO_8859_1);
      assertThat(text).isNotEmpty().doesNotContain(TOKEN);
      byte[] raw = java.util.HexFormat.of().parseHex(TOKEN);
      assertThat(text).doesNotContain(new String(raw, StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void whatWasOverheardOpensNothing() throws Exception {
    connector(TOKEN).connect(false).close();
    byte[] whole = toHub.toByteArray();
    int first = 4 + java.nio.ByteBuffer.wrap(whole).getInt();

    assertThat(answer(Arrays.copyOf(whole, first))).isEmpty();
    assertThat(answer(whole)).isEmpty();
    assertThat(answer(Arrays.copyOfRange(whole, first, whole.length))).isEmpty();
    assertThat(admitted).hasSize(1);
  }

  @Test
  void whoLacksTheTokenGetsNoByte() throws Exception {
    Handshake wrong = Handshake.begin("another", 0, 2);
    assertThat(answer(frame(wrong.knock()))).isEmpty();
    assertThat(answer(frame(wrong.joining(false, 1)))).isEmpty();
    assertThat(answer(frame(new Message.Hello(TOKEN, 2, 1)))).isEmpty();
    assertThat(answer(frame(Handshake.begin(TOKEN, 0, 4).knock()))).isEmpty();
    assertThat(answer(frame(Handshake.begin(TOKEN, 1, 2).knock()))).isEmpty();
    assertThat(answer("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8))).isEmpty();
    assertThat(admitted).isEmpty();
    connector(TOKEN).connect(false).close();
    assertThat(admitted).hasSize(1);
  }

  /// A first message from a rank, with the token, and then the proof of another handshake.
  @Test
  void aProofIsForItsOwnHandshake() throws Exception {
    Handshake one = Handshake.begin(TOKEN, 0, 2);
    byte[] other = frame(Handshake.begin(TOKEN, 0, 2).answered("aa").joining(false, 1));
    Message challenge = Message.next(java.nio.ByteBuffer.wrap(answer(frame(one.knock()), other)));
    assertThat(challenge).isInstanceOf(Message.Challenge.class);
    assertThat(admitted).isEmpty();
  }

  @Test
  void namesTheAddressAtWhichNoHubIs() {
    String at = "127.0.0.1:" + relay.getLocalPort();
    assertThatThrownBy(() -> connector("another").connect(false))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("rank 2 on host far could not reach rank 0 on host hub")
        .hasMessageContaining(at)
        .hasMessageContaining("closed without an answer");
  }
}
