// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

/// The numbers of positive, negative and zero eigenvalues of a symmetric matrix.
///
/// @param positive eigenvalues above zero
/// @param negative eigenvalues below zero
/// @param zero eigenvalues equal to zero
public record Inertia(long positive, long negative, long zero) {}
