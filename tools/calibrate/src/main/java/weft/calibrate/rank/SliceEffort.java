// SPDX-License-Identifier: Apache-2.0
package weft.calibrate.rank;

/// How a job measures.
///
/// @param rounds the slices of each subject
/// @param sliceMillis the length of a slice
/// @param warmMillis the least time before the slices that count
/// @param warmRounds the least number of rounds in that time
public record SliceEffort(int rounds, int sliceMillis, int warmMillis, int warmRounds) {}
