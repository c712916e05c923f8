// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.HashMap;
import java.util.Map;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.codec.Writer;

/// The state of an object: what it was sent, and what shows a wrong delivery.
final class Cell {
  /// Told when a cell is encoded or decoded, which happens when it moves.
  interface Moving {
    /// Returns whether the program asked for this move.
    boolean leaves(Cell cell);

    void arrived(Cell cell, boolean asked);
  }

  int thing;

  /// Handled messages, and the sum of what their keys determine.
  long count;

  long sum;

  /// Handled broadcasts whose number is not known beforehand.
  long others;

  int gives;

  /// The number of its last message to anyone.
  int stamp;

  /// How often a handler is to run once more.
  int repeats;

  int pins;
  int pinnedAt = -1;

  /// Whether it was asked to move.
  boolean asked;

  /// Whether it is new, so that its first move is its creation.
  boolean fresh = true;

  long bornAt;

  /// The number of the last message of each sender.
  final Map<Integer, Integer> last = new HashMap<>();

  byte[] ballast = {};

  Cell(int thing) {
    this.thing = thing;
    this.bornAt = System.nanoTime();
  }

  void grow(int bytes) {
    ballast = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      ballast[i] = Numbers.at(thing, i);
    }
  }

  /// The parts of a cell, for a codec made of the components of a record.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Parts(int[] small, long[] large, int[] last, byte[] ballast) {}

  private Parts parts(boolean asked) {
    var pairs = new int[2 * last.size()];
    int at = 0;
    for (Map.Entry<Integer, Integer> it : last.entrySet()) {
      pairs[at++] = it.getKey();
      pairs[at++] = it.getValue();
    }
    return new Parts(
        new int[] {thing, gives, stamp, pins, pinnedAt, asked ? 1 : 0, repeats},
        new long[] {count, sum, others, bornAt},
        pairs,
        ballast);
  }

  private static Cell of(Parts parts, Moving moving) {
    int[] small = parts.small;
    var cell = new Cell(small[0]);
    cell.gives = small[1];
    cell.stamp = small[2];
    cell.pins = small[3];
    cell.pinnedAt = small[4];
    cell.repeats = small[6];
    cell.fresh = false;
    cell.count = parts.large[0];
    cell.sum = parts.large[1];
    cell.others = parts.large[2];
    cell.bornAt = parts.large[3];
    for (int i = 0; i < parts.last.length; i += 2) {
      cell.last.put(parts.last[i], parts.last[i + 1]);
    }
    cell.ballast = parts.ballast;
    for (int i = 0; i < cell.ballast.length; i++) {
      if (cell.ballast[i] != Numbers.at(cell.thing, i)) {
        throw new IllegalStateException("byte " + i + " of object " + cell.thing + " has changed");
      }
    }
    moving.arrived(cell, small[5] != 0);
    return cell;
  }

  /// A codec that writes one value after the other.
  static Codec<Cell> plain(Moving moving) {
    return Codecs.of(
        "cell",
        (cell, out) -> {
          Parts parts = cell.parts(moving.leaves(cell));
          out.writeInts(parts.small);
          out.writeLongs(parts.large);
          out.writeInts(parts.last);
          out.writeBytes(parts.ballast);
        },
        (Reader in) ->
            of(new Parts(in.readInts(), in.readLongs(), in.readInts(), in.readBytes()), moving));
  }

  /// A codec made of that of a record.
  static Codec<Cell> ofRecord(Moving moving) {
    Codec<Parts> parts = Codecs.record(java.lang.invoke.MethodHandles.lookup(), Parts.class);
    return Codecs.of(
        "box",
        (Cell cell, Writer out) -> out.write(parts, cell.parts(moving.leaves(cell))),
        in -> of(in.read(parts), moving));
  }
}
