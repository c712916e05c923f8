// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// The number of a job's ranks on this machine, and of the processors that they may use together.
///
/// @param ranks the ranks, at least one
/// @param processors the processors, at least one
public record Occupancy(int ranks, int processors) {}
