// SPDX-License-Identifier: Apache-2.0
package weft.bench.tuner;

import java.util.random.RandomGenerator;

/// A simulated cost of one step as a function of the parameter p, with a known optimum of cost 1.
/// `x` below is the logarithm of 1 + p.
enum Curve {
  /// Polls without a message cost a/(1+p), late answers cost b·(1+p).
  HYPERBOLIC {
    @Override
    double cost(double x, double best, double gain, double shape) {
      double at = Math.exp(x - best);
      double one = Math.exp(LN2 - best);
      double scale = gain / Math.max(0.05, one + 1 / one - 2);
      return 1 + scale * (at + 1 / at - 2);
    }
  },
  /// All points of an interval are optimal.
  FLAT_VALLEY {
    @Override
    double cost(double x, double best, double gain, double shape) {
      double width = 0.3 + shape;
      double away = Math.max(0, Math.abs(x - best) - width);
      double from = Math.max(0.4, Math.abs(LN2 - best) - width);
      return 1 + gain * (away / from) * (away / from);
    }
  },
  /// It falls slowly up to the optimum, and jumps shortly after it.
  CLIFF {
    @Override
    double cost(double x, double best, double gain, double shape) {
      double edge = best + 0.5;
      double from = Math.max(0.4, Math.abs(LN2 - best));
      double slope = gain * Math.max(0, best - x) / from;
      return x > edge ? 1.15 + 0.3 * shape + 0.1 * (x - edge) : 1 + slope;
    }
  },
  /// Larger is better, with diminishing gain.
  MONOTONE {
    @Override
    double cost(double x, double best, double gain, double shape) {
      double rate = 0.6 + shape;
      return 1 + gain * Math.exp(-rate * (x - LN2));
    }
  },
  /// Two minima, of which one is lower.
  BIMODAL {
    @Override
    double cost(double x, double best, double gain, double shape) {
      double other = best > 2.5 ? best - 1.8 : best + 1.8;
      double deep = gain * Math.exp(-(x - best) * (x - best) / 0.8);
      double flat = 0.6 * gain * Math.exp(-(x - other) * (x - other) / 0.5);
      double slope = 0.03 * Math.abs(x - best);
      return 1 + gain - Math.max(deep, flat) + slope;
    }
  };

  private static final double LN2 = Math.log(2);

  /// The cost at `x`, with the optimum at `best`. `gain` is about the advantage of the optimum over
  /// p = 1. The meaning of `shape`, from 0 to 1, depends on the curve.
  abstract double cost(double x, double best, double gain, double shape);

  /// A simulated environment: a curve, its optimum, and how both change over the iterations.
  ///
  /// @param change 0 for none, 1 for a step of the optimum after half of the iterations, 2 for a
  ///   drift
  record World(
      Curve curve, double best, double later, double gain, double shape, double noise, int change) {

    /// Draws an environment at random. The optimum is at a p from 2 to 150.
    static World draw(Curve curve, int change, RandomGenerator random) {
      double best = Math.log1p(2 * Math.pow(75, random.nextDouble()));
      double away = 1 + 1.2 * random.nextDouble();
      double later = best - away > 0.7 && random.nextBoolean() ? best - away : best + away;
      return new World(
          curve,
          best,
          change == 0 ? best : later,
          0.08 + 0.2 * random.nextDouble(),
          random.nextDouble(),
          0.01 * Math.pow(20, random.nextDouble()),
          change);
    }

    private double bestAt(int iteration, int iterations) {
      return switch (change) {
        case 1 -> iteration < iterations / 2 ? best : later;
        case 2 -> best + (later - best) * iteration / iterations;
        default -> best;
      };
    }

    /// The true cost at p.
    double cost(double p, int iteration, int iterations) {
      double x = Math.log1p(p);
      return curve.cost(x, bestAt(iteration, iterations), gain, shape);
    }

    /// The measured cost: with log-normal noise, and one outlier in 25.
    double noisy(double cost, RandomGenerator random) {
      double measured = cost * Math.exp(noise * random.nextGaussian());
      return random.nextInt(25) == 0 ? measured * (1.3 + 2 * random.nextDouble()) : measured;
    }
  }
}
