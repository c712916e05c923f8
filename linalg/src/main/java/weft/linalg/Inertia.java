// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

/// How many eigenvalues of a symmetric matrix are above, below, and equal to zero.
///
/// @param positive above zero
/// @param negative below zero
/// @param zero equal to zero
public record Inertia(long positive, long negative, long zero) {}
