// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

/// An operator on arrays: `to[i]` = `a[i]` ∘ `b[i]` for `i` from `from` to before `end`.
///
/// All arrays share one index. With two, C2 cannot rule out that a store is read again through
/// another array. It then does not vectorise the loop (0.28 ns an element instead of 0.09; see
/// [ArrayCombiner]). For the same reason both elements are loaded into locals first.
abstract class Kernel {
  /// The greatest number of elements for `few`.
  static final int FEW = 16;

  Kernel() {}

  void combine(byte[] to, byte[] a, byte[] b, int from, int end) {
    throw undefined("byte");
  }

  void combine(int[] to, int[] a, int[] b, int from, int end) {
    throw undefined("int");
  }

  void combine(long[] to, long[] a, long[] b, int from, int end) {
    throw undefined("long");
  }

  void combine(float[] to, float[] a, float[] b, int from, int end) {
    throw undefined("float");
  }

  void combine(double[] to, double[] a, double[] b, int from, int end) {
    throw undefined("double");
  }

  /// Does the same as [#combine] for up to [#FEW] elements.
  void few(byte[] to, byte[] a, byte[] b, int from, int end) {
    combine(to, a, b, from, end);
  }

  void few(int[] to, int[] a, int[] b, int from, int end) {
    combine(to, a, b, from, end);
  }

  void few(long[] to, long[] a, long[] b, int from, int end) {
    combine(to, a, b, from, end);
  }

  void few(float[] to, float[] a, float[] b, int from, int end) {
    combine(to, a, b, from, end);
  }

  void few(double[] to, double[] a, double[] b, int from, int end) {
    combine(to, a, b, from, end);
  }

  static IllegalStateException undefined(String type) {
    return new IllegalStateException("this operator is not defined on " + type);
  }
}
