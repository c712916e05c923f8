// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// How both ends of a TCP connection learn that the other one knows the token of their job. The
/// token itself is never sent. Three messages are exchanged:
///
/// ```
/// listener  → connector   challenge: "WEFT", a nonce
/// connector → listener    answer: int purpose, int from, int to, another nonce, a proof of all that
/// listener  → connector   welcome: a proof of the same
/// ```
///
/// The listener begins, so each proof is over a nonce that its reader has just invented: a message
/// that was overheard and is sent again proves nothing. Any process gets a challenge, which holds
/// nothing of the job, and costs the listener nothing that lasts. The names of the steps, the
/// purpose and both ranks count in each proof, so that none is valid at another place or for the
/// other end.
///
/// @param token the token of the job
/// @param purpose the use of the connection
/// @param from the rank that connects
/// @param to the rank that listens, or [#LAUNCHER]
public record Handshake(String token, Purpose purpose, int from, int to) {
  /// The number of the launcher of a job.
  public static final int LAUNCHER = -1;

  /// The number of bytes of a challenge, an answer and a welcome.
  public static final int CHALLENGE_BYTES = 4 + Proof.NONCE_BYTES;

  public static final int ANSWER_BYTES = 12 + Proof.NONCE_BYTES + Proof.BYTES;
  public static final int WELCOME_BYTES = Proof.BYTES;

  private static final int FURTHER_ATTEMPTS = 50;
  private static final int MAGIC = 0x57454654;
  private static final int HEAD = 12;
  private static final Purpose[] PURPOSES = Purpose.values();

  /// The use of a connection.
  public enum Purpose {
    /// The first all-gather of the ranks, which their launcher serves.
    GATHER,
    /// Messages of ranks that watch each other.
    WATCH,
    /// The silent connection of such ranks.
    LIFELINE,
    /// Messages between ranks.
    DATA,
    /// The recording of a rank, which the launcher keeps.
    RECORDING,
    /// Questions of the launcher to rank 0 on another host.
    STATUS,
    /// A probe of the way between two hosts.
    PROBE
  }

  /// What the connector says, and what it expects then.
  ///
  /// @param bytes the answer
  /// @param welcome the only right reply to it
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Answer(byte[] bytes, byte[] welcome) {}

  /// A connector that has proved that it knows the token.
  ///
  /// @param purpose the use of the connection
  /// @param rank the rank that connects
  /// @param welcome the bytes that prove the listener to it
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Caller(Purpose purpose, int rank, byte[] welcome) {}

  /// A new challenge.
  public static byte[] challenge() {
    return ByteBuffer.allocate(CHALLENGE_BYTES).putInt(MAGIC).put(Proof.nonce()).array();
  }

  /// The answer to `challenge`.
  ///
  /// @throws IOException if that is none
  public Answer answer(byte[] challenge) throws IOException {
    if (challenge.length != CHALLENGE_BYTES || ByteBuffer.wrap(challenge).getInt() != MAGIC) {
      throw new IOException("another process answers there");
    }
    byte[] head =
        ByteBuffer.allocate(HEAD).putInt(purpose.ordinal()).putInt(from).putInt(to).array();
    byte[] nonce = Proof.nonce();
    byte[] proof = Proof.of(token, "answer", head, challenge, nonce);
    byte[] bytes = ByteBuffer.allocate(ANSWER_BYTES).put(head).put(nonce).put(proof).array();
    return new Answer(bytes, Proof.of(token, "welcome", head, challenge, nonce));
  }

  /// Checks the answer to `challenge` at the rank or launcher `self`. Returns null if it does not
  /// prove that the connector knows `token`, and has connected to `self`.
  static @Nullable Caller check(String token, int self, byte[] challenge, byte[] answer) {
    ByteBuffer in = ByteBuffer.wrap(answer);
    var head = new byte[HEAD];
    var nonce = new byte[Proof.NONCE_BYTES];
    var proof = new byte[Proof.BYTES];
    in.get(head).get(nonce).get(proof);
    ByteBuffer words = ByteBuffer.wrap(head);
    int purpose = words.getInt();
    int from = words.getInt();
    int to = words.getInt();
    if (purpose < 0
        || purpose >= PURPOSES.length
        || to != self
        || !Proof.same(proof, Proof.of(token, "answer", head, challenge, nonce))) {
      return null;
    }
    byte[] welcome = Proof.of(token, "welcome", head, challenge, nonce);
    return new Caller(PURPOSES[purpose], from, welcome);
  }

  /// Connects to `address`, and again if the listener closes the connection because too many
  /// strangers have come.
  ///
  /// @param connectMillis the time for the connection, 0 for no limit
  /// @param answerMillis the time for each read, then and later; 0 for no limit
  /// @throws IOException if no listener there proves that it knows the token
  public Socket connect(InetSocketAddress address, int connectMillis, int answerMillis)
      throws IOException {
    for (int left = FURTHER_ATTEMPTS; ; left--) {
      var socket = new Socket();
      boolean connected = false;
      try {
        socket.connect(address, connectMillis);
        connected = true;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(answerMillis);
        connect(socket.getInputStream(), socket.getOutputStream());
        return socket;
      } catch (IOException e) {
        socket.close();
        boolean isClosed = e instanceof EOFException || e instanceof SocketException;
        if (!connected || !isClosed || left == 0) {
          throw e;
        }
      }
    }
  }

  /// Performs the connector's side, and returns when the listener has proved that it knows the
  /// token, too.
  ///
  /// @throws EOFException if the listener closes the connection: it is busy, or not of this job
  /// @throws IOException if another process listens
  public void connect(InputStream in, OutputStream out) throws IOException {
    var data = new DataInputStream(in);
    var challenge = new byte[CHALLENGE_BYTES];
    var welcome = new byte[WELCOME_BYTES];
    try {
      data.readFully(challenge);
      Answer answer = answer(challenge);
      out.write(answer.bytes());
      out.flush();
      data.readFully(welcome);
      if (!Proof.same(welcome, answer.welcome())) {
        throw new IOException("another process answers there");
      }
    } catch (EOFException e) {
      throw closed(e);
    }
  }

  private static EOFException closed(EOFException cause) {
    var closed = new EOFException("the connection was accepted and closed");
    closed.initCause(cause);
    return closed;
  }
}
