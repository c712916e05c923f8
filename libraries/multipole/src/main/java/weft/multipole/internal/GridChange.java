// SPDX-License-Identifier: Apache-2.0
package weft.multipole.internal;

/// The change of functions from one grid of equal angles to another: their Fourier modes are cut or
/// filled with zeros, and the Nyquist mode is dropped. It is exact for functions whose modes both
/// grids have.
///
/// Not for several threads.
public abstract sealed class GridChange permits MatrixChange, FourierChange {
  /// Up to this size of the larger grid, small matrices are faster than Fourier transforms.
  static final int MATRIX = 80;

  final int from;
  final int to;

  /// 1 if f(−θ, φ) = f(θ, φ + π), −1 if it is −f(θ, φ + π).
  final int parity;

  GridChange(int from, int to, int parity) {
    this.from = from;
    this.to = to;
    this.parity = parity;
  }

  /// The faster way between grids with these numbers of angles φ.
  public static GridChange of(int from, int to, int parity) {
    return Math.max(from, to) <= MATRIX
        ? new MatrixChange(from, to, parity)
        : new FourierChange(from, to, parity);
  }

  /// Changes one component: samples of the first grid, from an offset on, become samples of the
  /// second one, which are set.
  public abstract void run(
      float[] fromRe, float[] fromIm, int fromAt, float[] toRe, float[] toIm, int toAt);

  /// The number of rows that a grid keeps.
  static int rows(int size) {
    return size / 2 + 1;
  }

  /// The modes that both grids have: those from −(n − 1) to n − 1.
  final int modes() {
    return Math.min(from, to) / 2;
  }
}
