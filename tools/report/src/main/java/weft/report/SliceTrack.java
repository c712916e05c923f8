// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The slices of one row. Each slice is three numbers of variable length: the gap before it, its
/// length, and its name.
final class SliceTrack {
  private static final int CHUNK = 1 << 14;
  private static final int MOST_BYTES_OF_A_SLICE = 10 + 10 + 5;

  /// Receives slices in their order.
  interface Reader {
    /// @param gap nanoseconds since the end of the previous slice; for the first slice, since the
    ///   begin
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

  /// Makes room for a slice. Chunks start small, so that rows with few slices take little memory. A
  /// chunk of the full size is followed by a new one.
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

  /// Passes all slices to `reader`.
  void read(Reader reader) {
    for (int i = 0; i < chunks(); i++) {
      readChunk(i, reader);
    }
  }

  int chunks() {
    return full.size() + 1;
  }

  /// Passes the slices of one chunk to `reader`, for an estimate.
  ///
  /// @return the number of slices in the chunk
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

  /// Returns the total time of one name.
  long nanos(int name) {
    return name < nanos.length ? nanos[name] : 0;
  }

  long memory() {
    return (long) full.size() * CHUNK + chunk.length + 8L * nanos.length;
  }
}
