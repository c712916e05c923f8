// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// Follows the minimum of a parabola fitted in logarithms: y = log(cost) as a function of x = log(1
/// + p).
///
/// The tuner begins with a bracket, one step per point, to the right of the start and then to its
/// left. The bracket ends when two consecutive points are worse than the best one. Then the tuner
/// cycles through three points: right of the centre, left of it, and the centre. It moves the
/// centre to the minimum of the parabola through the last samples. Older samples and outliers have
/// less weight. When costs no longer agree with the parabola, the tuner discards most samples and
/// probes further away.
///
/// It uses no random numbers, and computes with [StrictMath]. So ranks that are given the same
/// costs take the same steps.
final class LogQuadraticTuner implements Tuner {
  private static final double BRACKET = 1.5 * StrictMath.log(2);
  private static final double LEAST_SPREAD = 0.3;

  /// The relative extra cost that a point beside the centre may have.
  private static final double LEAST_RISE = 0.03;

  /// If the cost is higher by this much, the bracket ends at once.
  private static final double STEEP = 0.2;

  private static final double FIRST_SPREAD = 1.2;
  private static final double FAR = 1.4;
  private static final double MOST_X = StrictMath.log(1e6);

  /// Costs have changed when a cumulative sum of deviations exceeds this. Each deviation is first
  /// limited to [#MOST] and reduced by [#SLACK] (a CUSUM test).
  private static final double CHANGED = 6;

  private static final double SLACK = 0.6;
  private static final double MOST = 3;

  /// The number of samples that are kept after a change.
  private static final int FRESH = 3;

  private enum Phase {
    RIGHT,
    LEFT,
    FOLLOW,
    PROBE
  }

  private final Parabola fit = new Parabola();

  private Phase phase = Phase.RIGHT;
  private double x;
  private double centre;
  private double bestX;
  private double bestY = Double.POSITIVE_INFINITY;
  private double start;
  private int worse;
  private int turn;

  /// The number of samples since the bracket.
  private int since;

  /// The cumulative sums of positive and of negative deviations.
  private double above;

  private double below;

  /// The direction of a probe: 1 right, −1 left.
  private int side = 1;

  /// The direction in which the minimum has moved, as polls suggest: 1 right, −1 left, 0 unknown.
  private int hint;

  private double emptyShare = Double.NaN;

  LogQuadraticTuner(double p) {
    start = limited(StrictMath.log1p(FixedTuner.checked(p)));
    x = start;
  }

  /// Creates a tuner that continues from a saved state.
  static LogQuadraticTuner load(SavedState saved) {
    var tuner = new LogQuadraticTuner(0);
    tuner.phase = Phase.values()[saved.integer("phase", 0, Phase.values().length - 1)];
    tuner.x = saved.number("position", 0, MOST_X);
    tuner.centre = saved.number("centre", 0, MOST_X);
    tuner.bestX = saved.number("best position", 0, MOST_X);
    tuner.bestY = saved.number("best cost", Parabola.LEAST_Y, Double.POSITIVE_INFINITY);
    tuner.start = saved.numberOrNaN("start", 0, MOST_X);
    tuner.worse = saved.integer("number of worse steps", 0, 3);
    tuner.turn = saved.integer("turn", 0, 2);
    tuner.since = saved.integer("number of steps", 0, Integer.MAX_VALUE);
    tuner.above = saved.number("sum of costs above", 0, 2 * CHANGED);
    tuner.below = saved.number("sum of costs below", 0, 2 * CHANGED);
    tuner.side = saved.integer("side", -1, 1);
    if (tuner.side == 0) {
      throw saved.wrong("its side is 0, and not -1 or 1");
    }
    tuner.hint = saved.integer("hint", -1, 1);
    tuner.emptyShare = saved.numberOrNaN("share of empty polls", 0, 1);
    tuner.fit.load(saved, MOST_X);
    return tuner;
  }

  private static double limited(double x) {
    return x > 0 ? Math.min(MOST_X, x) : 0;
  }

  @Override
  public double value() {
    return StrictMath.expm1(x);
  }

  @Override
  public void observe(StepCounters counters) {
    double empty = counters.polls() == 0 ? 0 : (double) counters.emptyPolls() / counters.polls();
    hint = empty > emptyShare + 0.1 ? 1 : empty < emptyShare - 0.1 ? -1 : 0;
    emptyShare = Double.isNaN(emptyShare) ? empty : emptyShare + 0.2 * (empty - emptyShare);
  }

