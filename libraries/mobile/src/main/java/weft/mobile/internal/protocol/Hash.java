// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

/// Hashes words for tables.
final class Hash {
  private Hash() {}

  static int of(long key) {
    return (int) (key * 0x9E3779B97F4A7C15L >>> 33);
  }
}
