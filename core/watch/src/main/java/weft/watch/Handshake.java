// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import weft.transport.job.Message;
import weft.transport.job.Proof;

/// The proofs by which a rank and a hub learn that the other knows the token of the job. The token
/// itself is never sent. Four messages are exchanged on every connection:
///
/// ```
/// rank → hub   KNOCK      rank, nonce of the rank, proof over both: who lacks the token gets no byte
/// hub → rank   CHALLENGE  nonce of the hub, proof over both nonces: this is the hub, and now
/// rank → hub   HELLO      proof over both nonces: this is the rank, and now; or LIFELINE
/// hub → rank   HELLO      proof over both nonces: the rank is admitted
/// ```
///
/// Each proof is for one step, one rank, one hub and, from the third on, one kind of connection. So
/// none is valid at another place, and a repeated first message leads to no admission.
///
/// @param token the token of the job
/// @param hub the rank of the hub
/// @param rank the rank that joins
/// @param asked the nonce of the rank, in hexadecimal digits
/// @param answered the nonce of the hub, likewise; empty before the hub has answered
record Handshake(String token, int hub, int rank, String asked, String answered) {

  /// Begins one, on the rank that joins.
  static Handshake begin(String token, int hub, int rank) {
    return new Handshake(token, hub, rank, nonce(), "");
  }

  /// The same one, since the hub has invented `nonce`.
  Handshake answered(String nonce) {
    return new Handshake(token, hub, rank, asked, nonce);
  }

  /// A nonce in hexadecimal digits.
  static String nonce() {
    return HexFormat.of().formatHex(Proof.nonce());
  }

  /// What the rank says first.
  Message.Knock knock() {
    return new Message.Knock(rank, asked, proof("join"));
  }

  /// What the hub answers.
  Message.Challenge challenge() {
    return new Message.Challenge(answered, proof("challenge"));
  }

  /// The rank's answer to that.
  Message.Joining joining(boolean isLifeline, long pid) {
    return isLifeline
        ? new Message.Lifeline(proof("lifeline"), rank, pid)
        : new Message.Hello(proof("hello"), rank, pid);
  }

  /// What the hub says last.
  Message.Hello admission(boolean isLifeline, long pid) {
    return new Message.Hello(proof(isLifeline ? "lifeline joined" : "hello joined"), hub, pid);
  }

  private String proof(String step) {
    byte[] ranks = ByteBuffer.allocate(2 * Integer.BYTES).putInt(hub).putInt(rank).array();
    return HexFormat.of().formatHex(Proof.of(token, step, ranks, bytes(asked), bytes(answered)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
