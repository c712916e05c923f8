// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.FileInputStream;
import java.io.IOException;

/// Unguessable names, from the kernel. Starting a security provider for them would cost more than
/// the rest of a job's set-up.
public final class Hex {
  private Hex() {}

  /// `bytes` random bytes as hexadecimal digits.
  public static String random(int bytes) throws IOException {
    try (var source = new FileInputStream("/dev/urandom")) {
      return of(source.readNBytes(bytes));
    }
  }

  /// `bytes` as hexadecimal digits.
  public static String of(byte[] bytes) {
    var text = new StringBuilder(2 * bytes.length);
    for (byte value : bytes) {
      text.append(Character.forDigit(value >> 4 & 15, 16))
          .append(Character.forDigit(value & 15, 16));
    }
    return text.toString();
  }

  /// Whether `text` has the format of [#random] for `bytes` bytes.
  public static boolean is(String text, int bytes) {
    if (text.length() != 2 * bytes) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  /// Whether two secrets are equal, in a time that does not depend on where they differ.
  public static boolean same(String one, String other) {
    int difference = one.length() ^ other.length();
    for (int i = 0; i < one.length() && i < other.length(); i++) {
      difference |= one.charAt(i) ^ other.charAt(i);
    }
    return difference == 0;
  }
}
