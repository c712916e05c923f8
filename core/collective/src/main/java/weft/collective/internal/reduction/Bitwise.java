// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

/// Bitwise operators.
final class Bitwise {
  private Bitwise() {}

  /// An operator that is not defined on floating-point numbers.
  abstract static sealed class Bits extends ElementKernel {}

  /// Bits set in both.
  static final class And extends Bits {
    @Override
    byte apply(byte x, byte y) {
      return (byte) (x & y);
    }

    @Override
    void combine(byte[] to, byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        to[i] = (byte) (x & y);
      }
    }

    @Override
    int apply(int x, int y) {
      return x & y;
    }

    @Override
    void combine(int[] to, int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        to[i] = x & y;
      }
    }

    @Override
    long apply(long x, long y) {
      return x & y;
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        to[i] = x & y;
      }
    }
  }

  /// Bits set in either.
  static final class Or extends Bits {
    @Override
    byte apply(byte x, byte y) {
      return (byte) (x | y);
    }

    @Override
    void combine(byte[] to, byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        to[i] = (byte) (x | y);
      }
    }

    @Override
    int apply(int x, int y) {
      return x | y;
    }

    @Override
    void combine(int[] to, int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        to[i] = x | y;
      }
    }

    @Override
    long apply(long x, long y) {
      return x | y;
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        to[i] = x | y;
      }
    }
  }

  /// Bits set in one only.
  static final class Xor extends Bits {
    @Override
    byte apply(byte x, byte y) {
      return (byte) (x ^ y);
    }

    @Override
    void combine(byte[] to, byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        to[i] = (byte) (x ^ y);
      }
    }

    @Override
    int apply(int x, int y) {
      return x ^ y;
    }

    @Override
    void combine(int[] to, int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        to[i] = x ^ y;
      }
    }

    @Override
    long apply(long x, long y) {
      return x ^ y;
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        to[i] = x ^ y;
      }
    }
  }
}
