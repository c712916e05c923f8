// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/// A digest of tets that does not depend on their order: the points of each are sorted, then the
/// tets, and lines `a b c d` of them are hashed by SHA-256.
public final class TetDigest {
  private TetDigest() {}

  /// Returns the digest in hexadecimal.
  ///
  /// @param corners four points for each tet
  /// @param points their number
  public static String of(int[] corners, int points) {
    int[] sorted = corners.clone();
    for (int o = 0; o < sorted.length; o += 4) {
      Arrays.sort(sorted, o, o + 4);
    }
    int[] order = new int[sorted.length / 4];
    Arrays.setAll(order, i -> i);
    int[] next = new int[order.length];
    int[] places = new int[points + 1];
    for (int k = 3; k >= 0; k--) {
      Arrays.fill(places, 0);
      for (int o = k; o < sorted.length; o += 4) {
        places[sorted[o] + 1]++;
      }
      for (int p = 0; p < points; p++) {
        places[p + 1] += places[p];
      }
      for (int t : order) {
        next[places[sorted[4 * t + k]]++] = t;
      }
      int[] other = order;
      order = next;
      next = other;
    }
    MessageDigest digest = sha256();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < order.length; i++) {
      int o = 4 * order[i];
      lines.append(sorted[o]).append(' ').append(sorted[o + 1]).append(' ');
      lines.append(sorted[o + 2]).append(' ').append(sorted[o + 3]).append('\n');
      if (lines.length() > 1 << 16 || i == order.length - 1) {
        digest.update(lines.toString().getBytes(US_ASCII));
        lines.setLength(0);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256; this one does not", e);
    }
  }
}
