// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.util.zip.Deflater;

/// The slices of a timeline as encoded in a page. Each row is a list of runs of time without gaps.
/// Each run has a name and a length. Name 0 means no slice, and i + 1 means the name i.
///
/// ```
/// names    1 byte (2 where there are more than 254 names) for each run, row after row
/// lengths  1 to 5 bytes for each run: 7 bits each, the lowest first, 0x80 in all but the last
/// ```
///
/// Lengths are in quanta. If all slices fit the budget, each slice is a run. A quantum is then 1
/// ns, or more if lengths would exceed 31 bits. Otherwise time is divided into cells of one
/// quantum. Each cell shows one of its names: the one with the most time that was not shown yet. So
/// over a few cells each name has its share of the picture.
final class SliceEncoding {
  private static final int SAMPLED = 24;
  private static final double CAUTION = 0.95;

  private final long begin;
  private final long quantum;
  private final long length;
  private final boolean exact;
  private final boolean wide;
  private final long[] runs;
  private final byte[] deflated;

  private SliceEncoding(
      Span span, long quantum, boolean exact, SliceRuns encoded, byte[] deflated) {
    this.begin = span.begin();
    this.quantum = quantum;
    this.length = Math.ceilDiv(span.nanos(), quantum);
    this.exact = exact;
    this.wide = encoded.isWide();
    this.runs = encoded.runsOfRows();
    this.deflated = deflated;
  }

  private record Span(long begin, long end) {
    long nanos() {
      return end - begin;
    }
  }

  /// Encodes slices with the best resolution that the budget allows.
  ///
  /// @param budget the maximum size in the page, in bytes
  static SliceEncoding of(SliceTrack[] tracks, int names, int budget) {
    Span span = span(tracks);
    long most = budget / 4 * 3L;
    long finest = 1;
    while (span.nanos() / finest >= Integer.MAX_VALUE) {
      finest *= 2;
    }
    if (estimate(tracks, names, finest, true) <= most) {
      SliceEncoding whole = encode(tracks, span, names, finest, true);
      if (whole.deflated.length <= most) {
        return whole;
      }
    }
    long slices = 0;
    for (SliceTrack track : tracks) {
      slices += track.slices();
    }
    long quantum = finest;
    long mean = (long) ((double) span.nanos() * tracks.length / slices);
    while (quantum < mean / 16) {
      quantum *= 2;
    }
    while (true) {
      while (estimate(tracks, names, quantum, false) > most * CAUTION) {
        quantum = next(quantum);
      }
      SliceEncoding coarse = encode(tracks, span, names, quantum, false);
      // A quantum above the whole span leaves one run per row, the minimum.
      if (coarse.deflated.length <= most || quantum > span.nanos()) {
        return coarse;
      }
      quantum = next(quantum);
    }
  }

  /// Returns the next larger of 1, 2, 3, 4, 6, 8, 12, 16, 24 …
  private static long next(long quantum) {
    return Long.bitCount(quantum) == 1 && quantum > 1
        ? quantum / 2 * 3
        : Long.highestOneBit(quantum) * 2;
  }

  private static Span span(SliceTrack[] tracks) {
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (SliceTrack track : tracks) {
      if (track.slices() > 0) {
        begin = Math.min(begin, track.begin());
        end = Math.max(end, track.end());
      }
    }
    return begin > end ? new Span(0, 1) : new Span(begin, Math.max(end, begin + 1));
  }

  private static SliceEncoding encode(
      SliceTrack[] tracks, Span span, int names, long quantum, boolean exact) {
    var runs = new SliceRuns(tracks.length, names, quantum, exact);
    for (SliceTrack track : tracks) {
      long lead = track.slices() == 0 ? 0 : track.begin() - span.begin();
      runs.beginRow(lead);
      track.read(runs);
      runs.endRow();
    }
    byte[] deflated = HtmlOutput.deflate(runs.bytes(), Deflater.DEFAULT_COMPRESSION);
    return new SliceEncoding(span, quantum, exact, runs, deflated);
  }

  /// Estimates the size of an encoding from one of every [#SAMPLED] chunks of slices.
  private static double estimate(SliceTrack[] tracks, int names, long quantum, boolean exact) {
    var runs = new SliceRuns(tracks.length, names, quantum, exact);
    long read = 0;
    long all = 0;
    int next = 0;
    for (SliceTrack track : tracks) {
      all += track.slices();
      runs.beginRow(0);
      for (int i = 0; i < track.chunks(); i++) {
        if (next++ % SAMPLED == 0) {
          read += track.readChunk(i, runs);
        }
      }
      runs.endRow();
    }
    byte[] deflated = HtmlOutput.deflate(runs.bytes(), Deflater.DEFAULT_COMPRESSION);
    return read == 0 ? 0 : (double) deflated.length * all / read;
  }

  /// The begin of the first slice of all rows.
  long begin() {
    return begin;
  }

  /// The nanoseconds of one quantum.
  long quantum() {
    return quantum;
  }

  /// The time from the begin of the first slice to the end of the last one, in quanta.
  long length() {
    return length;
  }

  /// Returns whether each slice is a run of its own.
  boolean isExact() {
    return exact;
  }

  boolean isWide() {
    return wide;
  }

  /// The number of runs of each row.
  java.util.List<Long> runs() {
    return java.util.Arrays.stream(runs).boxed().toList();
  }

  byte[] deflated() {
    return deflated;
  }

  /// Describes the precision of the picture for readers.
  String precision() {
    String size =
        quantum < 10_000 ? Numbers.text(quantum) + " ns" : Numbers.text(quantum / 1e3) + " µs";
    if (!exact) {
      return "The slices are too many to show each. Every "
          + size
          + " of the picture show one name, so that"
          + " each name keeps its share over time. The sums are exact.";
    }
    return quantum == 1
        ? "The picture shows each slice."
        : "The picture shows each slice, rounded to " + size + ". The sums are exact.";
  }
}
