// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.data;

import java.util.Arrays;

/// In which order a span goes through memory that rows at one stride cannot describe: runs of bytes
/// at a distance, those again at a distance, and so on. It is made level by level, from the inside,
/// and never changes; so spans share it.
///
/// ```
///   of(run).times(2, a).times(3, b)      run·run···run·run···run·run···
///                                         1   2     3   4     5   6
///                                         |-a-|
///                                         |----b----|
/// ```
///
/// A level that continues the one inside it at the same distance is merged with that. Levels may
/// lie between each other, as the columns of several owners do, as long as no byte is met twice.
///
/// All lengths and distances are in bytes.
public final class Levels {
  private static final long[] NONE = {};

  private final long run;

  /// The levels, the innermost first.
  private final long[] counts;

  private final long[] strides;
  private final long bytes;
  private final long extent;

  private Levels(long run, long[] counts, long[] strides) {
    this.run = run;
    this.counts = counts;
    this.strides = strides;
    long bytes = run;
    long extent = run;
    for (int i = 0; i < counts.length; i++) {
      bytes = Math.multiplyExact(bytes, counts[i]);
      extent = Math.addExact(extent, Math.multiplyExact(counts[i] - 1, strides[i]));
    }
    this.bytes = bytes;
    this.extent = extent;
  }

  /// `run` bytes in one piece.
  public static Levels of(long run) {
    if (run < 1) {
      throw new IllegalArgumentException("runs of " + run + " bytes; they need at least 1");
    }
    return new Levels(run, NONE, NONE);
  }

  /// All this `count` times, each `stride` bytes after the one before.
  public Levels times(long count, long stride) {
    if (count < 1 || stride < 1) {
      throw new IllegalArgumentException(
          "a level of " + count + " times every " + stride + " bytes; both must be at least 1");
    }
    int levels = counts.length;
    if (count == 1) {
      return this;
    }
    if (levels == 0 && stride == run) {
      return new Levels(Math.multiplyExact(run, count), NONE, NONE);
    }
    boolean goesOn = levels > 0 && stride == counts[levels - 1] * strides[levels - 1];
    int more = goesOn ? levels : levels + 1;
    long[] counts = Arrays.copyOf(this.counts, more);
    long[] strides = Arrays.copyOf(this.strides, more);
    counts[more - 1] = goesOn ? counts[more - 1] * count : count;
    strides[more - 1] = goesOn ? strides[more - 1] : stride;
    return new Levels(run, counts, strides);
  }

  /// How many bytes there are, without gaps.
  public long bytes() {
    return bytes;
  }

  /// How many bytes there are from the first in memory to the last.
  long extent() {
    return extent;
  }

  /// How many levels there are.
  int levels() {
    return counts.length;
  }

  /// The bytes that lie in one piece.
  long run() {
    return run;
  }

  /// How many runs the innermost level has.
  long rows() {
    return counts[0];
  }

  /// The distance of the runs of the innermost level.
  long stride() {
    return strides[0];
  }

  /// How many bytes from position `at` on lie in rows at one stride.
  long strip(long at) {
    long strip = run * counts[0];
    return strip - at % strip;
  }

  /// How far from the first byte in memory the byte at a position is.
  long place(long position) {
    long index = position / run;
    long place = position - index * run;
    int last = counts.length - 1;
    for (int i = 0; i < last; i++) {
      long outer = index / counts[i];
      place += (index - outer * counts[i]) * strides[i];
      index = outer;
    }
    return place + index * strides[last];
  }

  /// Whether the other goes through memory in the same order.
  boolean isLike(Levels other) {
    return this == other
        || (run == other.run
            && Arrays.equals(counts, other.counts)
            && Arrays.equals(strides, other.strides));
  }
}
