// SPDX-License-Identifier: Apache-2.0
package weft.record.replay;

import static weft.recording.RecordingLayout.BODY;

/// How busy all ranks together were before each moment: exact at the borders of cells, and linear
/// between them.
final class BusyRanks {
  private static final int CELLS = 1 << 16;

  private final double begin;
  private final double cell;

  /// The time for which ranks were busy before each border.
  private final double[] nanos = new double[CELLS + 2];

  /// How often a body had gone on before each border.
  private final double[] turns = new double[CELLS + 2];

  BusyRanks(Iterable<RankPieces> ranks, long begin, long end) {
    this.begin = begin;
    this.cell = Math.max(1, end - begin) / (double) CELLS;
    var slope = new double[CELLS + 2];
    for (RankPieces rank : ranks) {
      for (int at = 0; at < rank.count; at++) {
        if (RankPieces.isBusy(rank.id[at])) {
          bend(slope, rank.from(at), 1);
          bend(slope, rank.until[at], -1);
        }
        if (rank.id[at] == BODY) {
          turns[border(rank.until[at])]++;
        }
      }
    }
    for (int border = 1; border < nanos.length; border++) {
      slope[border] += slope[border - 1];
      nanos[border] += nanos[border - 1] + slope[border - 1] * cell;
      turns[border] += turns[border - 1];
    }
  }

  private int border(long time) {
    return Math.clamp((long) Math.floor((time - begin) / cell) + 1, 0, CELLS + 1);
  }

  /// From `time` on, `by` ranks more are busy.
  private void bend(double[] slope, long time, int by) {
    int border = border(time);
    slope[border] += by;
    nanos[border] += by * Math.max(0, begin + border * cell - Math.max((double) time, begin));
  }

  /// The time for which all ranks were busy before `time`.
  double nanosBefore(long time) {
    return at(nanos, time);
  }

  /// How often a body had gone on before `time`.
  double turnsBefore(long time) {
    return at(turns, time);
  }

  private double at(double[] values, long time) {
    double place = Math.clamp((time - begin) / cell, 0, CELLS);
    int border = (int) place;
    return values[border] + (place - border) * (values[border + 1] - values[border]);
  }
}
