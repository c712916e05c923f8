// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/// Converts the slices of rows to runs of quanta; see [SliceEncoding].
final class SliceRuns implements SliceTrack.Reader {
  private static final int MOST_NAMES_OF_A_BYTE = 254;

  private final boolean exact;
  private final boolean wide;
  private final long quantum;
  private final long[] runs;
  private byte[] names = new byte[1 << 12];
  private byte[] lengths = new byte[1 << 12];
  private int namesEnd;
  private int lengthsEnd;
  private int row = -1;

  /// Nanoseconds of this row so far, and the corresponding quanta.
  private long nanos;

  private long quanta;

  /// The current run. It ends when another name follows.
  private int runName;

  private long runLength;

  /// Per name: time that no cell has shown yet; negative if cells have shown more.
  private final long[] owed;

  /// The names with time in the current cell.
  private final int[] inCell;

  private final long[] lastCellOf;
  private int inCellEnd;
  private long cell;
  private long cellLeft;

  SliceRuns(int rows, int names, long quantum, boolean exact) {
    this.exact = exact;
    this.quantum = quantum;
    wide = names > MOST_NAMES_OF_A_BYTE;
    runs = new long[rows];
    owed = new long[names + 1];
    inCell = new int[names + 1];
    lastCellOf = new long[names + 1];
  }

  void beginRow(long lead) {
    row++;
    nanos = 0;
    quanta = 0;
    runLength = 0;
    Arrays.fill(owed, 0);
    inCellEnd = 0;
    cell++;
    cellLeft = quantum;
    if (lead > 0) {
      pass(0, lead);
    }
  }

  @Override
  public void slice(long gap, long length, int name) {
    if (gap > 0) {
      pass(0, gap);
    }
    pass(name + 1, length);
  }

  void endRow() {
    if (!exact && cellLeft < quantum) {
      finishCell();
    }
    flush();
  }

  private void pass(int name, long length) {
    if (!exact) {
      passCells(name, length);
      return;
    }
    nanos += length;
    long now = (nanos + quantum / 2) / quantum;
    if (now > quanta || name != 0) {
      put(name, now - quanta);
    }
    quanta = now;
  }

  private void passCells(int name, long length) {
    long left = length;
    if (left >= cellLeft) {
      left -= cellLeft;
      owe(name, cellLeft);
      finishCell();
      // Cells that one name fills show that name.
      long whole = left / quantum;
      if (whole > 0) {
        show(name, whole);
        left -= whole * quantum;
      }
    }
    if (left > 0) {
      owe(name, left);
      cellLeft -= left;
    }
  }

  private void owe(int name, long time) {
    owed[name] += time;
    if (lastCellOf[name] != cell) {
      lastCellOf[name] = cell;
      inCell[inCellEnd++] = name;
    }
  }

  private void finishCell() {
    int best = inCell[0];
    for (int i = 1; i < inCellEnd; i++) {
      if (owed[inCell[i]] > owed[best]) {
        best = inCell[i];
      }
    }
    owed[best] -= quantum;
    show(best, 1);
    inCellEnd = 0;
    cell++;
    cellLeft = quantum;
  }

  private void show(int name, long cells) {
    if (name != runName) {
      flush();
      runName = name;
    }
    runLength += cells;
  }

  private void flush() {
    if (runLength > 0) {
      put(runName, runLength);
      runLength = 0;
    }
  }

  private void put(int name, long length) {
    if (namesEnd + 2 > names.length) {
      names = Arrays.copyOf(names, names.length * 2);
    }
    if (lengthsEnd + 10 > lengths.length) {
      lengths = Arrays.copyOf(lengths, lengths.length * 2);
    }
    names[namesEnd++] = (byte) name;
    if (wide) {
      names[namesEnd++] = (byte) (name >> 8);
    }
    long rest = length;
    while (rest >= 0x80) {
      lengths[lengthsEnd++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    lengths[lengthsEnd++] = (byte) rest;
    runs[row]++;
  }

  boolean isWide() {
    return wide;
  }

  long[] runsOfRows() {
    return runs;
  }

  byte[] bytes() {
    var bytes = new ByteArrayOutputStream(namesEnd + lengthsEnd);
    bytes.write(names, 0, namesEnd);
    bytes.write(lengths, 0, lengthsEnd);
    return bytes.toByteArray();
  }
}
