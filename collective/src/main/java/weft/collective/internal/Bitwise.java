// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

/// Operators on bits.
final class Bitwise {
  private Bitwise() {}

  /// Not for floating-point numbers.
  abstract static sealed class Bits extends Kernel {}

  /// Bits set on both sides.
  static final class And extends Bits {
    @Override
    void combine(byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        a[i] = (byte) (x & y);
      }
    }

    @Override
    void combine(int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        a[i] = x & y;
      }
    }

    @Override
    void combine(long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        a[i] = x & y;
      }
    }
  }

  /// Bits set on either side.
  static final class Or extends Bits {
    @Override
    void combine(byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        a[i] = (byte) (x | y);
      }
    }

    @Override
    void combine(int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        a[i] = x | y;
      }
    }

    @Override
    void combine(long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        a[i] = x | y;
      }
    }
  }

  /// Bits set on one side only.
  static final class Xor extends Bits {
    @Override
    void combine(byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        a[i] = (byte) (x ^ y);
      }
    }

    @Override
    void combine(int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        a[i] = x ^ y;
      }
    }

    @Override
    void combine(long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        a[i] = x ^ y;
      }
    }
  }
}
