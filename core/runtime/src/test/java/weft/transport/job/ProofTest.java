// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class ProofTest {
  private static final byte[] AB = bytes("ab");
  private static final byte[] C = bytes("c");

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// The same by the JDK's own HMAC.
  private static byte[] model(String token, String role, byte[]... parts) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(bytes(token), "HmacSHA256"));
    mac.update(ByteBuffer.allocate(4).putInt(0, bytes(role).length));
    mac.update(bytes(role));
    for (byte[] part : parts) {
      mac.update(ByteBuffer.allocate(4).putInt(0, part.length));
      mac.update(part);
    }
    return mac.doFinal();
  }

  @Test
  void isTheHmacOfItsLengthPrefixedParts() throws Exception {
    long seed = System.nanoTime();
    System.out.println("ProofTest seed " + seed);
    var random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      String token = "é".repeat(random.nextInt(40)) + "x".repeat(1 + random.nextInt(100));
      String role = "r".repeat(random.nextInt(80));
      var parts = new byte[random.nextInt(5)][];
      for (int k = 0; k < parts.length; k++) {
        parts[k] = new byte[random.nextInt(100)];
        random.nextBytes(parts[k]);
      }
      assertThat(Proof.of(token, role, parts)).isEqualTo(model(token, role, parts));
    }
  }

  @Test
  void dependsOnTokenRoleAndWherePartsEnd() {
    var seen = new HashSet<String>();
    assertThat(seen.add(text(Proof.of("token", "join", AB, C)))).isTrue();
    assertThat(seen.add(text(Proof.of("other", "join", AB, C)))).isTrue();
    assertThat(seen.add(text(Proof.of("token", "hub", AB, C)))).isTrue();
    assertThat(seen.add(text(Proof.of("token", "join", C, AB)))).isTrue();
    assertThat(seen.add(text(Proof.of("token", "join", bytes("a"), bytes("bc"))))).isTrue();
    assertThat(seen.add(text(Proof.of("token", "join", bytes("abc"))))).isTrue();
    assertThat(seen.add(text(Proof.of("token", "joinab", C)))).isTrue();
    assertThat(seen.add(text(Proof.of("token", "join", AB, C, new byte[0])))).isTrue();
  }

  @Test
  void comparesWholeProofs() {
    byte[] proof = Proof.of("token", "join", AB);
    assertThat(proof).hasSize(Proof.BYTES);
    assertThat(Proof.same(proof, proof.clone())).isTrue();
    for (int i = 0; i < proof.length; i++) {
      byte[] wrong = proof.clone();
      wrong[i] ^= 1;
      assertThat(Proof.same(proof, wrong)).isFalse();
    }
    assertThat(Proof.same(proof, Arrays.copyOf(proof, Proof.BYTES - 1))).isFalse();
    assertThat(Proof.same(proof, new byte[0])).isFalse();
  }

  @Test
  void everyNonceIsNew() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      byte[] nonce = Proof.nonce();
      assertThat(nonce).hasSize(Proof.NONCE_BYTES);
      assertThat(seen.add(text(nonce))).isTrue();
    }
  }

  @Test
  void refusesAnEmptyToken() {
    assertThatThrownBy(() -> Proof.of("", "join")).isInstanceOf(IllegalArgumentException.class);
  }

  private static String text(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
