// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

/// What the ranks of a team are asked to measure: one line, read by Java and by the C program
/// alike.
///
/// ```
/// run NAME BYTES WARM COUNT ALGORITHM CHUNK CHUNKS
/// turn NAME …
/// block NAME …
/// ```
///
/// `run` times each call for itself, `turn` each call together with a barrier before it, and
/// `block` all calls at once.
///
/// @param cell what is called
/// @param warm calls before those that count
/// @param count calls that count
public record Slice(Cell cell, long warm, long count) {
  public static final String RUN = "run";
  public static final String TURN = "turn";
  public static final String BLOCK = "block";

  /// Whether a cell is timed together with a barrier before each call, on a machine with so many
  /// cores: where ranks take turns on a core, a call takes no time that the barrier before it has
  /// waited for. See docs/design, decision 0022.
  static boolean isTurn(Cell cell, int cores) {
    return cell.ranks() > cores && !cell.name().equals("barrier");
  }

  /// The line, without its end, on a machine with so many cores.
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

  /// Reads the words of a line that `ranks` ranks were sent.
  ///
  /// @throws IllegalArgumentException saying what is wrong with it
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
