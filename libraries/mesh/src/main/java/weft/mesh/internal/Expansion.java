// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

/// An exact number: the sum of doubles whose bits do not overlap, in ascending order of magnitude.
///
/// The operations are those of J. R. Shewchuk, "Adaptive precision floating-point arithmetic and
/// fast robust geometric predicates", Discrete & Computational Geometry 18 (1997), section 2:
/// fast-expansion-sum and scale-expansion, both without zeros, and compress. They are exact if
/// nothing overflows, and if no bit of a result is below 2⁻¹⁰⁷⁴. Every result is compressed. So its
/// terms are nonadjacent, as the sum and the scaling require, and few.
///
/// An instance is written by one operation after the other and keeps its array, so that a
/// computation that is repeated allocates nothing. It may not be an argument of its own operation.
final class Expansion {
  double[] terms = new double[8];
  int size;

  /// Becomes a double.
  void set(double a) {
    size = 0;
    if (a != 0) {
      terms[size++] = a;
    }
  }

  /// Becomes `a - b`.
  void setDifference(double a, double b) {
    double high = a - b;
    double part = a - high;
    double low = (a - (high + part)) + (part - b);
    size = 0;
    if (low != 0) {
      terms[size++] = low;
    }
    if (high != 0) {
      terms[size++] = high;
    }
  }

  /// Becomes `a + sign * b`, for a `sign` of 1 or -1.
  void setSum(Expansion a, Expansion b, double sign) {
    room(a.size + b.size);
    sum(a, b, sign);
    compress();
  }

  /// Becomes `a * b`. The scratch is overwritten.
  void setProduct(Expansion a, Expansion b, Expansion scratch, Expansion scaled) {
    if (a.size < b.size) {
      setProduct(b, a, scratch, scaled);
      return;
    }
    size = 0;
    for (int i = 0; i < b.size; i++) {
      scaled.setScaled(a, b.terms[i]);
      scratch.setSum(this, scaled, 1);
      swap(scratch);
    }
  }

  /// Becomes `a * factor`.
  void setScaled(Expansion a, double factor) {
    room(2 * a.size);
    int n = 0;
    double rest = 0;
    for (int i = 0; i < a.size; i++) {
      double product = a.terms[i] * factor;
      double error = Math.fma(a.terms[i], factor, -product);
      double sum = rest + error;
      double part = sum - rest;
      double low = (rest - (sum - part)) + (error - part);
      if (low != 0) {
        terms[n++] = low;
      }
      rest = product + sum;
      low = sum - (rest - product);
      if (low != 0) {
        terms[n++] = low;
      }
    }
    if (rest != 0) {
      terms[n++] = rest;
    }
    size = n;
    compress();
  }

  /// Exchanges the values of the two.
  void swap(Expansion other) {
    double[] ours = terms;
    int count = size;
    terms = other.terms;
    size = other.size;
    other.terms = ours;
    other.size = count;
  }

  /// The sign: 1, 0 or -1.
  int signum() {
    return size == 0 ? 0 : (int) Math.signum(terms[size - 1]);
  }

  /// A double next to the value: the error is less than the last bit.
  double estimate() {
    return size == 0 ? 0 : terms[size - 1];
  }

  private void room(int count) {
    if (terms.length < count) {
      terms = new double[Math.max(count, 2 * terms.length)];
    }
  }

  private void sum(Expansion a, Expansion b, double sign) {
    int i = 0;
    int j = 0;
    int n = 0;
    double rest = 0;
    while (i < a.size || j < b.size) {
      double next;
      if (j == b.size || (i < a.size && Math.abs(a.terms[i]) <= Math.abs(b.terms[j]))) {
        next = a.terms[i++];
      } else {
        next = sign * b.terms[j++];
      }
      double sum = rest + next;
      double part = sum - rest;
      double low = (rest - (sum - part)) + (next - part);
      if (low != 0) {
        terms[n++] = low;
      }
      rest = sum;
    }
    if (rest != 0) {
      terms[n++] = rest;
    }
    size = n;
  }

  /// Moves the value into as few terms as possible: first from the largest term down, then up.
  private void compress() {
    if (size < 2) {
      return;
    }
    int bottom = size - 1;
    double large = terms[bottom];
    for (int i = size - 2; i >= 0; i--) {
      double sum = large + terms[i];
      double low = terms[i] - (sum - large);
      if (low != 0) {
        terms[bottom--] = sum;
        large = low;
      } else {
        large = sum;
      }
    }
    terms[bottom] = large;
    int top = 0;
    for (int i = bottom + 1; i < size; i++) {
      double sum = terms[i] + large;
      double low = large - (sum - terms[i]);
      if (low != 0) {
        terms[top++] = low;
      }
      large = sum;
    }
    if (large != 0) {
      terms[top++] = large;
    }
    size = top;
  }
}
