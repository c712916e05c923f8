// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/// Users' functions on single elements.
final class Functions {
  private Functions() {}

  /// On int; on byte the lowest 8 bits of the result are kept.
  static final class Ints extends Kernel {
    private final IntBinaryOperator function;

    Ints(IntBinaryOperator function) {
      this.function = function;
    }

    @Override
    void combine(byte[] to, byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        to[i] = (byte) function.applyAsInt(a[i], b[i]);
      }
    }

    @Override
    void combine(int[] to, int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        to[i] = function.applyAsInt(a[i], b[i]);
      }
    }
  }

  /// On long.
  static final class Longs extends Kernel {
    private final LongBinaryOperator function;

    Longs(LongBinaryOperator function) {
      this.function = function;
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        to[i] = function.applyAsLong(a[i], b[i]);
      }
    }
  }

  /// On double; on float the result is rounded.
  static final class Doubles extends Kernel {
    private final DoubleBinaryOperator function;

    Doubles(DoubleBinaryOperator function) {
      this.function = function;
    }

    @Override
    void combine(float[] to, float[] a, float[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        to[i] = (float) function.applyAsDouble(a[i], b[i]);
      }
    }

    @Override
    void combine(double[] to, double[] a, double[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        to[i] = function.applyAsDouble(a[i], b[i]);
      }
    }
  }
}
