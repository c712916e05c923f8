// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// What a balancing has done, the same on every rank. Where the policy found it not worth a plan,
/// nothing moves and the plan took no time.
///
/// @param before the greatest load of a rank over the mean, before; 1 is even
/// @param after the same by the plan
/// @param objects how many objects there were
/// @param moves how many were to move
/// @param planNanos how long the plan took on this rank
public record Balanced(double before, double after, int objects, int moves, long planNanos) {}
