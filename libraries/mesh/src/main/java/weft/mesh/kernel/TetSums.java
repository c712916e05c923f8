// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

/// Digests of tets that depend neither on their order nor on that of their corners.
public final class TetSums {
  private TetSums() {}

  /// Adds a tet to the two sums of a digest, which needs no sorting of tets: so each rank can add
  /// up its own, and the sums of ranks are added.
  ///
  /// @param sums two numbers, modulo 2⁶⁴
  public static void add(long[] sums, long a, long b, long c, long d) {
    long ab = Math.min(a, b);
    long ba = Math.max(a, b);
    long cd = Math.min(c, d);
    long dc = Math.max(c, d);
    long first = Math.min(ab, cd);
    long last = Math.max(ba, dc);
    long low = Math.min(Math.max(ab, cd), Math.min(ba, dc));
    long high = a + b + c + d - first - last - low;
    long mixed = mix(mix(mix(mix(first) + low) + high) + last);
    sums[0] += mixed;
    sums[1] += mix(mixed ^ 0x6a09e667f3bcc909L);
  }

  private static long mix(long value) {
    long mixed = value * 0x9e3779b97f4a7c15L + 0xbb67ae8584caa73bL;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }

  /// The digest with these sums, in hexadecimal.
  public static String text(long[] sums) {
    return "%016x%016x".formatted(sums[0], sums[1]);
  }
}
