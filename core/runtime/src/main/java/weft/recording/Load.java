// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.lang.foreign.MemorySegment;
import weft.memory.Words;

/// The time of one rank by category over the job's time. It has the nanoseconds of each category in
/// each of [RecordingLayout#BUCKET_COUNT] slices, whose length grows with the job.
final class Load {
  private final long start;
  private final long[] buckets = new long[BUCKET_COUNT * CATEGORIES];
  private long width;
  private int bucket;
  private long bucketEnd;

  Load(long start, long width) {
    this.start = start;
    this.width = width;
    this.bucketEnd = start + width;
  }

  /// Adds the time from `from` to `to` to `category`. It must follow the time added before.
  void add(int category, long from, long to) {
    if (to - bucketEnd < 0) {
      buckets[CATEGORIES * bucket + category] += to - from;
      return;
    }
    addLong(category, from, to);
  }

  private void addLong(int category, long from, long to) {
    long at = from;
    while (to - bucketEnd >= 0) {
      buckets[CATEGORIES * bucket + category] += bucketEnd - at;
      at = bucketEnd;
      next();
    }
    buckets[CATEGORIES * bucket + category] += to - at;
  }

  private void next() {
    if (++bucket == BUCKET_COUNT) {
      fold();
    }
    bucketEnd = start + (bucket + 1) * width;
  }

  /// Merges each two buckets into one.
  private void fold() {
    for (int i = 0; i < BUCKET_COUNT; i++) {
      for (int category = 0; category < CATEGORIES; category++) {
        int from = CATEGORIES * 2 * i + category;
        buckets[CATEGORIES * i + category] =
            i < BUCKET_COUNT / 2 ? buckets[from] + buckets[from + CATEGORIES] : 0;
      }
    }
    width *= 2;
    bucket = BUCKET_COUNT / 2;
  }

  void copy(MemorySegment file) {
    Words.set(file, 8L * H_BUCKET_NANOS, width);
    MemorySegment.copy(MemorySegment.ofArray(buckets), 0, file, 8L * BUCKETS, 8L * buckets.length);
  }
}
