// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

/// A measurement for the ranks of a team, as one line that both Java and the C program parse.
///
/// ```
/// run NAME BYTES WARM COUNT ALGORITHM CHUNK CHUNKS
/// turn NAME …
/// block NAME …
/// ```
///
/// `run` times each call separately, `turn` times each call together with a barrier before it, and
/// `block` times all calls together.
///
/// @param cell the collective to call
/// @param warm the number of warm-up calls
/// @param count the number of calls that count
public record Slice(Cell cell, long warm, long count) {
  public static final String RUN = "run";
  public static final String TURN = "turn";
  public static final String BLOCK = "block";

  /// Whether each call of a cell is timed together with the barrier before it, on a machine with
  /// `cores` cores. If ranks take turns on a core, the barrier may already have waited for work of
  /// the call. See docs/design, decision 0057.
  static boolean isTurn(Cell cell, int cores) {
    return cell.ranks() > cores && !cell.name().equals("barrier");
  }

  /// The line, without its end, on a machine with `cores` cores.
  String line(int cores) {
    return String.join(
        " ",
        cell.name().contains(".") ? BLOCK : isTurn(cell, cores) ? TURN : RUN,
        cell.name(),
        Long.toString(cell.bytes()),
        Long.toString(warm),
        Long.toString(count),
        cell.algorithm(),
        Long.toString(cell.chunk()),
        Integer.toString(cell.chunks()));
  }

  /// Parses the words of a line that `ranks` ranks received.
  ///
  /// @throws IllegalArgumentException if the line is not a slice
  public static Slice parse(int ranks, String[] words) {
    if (words.length != 8) {
      throw new IllegalArgumentException("not a slice: " + String.join(" ", words));
    }
    var cell =
        new Cell(
            ranks,
            words[1],
            Long.parseLong(words[2]),
            words[5],
            Long.parseLong(words[6]),
            Integer.parseInt(words[7]));
    return new Slice(cell, Long.parseLong(words[3]), Long.parseLong(words[4]));
  }
}
