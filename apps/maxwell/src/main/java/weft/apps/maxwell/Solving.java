// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import weft.maxwell.MultipoleSolver;
import weft.options.Options;

/// How the equations are solved.
///
/// @param method by factors or in steps
/// @param residual with which solutions of the multipole method end
/// @param steps of a source at most
record Solving(Method method, double residual, int steps) {
  static Solving of(Options given) {
    Method method =
        given.one(
            "method NAME",
            "dense: factors of the whole matrix; multipole: steps whose products take a fast"
                + " multipole method; auto: the one predicted to be cheaper",
            Method.values());
    double residual =
        given.real(
            "residual R",
            1e-3,
            MultipoleSolver.LEAST_RESIDUAL,
            MultipoleSolver.MOST_RESIDUAL,
            "the residual with which solutions of the multipole method end");
    int steps =
        given.count(
            "steps N",
            MultipoleSolver.MOST_STEPS,
            1,
            1_000_000,
            "the steps of a source at most; a residual that is not reached is told");
    given.require(
        method != Method.DENSE || !given.isGiven("residual") && !given.isGiven("steps"),
        "--residual and --steps are for the multipole method; a dense matrix has factors");
    return new Solving(method, residual, steps);
  }
}
