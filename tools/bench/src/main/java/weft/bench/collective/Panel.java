// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

/// The matrix of Table 1 of the AP3000 paper (section 5.1): `columns` columns of `length` doubles
/// over `ranks` ranks in a row.
///
/// A column is contiguous, and rank *r* has columns *r*, *r* + Q, *r* + 2Q and so on (block-cyclic,
/// section 3.1). A rank has its own columns in one matrix, and all columns in the workspace. So a
/// rank's columns are contiguous in the workspace only if each rank has one, as in the paper.
///
/// @param ranks Q
/// @param length M
/// @param columns N, a multiple of Q
public record Panel(int ranks, int length, int columns) {
  /// The columns of one rank.
  public int share() {
    return columns / ranks;
  }

  /// The number of doubles in one rank's columns.
  public int shareLength() {
    return share() * length;
  }

  /// The number of doubles in the workspace.
  public int workspaceLength() {
    return columns * length;
  }

  /// The number of doubles from one column of a rank to its next in the workspace.
  public int stride() {
    return ranks * length;
  }

  /// The index at which the first column of `rank` begins in the workspace.
  public int first(int rank) {
    return rank * length;
  }

  /// The figure of the paper: 8MN/t in MB/s.
  double megabytesPerSecond(double nanos) {
    return 8e3 * length * columns / nanos;
  }
}
