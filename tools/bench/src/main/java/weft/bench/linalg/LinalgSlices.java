// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.bench.collective.Team;
import weft.bench.collective.rank.WarmUp;
import weft.bench.harness.SliceRounds;

/// Single slices of linear algebra, and the best setting of several.
final class LinalgSlices {
  /// The approximate length of a slice. Small matrices repeat; the least time counts.
  private static final double SECONDS = 0.15;

  private static final double GUESSED_RATE = 40e9;

  private LinalgSlices() {}

  /// How a setting is timed.
  interface Timer {
    double seconds(LinalgCell cell);
  }

  static int count(LinalgCell cell, int ranks) {
    double guess = cell.task().operations(cell.n()) / GUESSED_RATE / ranks;
    return Math.clamp((long) (SECONDS / guess), 1, 50);
  }

  /// What the slowest rank answers.
  static double seconds(Team team, String line) {
    return 1e-9 * team.ask(line).stream().mapToLong(answer -> answer.value(0)).max().orElseThrow();
  }

  static double weft(Team team, LinalgCell cell, int ranks) {
    return seconds(team, cell.line(count(cell, ranks)));
  }

  static double peer(Team team, LinalgCell cell, int ranks) {
    return seconds(team, cell.peerLine(count(cell, ranks)));
  }

  /// The possible numbers of rows of a grid.
  static List<Integer> heights(int ranks) {
    var heights = new ArrayList<Integer>();
    for (int rows = 1; rows <= ranks; rows++) {
      if (ranks % rows == 0) {
        heights.add(rows);
      }
    }
    return heights;
  }

  static void warm(Team team, List<LinalgCell> cells, int ranks) {
    var warmUp = new WarmUp(List.of(team));
    do {
      for (LinalgCell cell : cells) {
        var _ = weft(team, cell, ranks);
      }
    } while (!warmUp.isOver());
  }

  /// The least time of a few slices of each setting.
  static Map<LinalgCell, Double> least(
      String title, List<LinalgCell> cells, int sweep, long seed, Timer timer) throws Exception {
    var least = new LinkedHashMap<LinalgCell, Double>();
    var slices = new SliceRounds(seed);
    for (LinalgCell cell : cells) {
      slices.add(round -> least.merge(cell, timer.seconds(cell), Math::min));
    }
    slices.run(title, 0, sweep);
    return least;
  }

  static LinalgCell best(Map<LinalgCell, Double> least) {
    return least.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /// The quotients of the times of each round.
  static double[] divided(double[] times, double[] by) {
    var ratios = new double[times.length];
    for (int i = 0; i < times.length; i++) {
      ratios[i] = times[i] / by[i];
    }
    return ratios;
  }
}
