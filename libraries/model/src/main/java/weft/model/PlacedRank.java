// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// A rank and the host that it runs on: the process of the seed's Code 3.
///
/// @param rank its number
/// @param node its host
public record PlacedRank(int rank, int node) {}
