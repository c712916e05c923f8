// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/// A view of a matrix of doubles in the memory of one rank, row after row.
///
/// @param memory the memory that holds the elements; aligned to 8 bytes
/// @param at the index of the first element, in doubles
/// @param rows the number of rows
/// @param columns the number of columns
/// @param stride from the beginning of a row to that of the next, in doubles (the leading
///   dimension)
public record Tile(MemorySegment memory, long at, int rows, int columns, int stride) {
  private static final int TRANSPOSE_BLOCK = 32;

  /// A matrix without gaps between its rows.
  public static Tile packed(MemorySegment memory, long at, int rows, int columns) {
    return new Tile(memory, at, rows, columns, columns);
  }

  /// A new matrix of zeros in an array.
  public static Tile ofArray(int rows, int columns) {
    return packed(
        MemorySegment.ofArray(new double[Math.multiplyExact(rows, columns)]), 0, rows, columns);
  }

  /// The index of an element within the memory, in doubles.
  public long index(int row, int column) {
    return at + (long) row * stride + column;
  }

  /// Returns an element.
  public double get(int row, int column) {
    return memory.getAtIndex(JAVA_DOUBLE, index(row, column));
  }

  /// Changes an element.
  public void set(int row, int column, double value) {
    memory.setAtIndex(JAVA_DOUBLE, index(row, column), value);
  }

  /// The `rows` × `columns` elements from (`row`, `column`) on.
  public Tile part(int row, int column, int rows, int columns) {
    return new Tile(memory, index(row, column), rows, columns, stride);
  }

  /// The columns `from` to `to` − 1.
  public Tile columns(int from, int to) {
    return part(0, from, rows, to - from);
  }

  /// The rows `from` to `to` − 1.
  public Tile rows(int from, int to) {
    return part(from, 0, to - from, columns);
  }

  /// Copies part of a row into an array.
  public void read(int row, int column, double[] to, int from, int count) {
    if (count > 0) {
      MemorySegment.copy(memory, JAVA_DOUBLE, index(row, column) * Double.BYTES, to, from, count);
    }
  }

  /// Copies part of an array into a row.
  public void write(int row, int column, double[] values, int from, int count) {
    if (count > 0) {
      MemorySegment.copy(
          values, from, memory, JAVA_DOUBLE, index(row, column) * Double.BYTES, count);
    }
  }

  /// Copies all elements of `source`, which has the same shape.
  public void copyFrom(Tile source) {
    if (stride == columns && source.stride == columns || rows == 1) {
      move(source.memory, source.at, memory, at, (long) rows * columns);
      return;
    }
    for (int i = 0; i < rows; i++) {
      move(source.memory, source.index(i, 0), memory, index(i, 0), columns);
    }
  }

  private static void move(
      MemorySegment from, long source, MemorySegment to, long target, long count) {
    if (count > 0) { // an empty tile may begin beyond the end of its memory
      MemorySegment.copy(
          from, source * Double.BYTES, to, target * Double.BYTES, count * Double.BYTES);
    }
  }

  /// Sets this tile to the transpose of `source`. Blocks go through arrays, whose loops compilers
  /// optimise best.
  public void transposeFrom(Tile source) {
    double[] block = new double[TRANSPOSE_BLOCK * TRANSPOSE_BLOCK];
    double[] line = new double[TRANSPOSE_BLOCK];
    for (int j0 = 0; j0 < columns; j0 += TRANSPOSE_BLOCK) {
      int wide = Math.min(TRANSPOSE_BLOCK, columns - j0);
      for (int i0 = 0; i0 < rows; i0 += TRANSPOSE_BLOCK) {
        int high = Math.min(TRANSPOSE_BLOCK, rows - i0);
        for (int j = 0; j < wide; j++) {
          source.read(j0 + j, i0, block, j * TRANSPOSE_BLOCK, high);
        }
        for (int i = 0; i < high; i++) {
          for (int j = 0; j < wide; j++) {
            line[j] = block[j * TRANSPOSE_BLOCK + i];
          }
          write(i0 + i, j0, line, 0, wide);
        }
      }
    }
  }

  /// Sets all elements to `value`.
  public void fill(double value) {
    if (columns == 0) {
      return;
    }
    double[] line = new double[columns];
    java.util.Arrays.fill(line, value);
    for (int i = 0; i < rows; i++) {
      write(i, 0, line, 0, columns);
    }
  }
}
