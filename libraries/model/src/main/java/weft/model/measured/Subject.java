// SPDX-License-Identifier: Apache-2.0
package weft.model.measured;

import java.util.Locale;
import weft.collective.schedule.Collective;

/// What is measured: a collective operation by one algorithm, or one of the other things that a
/// calibration times.
///
/// @param what the operation, such as `reduce-scatter`, or one of the constants of this class
/// @param algorithm the algorithm; [#TABLE] for what the table chooses; of other things, a variant
/// @param chunk the bytes of its chunks, 0 for the usual ones
/// @param isRegistered whether the data is in registered memory
/// @param bytes the bytes of the data, or of one block
/// @param ranks the number of ranks that take part
/// @param hosts the number of hosts that they are on
public record Subject(
    String what,
    String algorithm,
    long chunk,
    boolean isRegistered,
    long bytes,
    int ranks,
    int hosts) {
  /// The algorithm that a table of choices chooses.
  public static final String TABLE = "table";

  /// No variant.
  public static final String PLAIN = "-";

  /// A remote service request with a buffer, half the time of there and back. It is between the
  /// ranks 0 and 1, or those of the variant, such as `2-0`.
  public static final String MESSAGE = "message";

  /// Requests from the first rank of the variant, such as `2-0-1`, to both others, until both have
  /// answered without data.
  public static final String ONE_TO_TWO = "one-to-two";

  /// Messages that all ranks send to the next one at the same time.
  public static final String RING = "ring";

  /// Ten messages in a row and an answer to the last, less one message and its answer: the time of
  /// each further message.
  public static final String TRAIN = "train";

  /// The time for which a sender is busy with a message.
  public static final String SENDING = "sending";

  /// A copy within each rank's memory, of all ranks at once.
  public static final String COPY = "copy";

  /// A product of square matrices of so many bytes each.
  public static final String PRODUCT = "product";

  /// A step of a five-point stencil over a square of so many bytes.
  public static final String STENCIL = "stencil";

  /// A subject of data that is not divided.
  public static Subject of(String what, String algorithm, boolean isRegistered, long bytes) {
    return new Subject(what, algorithm, 0, isRegistered, bytes, 2, 1);
  }

  /// The name of a collective operation in subjects.
  public static String word(Collective collective) {
    return collective.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether it is a collective operation.
  public boolean isCollective() {
    for (Collective each : Collective.values()) {
      if (word(each).equals(what)) {
        return true;
      }
    }
    return false;
  }

  /// The operation of [#what].
  ///
  /// @throws IllegalArgumentException if it is none
  public Collective collective() {
    return Collective.valueOf(what.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /// The same subject on other ranks.
  public Subject on(int ranks, int hosts) {
    return new Subject(what, algorithm, chunk, isRegistered, bytes, ranks, hosts);
  }

  /// Parses what [#toString] returns.
  public static Subject parse(String text) {
    String[] words = text.strip().split("\\s+");
    if (words.length != 7) {
      throw new IllegalArgumentException(
          "a subject is written WHAT ALGORITHM CHUNK arrays|segments BYTES RANKS HOSTS, not \""
              + text
              + "\"");
    }
    return new Subject(
        words[0],
        words[1],
        Long.parseLong(words[2]),
        words[3].equals("segments"),
        Long.parseLong(words[4]),
        Integer.parseInt(words[5]),
        Integer.parseInt(words[6]));
  }

  @Override
  public String toString() {
    return "%s %s %d %s %d %d %d"
        .formatted(
            what, algorithm, chunk, isRegistered ? "segments" : "arrays", bytes, ranks, hosts);
  }
}
