// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/// Proofs that one side of a connection knows the secret of a job, without the secret itself. Each
/// side invents a nonce, and returns the HMAC-SHA256 (RFC 2104, FIPS 180-4) of the other's, with
/// the secret as key. Who reads the connection learns nothing that another connection accepts.
///
/// The JDK's digest takes some 30 ms to load, its `Mac` two or three times that, which starts a
/// second provider. Therefore the few lines of RFC 2104 are here, and only connections over TCP use
/// proofs. Those of one machine are in a folder that only its user may enter.
public final class Proof {
  /// The number of bytes of a nonce.
  public static final int NONCE_BYTES = 16;

  /// The number of bytes of a proof.
  public static final int BYTES = 32;

  /// The bytes that SHA-256 takes at once.
  private static final int BLOCK = 64;

  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private Proof() {}

  /// [#NONCE_BYTES] random bytes from the kernel, which nobody has used before and nobody can
  /// guess.
  ///
  /// @throws UncheckedIOException if the kernel's source cannot be read
  public static byte[] nonce() {
    try (var source = new FileInputStream("/dev/urandom")) {
      byte[] nonce = source.readNBytes(NONCE_BYTES);
      if (nonce.length < NONCE_BYTES) {
        throw new IOException("/dev/urandom gave " + nonce.length + " bytes");
      }
      return nonce;
    } catch (IOException e) {
      throw new UncheckedIOException("no random numbers: " + e.getMessage(), e);
    }
  }

  /// The proof of who knows `token` for one step of a protocol. Both sides name the step and its
  /// direction by `role`, so that a proof of one is none of another. Each of the `parts` counts
  /// with its length: the same bytes, cut elsewhere, give another proof.
  ///
  /// @param token the secret, which is not empty
  /// @return [#BYTES] bytes
  /// @throws IllegalArgumentException if the token is empty
  public static byte[] of(String token, String role, byte[]... parts) {
    byte[] key = token.getBytes(StandardCharsets.UTF_8);
    if (key.length == 0) {
      throw new IllegalArgumentException("a proof needs a token, and this one is empty");
    }
    MessageDigest digest = sha256();
    key = Arrays.copyOf(key.length > BLOCK ? digest.digest(key) : key, BLOCK);
    digest.update(padded(key, INNER));
    add(digest, role.getBytes(StandardCharsets.UTF_8));
    for (byte[] part : parts) {
      add(digest, part);
    }
    byte[] inside = digest.digest();
    digest.update(padded(key, OUTER));
    return digest.digest(inside);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA-256, which every one must have", e);
    }
  }

  private static byte[] padded(byte[] key, byte pad) {
    var padded = new byte[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      padded[i] = (byte) (key[i] ^ pad);
    }
    return padded;
  }

  private static void add(MessageDigest digest, byte[] part) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
    digest.update(part);
  }

  /// Whether two proofs are equal, in a time that does not depend on where they differ.
  public static boolean same(byte[] one, byte[] other) {
    return MessageDigest.isEqual(one, other);
  }
}
