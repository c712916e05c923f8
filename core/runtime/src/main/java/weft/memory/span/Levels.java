// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import java.util.Arrays;

/// An order of bytes in memory that rows at one stride cannot describe. It has runs of bytes at a
/// distance, groups of these at another distance, and so on. Levels are built from the innermost
/// one and never change, so spans share them.
///
/// ```
///   of(run).times(2, a).times(3, b)      run·run···run·run···run·run···
///                                         1   2     3   4     5   6
///                                         |-a-|
///                                         |----b----|
/// ```
///
/// A level that continues the one inside it at the same distance is merged with it. Levels may
/// interleave, as the columns of several owners do, if no byte is visited twice.
///
/// All lengths and distances are in bytes.
public final class Levels {
  private static final long[] NONE = {};

  private final long run;

  /// The levels, innermost first.
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

  /// A run of `run` contiguous bytes.
  public static Levels of(long run) {
    if (run < 1) {
      throw new IllegalArgumentException("runs of " + run + " bytes; they need at least 1");
    }
    return new Levels(run, NONE, NONE);
  }

  /// These levels `count` times, each `stride` bytes after the one before.
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

  /// The number of bytes, without gaps.
  public long bytes() {
    return bytes;
  }

  /// The number of bytes from the first to the last in memory.
  long extent() {
    return extent;
  }

  /// The number of levels.
  int levels() {
    return counts.length;
  }

  /// The bytes of a run.
  long run() {
    return run;
  }

  /// The number of runs of the innermost level.
  long rows() {
    return counts[0];
  }

  /// The distance between runs of the innermost level.
  long stride() {
    return strides[0];
  }

  /// The number of bytes from position `at` in rows at one stride.
  long strip(long at) {
    long strip = run * counts[0];
    return strip - at % strip;
  }

  /// The distance in memory of the byte at `position` from the first byte.
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

  /// Whether `other` visits memory in the same order.
  boolean isLike(Levels other) {
    return this == other
        || (run == other.run
            && Arrays.equals(counts, other.counts)
            && Arrays.equals(strides, other.strides));
  }
}
