// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

/// An operator on single elements: `combine` is a loop for each type, and short calls take `few`.
///
/// C2 compiles a loop for the trip counts that it has seen. A kernel that saw 1 to 8 elements stays
/// scalar for good (0.28 ns an element instead of 0.1). So the loops that must be fast never see
/// short calls.
abstract class ElementKernel extends Kernel {
  ElementKernel() {}

  byte apply(byte x, byte y) {
    throw undefined("byte");
  }

  @Override
  final void few(byte[] to, byte[] a, byte[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      to[i] = apply(a[i], b[i]);
    }
  }

  int apply(int x, int y) {
    throw undefined("int");
  }

  @Override
  final void few(int[] to, int[] a, int[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      to[i] = apply(a[i], b[i]);
    }
  }

  long apply(long x, long y) {
    throw undefined("long");
  }

  @Override
  final void few(long[] to, long[] a, long[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      to[i] = apply(a[i], b[i]);
    }
  }

  float apply(float x, float y) {
    throw undefined("float");
  }

  @Override
  final void few(float[] to, float[] a, float[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      to[i] = apply(a[i], b[i]);
    }
  }

  double apply(double x, double y) {
    throw undefined("double");
  }

  @Override
  final void few(double[] to, double[] a, double[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      to[i] = apply(a[i], b[i]);
    }
  }
}
