// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

/// Sums, products, minima and maxima.
final class Arithmetic {
  private Arithmetic() {}

  /// The sum; integers wrap.
  static final class Sum extends ElementKernel {
    @Override
    byte apply(byte x, byte y) {
      return (byte) (x + y);
    }

    @Override
    void combine(byte[] to, byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        to[i] = (byte) (x + y);
      }
    }

    @Override
    int apply(int x, int y) {
      return x + y;
    }

    @Override
    void combine(int[] to, int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        to[i] = x + y;
      }
    }

    @Override
    long apply(long x, long y) {
      return x + y;
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        to[i] = x + y;
      }
    }

    @Override
    float apply(float x, float y) {
      return x + y;
    }

    @Override
    void combine(float[] to, float[] a, float[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        float x = a[i];
        float y = b[i];
        to[i] = x + y;
      }
    }

    @Override
    double apply(double x, double y) {
      return x + y;
    }

    @Override
    void combine(double[] to, double[] a, double[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        double x = a[i];
        double y = b[i];
        to[i] = x + y;
      }
    }
  }

  /// The product; integers wrap.
  static final class Product extends ElementKernel {
    @Override
    byte apply(byte x, byte y) {
      return (byte) (x * y);
    }

    @Override
    void combine(byte[] to, byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        to[i] = (byte) (x * y);
      }
    }

    @Override
    int apply(int x, int y) {
      return x * y;
    }

    @Override
    void combine(int[] to, int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        to[i] = x * y;
      }
    }

    @Override
    long apply(long x, long y) {
      return x * y;
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        to[i] = x * y;
      }
    }

    @Override
    float apply(float x, float y) {
      return x * y;
    }

    @Override
    void combine(float[] to, float[] a, float[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        float x = a[i];
        float y = b[i];
        to[i] = x * y;
      }
    }

    @Override
    double apply(double x, double y) {
      return x * y;
    }

    @Override
    void combine(double[] to, double[] a, double[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        double x = a[i];
        double y = b[i];
        to[i] = x * y;
      }
    }
  }

  /// The minimum, as [Math#min(double, double)].
  static final class Least extends ElementKernel {
    @Override
    byte apply(byte x, byte y) {
      return x <= y ? x : y;
    }

    @Override
    void combine(byte[] to, byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        to[i] = x <= y ? x : y;
      }
    }

    @Override
    int apply(int x, int y) {
      return Math.min(x, y);
    }

    @Override
    void combine(int[] to, int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        to[i] = Math.min(x, y);
      }
    }

    @Override
    long apply(long x, long y) {
      return Math.min(x, y);
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        to[i] = Math.min(x, y);
      }
    }

    @Override
    float apply(float x, float y) {
      return Math.min(x, y);
    }

    @Override
    void combine(float[] to, float[] a, float[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        float x = a[i];
        float y = b[i];
        to[i] = Math.min(x, y);
      }
    }

    @Override
    double apply(double x, double y) {
      return Math.min(x, y);
    }

    @Override
    void combine(double[] to, double[] a, double[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        double x = a[i];
        double y = b[i];
        to[i] = Math.min(x, y);
      }
    }
  }

  /// The maximum, as [Math#max(double, double)].
  static final class Greatest extends ElementKernel {
    @Override
    byte apply(byte x, byte y) {
      return x >= y ? x : y;
    }

    @Override
    void combine(byte[] to, byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        to[i] = x >= y ? x : y;
      }
    }

    @Override
    int apply(int x, int y) {
      return Math.max(x, y);
    }

    @Override
    void combine(int[] to, int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        to[i] = Math.max(x, y);
      }
    }

    @Override
    long apply(long x, long y) {
      return Math.max(x, y);
    }

    @Override
    void combine(long[] to, long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        to[i] = Math.max(x, y);
      }
    }

    @Override
    float apply(float x, float y) {
      return Math.max(x, y);
    }

    @Override
    void combine(float[] to, float[] a, float[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        float x = a[i];
        float y = b[i];
        to[i] = Math.max(x, y);
      }
    }

    @Override
    double apply(double x, double y) {
      return Math.max(x, y);
    }

    @Override
    void combine(double[] to, double[] a, double[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        double x = a[i];
        double y = b[i];
        to[i] = Math.max(x, y);
      }
    }
  }
}