  @Override
  public void step(double cost) {
    if (!(cost > 0) || Double.isInfinite(cost)) {
      return;
    }
    double y = StrictMath.log(cost);
    boolean changed = phase == Phase.FOLLOW && since >= 6 && isChanged(y);
    fit.add(x, y);
    switch (phase) {
      case RIGHT -> bracket(y, 1);
      case LEFT -> bracket(y, -1);
      case FOLLOW -> {
        if (changed) {
          probe();
        } else {
          since = Math.min(since, Integer.MAX_VALUE - 1) + 1;
          fit.fit(centre);
          move();
        }
      }
      case PROBE -> probed(y);
    }
  }

  // The bracket.

  private void bracket(double y, int direction) {
    if (y < bestY) {
      bestY = y;
      bestX = x;
      worse = 0;
    } else {
      worse += y > bestY + STEEP ? 2 : 1;
    }
    double next = limited(x + direction * BRACKET);
    if (worse < 2 && next != x) {
      x = next;
      return;
    }
    double left = limited(start - BRACKET);
    if (direction > 0 && bestX == start && left != start) {
      phase = Phase.LEFT;
      worse = 0;
      x = left;
      return;
    }
    follow(bestX);
  }

  private void follow(double centre) {
    phase = Phase.FOLLOW;
    this.centre = centre;
    since = 0;
    turn = 0;
    above = 0;
    below = 0;
    if (fit.samples() >= 3) {
      fit.fit(centre);
      recentre();
    }
    x = this.centre;
    if (fit.samples() > 0) {
      next();
    }
  }

  // The cycle of three points around the centre.

  private double spread() {
    double s = FIRST_SPREAD * 8 / (8 + since);
    if (fit.curvature() > 0) {
      // As far as the noise requires, but no further: points beside the centre cost more.
      s = Math.min(s, Math.sqrt(Math.max(LEAST_RISE, 2 * fit.deviation()) / fit.curvature()));
    }
    return Math.max(LEAST_SPREAD, s);
  }

  private void move() {
    recentre();
    next();
  }

  private void recentre() {
    double s = spread();
    double most = 1.5 * s;
    double to = fit.toMinimum(s);
    to = Math.max(-most, Math.min(most, to));
    centre = limited(centre + 0.7 * to);
  }

  private void next() {
    double s = spread();
    x =
        switch (turn) {
          case 0 -> centre + s;
          case 1 -> centre - s;
          default -> centre;
        };
    x = limited(x);
    turn = (turn + 1) % 3;
  }

  private boolean isChanged(double y) {
    double z = fit.surprise(x, y);
    above = Math.max(0, above + Math.min(z, MOST) - SLACK);
    below = Math.max(0, below + Math.min(-z, MOST) - SLACK);
    return above > CHANGED || below > CHANGED;
  }

  // After a change.

  /// Discards all but the last samples, which were taken after the change, and probes further away.
  private void probe() {
    fit.keepLast(FRESH);
    phase = Phase.PROBE;
    bestX = fit.bestX();
    bestY = fit.bestY();
    turn = 0;
    side = downhill();
    x = limited(centre + side * FAR);
  }

  /// Returns the direction in which costs fall, from the samples after the change. If these are
  /// inconclusive, the polls decide.
  private int downhill() {
    double fall = fit.fall();
    if (Math.abs(fall) > 1.5 * fit.deviation() || hint == 0) {
      return fall >= 0 ? 1 : -1;
    }
    return hint;
  }

  private void probed(double y) {
    if (y < bestY) {
      // Continue in this direction: the other side is known to be worse.
      bestY = y;
      bestX = x;
      double next = limited(x + side * BRACKET);
      if (next != x) {
        phase = side > 0 ? Phase.RIGHT : Phase.LEFT;
        start = Double.NaN;
        worse = 0;
        x = next;
        return;
      }
    } else if (turn == 0) {
      turn = 1;
      side = -side;
      double next = limited(centre + side * FAR);
      if (next != centre) {
        x = next;
        return;
      }
    }
    follow(bestX);
  }

  @Override
  public String save() {
    return SavedState.text(
            "log-quadratic",
            phase.ordinal(),
            x,
            centre,
            bestX,
            bestY,
            start,
            worse,
            turn,
            since,
            above,
            below,
            side,
            hint,
            emptyShare)
        + fit.save();
  }
}
