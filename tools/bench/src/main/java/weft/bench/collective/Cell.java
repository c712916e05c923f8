// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.Locale;

/// One row of a table: a collective by ranks and size, with the algorithm of the table of choices
/// or a named one.
///
/// @param ranks the number of ranks that take part
/// @param name the collective, in small letters, as in weft.collective.schedule.Collective
/// @param bytes the whole data (broadcast, reduce, allreduce, scan, exscan), or one block if each
///   rank has a block, as in OSU's benchmarks
/// @param algorithm its name, or [#CHOSEN]
/// @param chunk bytes of a chunk; 0 for the table's choice
/// @param chunks the number of chunks in flight; 0 for the table's choice
public record Cell(int ranks, String name, long bytes, String algorithm, long chunk, int chunks) {
  /// The algorithm of the table of choices.
  static final String CHOSEN = "-";

  /// A cell with the choice of the table.
  public static Cell of(int ranks, String name, long bytes) {
    return new Cell(ranks, name, bytes, CHOSEN, 0, 0);
  }

  public boolean isChosen() {
    return algorithm.equals(CHOSEN);
  }

  /// The same collective with the choice of the table.
  Cell chosen() {
    return of(ranks, name, bytes);
  }

  /// The same algorithm with the chunks of the table.
  Cell withoutChunks() {
    return new Cell(ranks, name, bytes, algorithm, 0, 0);
  }

  /// Formats a size: `8 KB` for 8192.
  static String text(long bytes) {
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return bytes / (1 << 20) + " MB";
    }
    return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? bytes / (1 << 10) + " KB" : bytes + " B";
  }

  /// Parses a size: `8`, `8192`, `8K`, `256k`, `4M`, `4MB`.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static long bytes(String text) {
    String plain = text.strip().toUpperCase(Locale.ROOT).replaceFirst("B$", "");
    long unit = plain.endsWith("K") ? 1 << 10 : plain.endsWith("M") ? 1 << 20 : 1;
    try {
      long bytes =
          unit * Long.parseLong(unit == 1 ? plain : plain.substring(0, plain.length() - 1));
      if (bytes > 0 && bytes % 8 == 0) {
        return bytes;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "a size is a multiple of 8 bytes such as 8, 8K or 4M, not " + text);
  }
}
