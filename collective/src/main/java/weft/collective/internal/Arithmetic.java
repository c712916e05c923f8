// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

/// Sums, products, the least and the greatest.
final class Arithmetic {
  private Arithmetic() {}

  /// The sum; integers wrap.
  static final class Sum extends Kernel {
    @Override
    void combine(byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        a[i] = (byte) (x + y);
      }
    }

    @Override
    void combine(int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        a[i] = x + y;
      }
    }

    @Override
    void combine(long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        a[i] = x + y;
      }
    }

    @Override
    void combine(float[] a, float[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        float x = a[i];
        float y = b[i];
        a[i] = x + y;
      }
    }

    @Override
    void combine(double[] a, double[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        double x = a[i];
        double y = b[i];
        a[i] = x + y;
      }
    }
  }

  /// The product; integers wrap.
  static final class Product extends Kernel {
    @Override
    void combine(byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        a[i] = (byte) (x * y);
      }
    }

    @Override
    void combine(int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        a[i] = x * y;
      }
    }

    @Override
    void combine(long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        a[i] = x * y;
      }
    }

    @Override
    void combine(float[] a, float[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        float x = a[i];
        float y = b[i];
        a[i] = x * y;
      }
    }

    @Override
    void combine(double[] a, double[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        double x = a[i];
        double y = b[i];
        a[i] = x * y;
      }
    }
  }

  /// The least, as [Math#min(double, double)] has it.
  static final class Least extends Kernel {
    @Override
    void combine(byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        a[i] = x <= y ? x : y;
      }
    }

    @Override
    void combine(int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        a[i] = Math.min(x, y);
      }
    }

    @Override
    void combine(long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        a[i] = Math.min(x, y);
      }
    }

    @Override
    void combine(float[] a, float[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        float x = a[i];
        float y = b[i];
        a[i] = Math.min(x, y);
      }
    }

    @Override
    void combine(double[] a, double[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        double x = a[i];
        double y = b[i];
        a[i] = Math.min(x, y);
      }
    }
  }

  /// The greatest, as [Math#max(double, double)] has it.
  static final class Greatest extends Kernel {
    @Override
    void combine(byte[] a, byte[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        byte x = a[i];
        byte y = b[i];
        a[i] = x >= y ? x : y;
      }
    }

    @Override
    void combine(int[] a, int[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        int x = a[i];
        int y = b[i];
        a[i] = Math.max(x, y);
      }
    }

    @Override
    void combine(long[] a, long[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        long x = a[i];
        long y = b[i];
        a[i] = Math.max(x, y);
      }
    }

    @Override
    void combine(float[] a, float[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        float x = a[i];
        float y = b[i];
        a[i] = Math.max(x, y);
      }
    }

    @Override
    void combine(double[] a, double[] b, int from, int end) {
      for (int i = from; i < end; i++) {
        double x = a[i];
        double y = b[i];
        a[i] = Math.max(x, y);
      }
    }
  }
}
