// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The slices of one row, each as three numbers of variable length: the gap before it, its length,
/// and its name.
final class SliceTrack {
  private static final int CHUNK = 1 << 14;
  private static final int MOST_BYTES_OF_A_SLICE = 10 + 10 + 5;

  /// Reads slices in their order.
  interface Reader {
    /// @param gap nanoseconds since the end of the slice before; of the first since the beginning
    void slice(long gap, long length, int name);
  }

  private final List<byte[]> full = new ArrayList<>();
  private final List<Integer> fill = new ArrayList<>();
  private byte[] chunk = new byte[64];
  private int at;
  private long slices;
  private long begin;
  private long end;
  private long[] nanos = new long[8];

  void add(int name, long from, long to) {
    if (slices == 0) {
      begin = from;
      end = from;
    }
    long start = Math.max(from, end);
    long stop = Math.max(start, to);
    if (at + MOST_BYTES_OF_A_SLICE > chunk.length) {
      makeRoom();
    }
    put(start - end);
    put(stop - start);
    put(name);
    if (name >= nanos.length) {
      nanos = Arrays.copyOf(nanos, Math.max(name + 1, nanos.length * 2));
    }
    nanos[name] += stop - start;
    end = stop;
    slices++;
  }

  /// A small chunk grows, so that rows with few slices take little; a large one is full.
  private void makeRoom() {
    if (chunk.length < CHUNK) {
      chunk = Arrays.copyOf(chunk, chunk.length * 4);
    } else {
      full.add(chunk);
      fill.add(at);
      chunk = new byte[CHUNK];
      at = 0;
    }
  }

  private void put(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      chunk[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    chunk[at++] = (byte) rest;
  }

  /// Reads all slices.
  void read(Reader reader) {
    for (int i = 0; i < chunks(); i++) {
      readChunk(i, reader);
    }
  }

  int chunks() {
    return full.size() + 1;
  }

  /// Reads the slices of one chunk: some of many, for an estimate.
  ///
  /// @return how many these are
  long readChunk(int index, Reader reader) {
    return index < full.size()
        ? read(full.get(index), fill.get(index), reader)
        : read(chunk, at, reader);
  }

  private static long read(byte[] bytes, int length, Reader reader) {
    long count = 0;
    int at = 0;
    while (at < length) {
      long gap = 0;
      long size = 0;
      int name = 0;
      int shift = 0;
      byte b;
      do {
        b = bytes[at++];
        gap |= (long) (b & 0x7F) << shift;
        shift += 7;
      } while (b < 0);
      shift = 0;
      do {
        b = bytes[at++];
        size |= (long) (b & 0x7F) << shift;
        shift += 7;
      } while (b < 0);
      shift = 0;
      do {
        b = bytes[at++];
        name |= (b & 0x7F) << shift;
        shift += 7;
      } while (b < 0);
      reader.slice(gap, size, name);
      count++;
    }
    return count;
  }

  long slices() {
    return slices;
  }

  long begin() {
    return begin;
  }

  long end() {
    return end;
  }

  /// All time under one name.
  long nanos(int name) {
    return name < nanos.length ? nanos[name] : 0;
  }

  long memory() {
    return (long) full.size() * CHUNK + chunk.length + 8L * nanos.length;
  }
}
