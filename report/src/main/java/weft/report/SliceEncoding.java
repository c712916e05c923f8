// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.util.zip.Deflater;

/// The slices of a timeline as they go into a page: for each row runs of time, each with a name and
/// a length, and with no gap between them. Name 0 is no slice; name i + 1 is name i.
///
/// ```
/// names    1 byte (2 where there are more than 254 names) for each run, row after row
/// lengths  1 to 5 bytes for each run: 7 bits each, the lowest first, 0x80 in all but the last
/// ```
///
/// Lengths are in quanta. Where all slices fit the budget each of them is a run, and a quantum is 1
/// ns, or what a 31-bit number of quanta needs. Else time is cut into cells of one quantum, and
/// each cell shows one name of those in it: the one with the most time that no cell has shown so
/// far. So each name has its share of the picture, over a few cells.
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

  /// Encodes slices as finely as the budget allows.
  ///
  /// @param budget bytes in the page
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
      // Each row takes a run at least.
      if (coarse.deflated.length <= most || quantum > span.nanos()) {
        return coarse;
      }
      quantum = next(quantum);
    }
  }

  /// 1, 2, 3, 4, 6, 8, 12, 16, 24 ...
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

  /// The bytes that an encoding takes, from every so-manieth chunk of slices.
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

  /// When the first slice of all begins.
  long begin() {
    return begin;
  }

  /// The nanoseconds of one unit of length.
  long quantum() {
    return quantum;
  }

  /// From the first slice's begin to the last one's end, in quanta.
  long length() {
    return length;
  }

  /// Whether each slice is a run.
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

  /// What readers must know of the picture.
  String precision() {
    String size =
        quantum < 10_000 ? Numbers.text(quantum) + " ns" : Numbers.text(quantum / 1e3) + " µs";
    if (!exact) {
      return "They are too many to show each: every "
          + size
          + " of the picture show the name that took"
          + " most of it, so that each keeps its share. The sums are exact.";
    }
    return quantum == 1
        ? "The picture shows each of them."
        : "The picture shows each of them, rounded to " + size + ". The sums are exact.";
  }
}
