// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Proofs that a process knows the token of a job, without showing it: a keyed hash (HMAC-SHA256,
/// RFC 2104) of what the other side has just asked. They do not hide what follows.
public final class Proof {
  /// The bytes of a challenge.
  public static final int NONCE = 16;

  /// The bytes of a proof.
  public static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final SecureRandom RANDOM = new SecureRandom();

  private Proof() {}

  /// A challenge that was never used before.
  public static byte[] nonce() {
    var nonce = new byte[NONCE];
    RANDOM.nextBytes(nonce);
    return nonce;
  }

  /// The proof of who knows `token`.
  ///
  /// @param role the place of the proof in its protocol, so that it serves no other
  /// @param parts what is proved to have been seen or said; their lengths count
  public static byte[] of(String token, String role, byte[]... parts) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      // A key must not be empty.
      mac.init(new SecretKeySpec(("weft " + token).getBytes(StandardCharsets.UTF_8), ALGORITHM));
      add(mac, role.getBytes(StandardCharsets.UTF_8));
      for (byte[] part : parts) {
        add(mac, part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + ALGORITHM + ", which each must have", e);
    }
  }

  private static void add(Mac mac, byte[] part) {
    mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
    mac.update(part);
  }

  /// Whether two proofs are equal. The time that this takes does not depend on where they differ.
  public static boolean same(byte[] one, byte[] other) {
    return MessageDigest.isEqual(one, other);
  }
}
