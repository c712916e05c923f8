// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// The result of one balancing, the same on every rank except for the time. If the policy finds
/// that a plan is not worth it, nothing moves and `planNanos` is 0.
///
/// @param before the greatest load of a rank divided by the mean, before the moves; 1 is even
/// @param after the same ratio after the planned moves
/// @param objects the number of objects
/// @param moves the number of planned moves
/// @param planNanos the time this rank took for the plan
public record Balanced(double before, double after, int objects, int moves, long planNanos) {}
