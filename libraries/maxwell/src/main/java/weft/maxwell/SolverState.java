// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.List;

/// What one rank knows of the solutions of a [MultipoleSolver], at some moment. Together, the
/// states of all ranks are enough to go on from it, on any number of ranks.
///
/// @param first the place of this rank's first function, in the order of the solver's tree
/// @param solutions for each source that was begun, real and imaginary part for each function of
///   this rank
/// @param steps those of each of these sources
public record SolverState(int first, List<double[]> solutions, List<Integer> steps) {}
