// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import weft.MatrixPart;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.World;

/// Weft's requests between two ranks, with a way for each kind.
public final class RsrWays {
  /// The largest payload.
  public static final int LARGEST = 4 << 20;

  /// The rows of a strided message, of 8 doubles each.
  public static final int ROWS = 1000;

  private static final int COLUMNS = 8;
  private static final int LEADING_DIMENSION = 64;
  private static final int ORDER = 1 << 12;

  private final World world;
  private final int peer;
  private final ThirtyHandlers handlers = new ThirtyHandlers();
  private final Rsr0 rsr0;
  private final Rsr1[] spread;
  private final Rsr2 rsr2;
  private final Rsr3 rsr3;
  private final Rsr4 rsr4;
  private final RsrN rsrN;

  private final byte[] order = new byte[ORDER];
  private final double[] matrix = new double[(ROWS + 1) * LEADING_DIMENSION];
  private final double[] packed = new double[ROWS * COLUMNS];
  private final MatrixPart part = MatrixPart.of(matrix, 3, ROWS, COLUMNS, LEADING_DIMENSION);
  private final MemorySegment payload = Arena.global().allocate(LARGEST, 64);

  /// Registers `some` handlers of rsr1, and one of each other kind.
  RsrWays(World world, int some, long seed) {
    this.world = world;
    this.peer = world.rank() ^ 1;
    this.spread = handlers.register(world, some);
    this.rsr0 = world.rsr0("rsr0", source -> handlers.sum++);
    this.rsr2 = world.rsr2("rsr2", (source, a, b) -> take(a + b));
    this.rsr3 = world.rsr3("rsr3", (source, a, b, c) -> take(a + b + c));
    this.rsr4 = world.rsr4("rsr4", (source, a, b, c, d) -> take(a + b + c + d));
    this.rsrN = world.rsrN("rsrN", (source, frame) -> take(frame.getLong(0)));
    var random = new SplittableRandom(seed);
    for (int i = 0; i < ORDER; i++) {
      order[i] = (byte) random.nextInt(some);
    }
  }

  private void take(long value) {
    handlers.sum += value;
  }

  /// The way of requests with `words` words, 0 to 4.
  Way words(int words) {
    Rsr1 rsr1 = spread[0];
    return way(
        switch (words) {
          case 0 -> (size, i) -> rsr0.send(peer);
          case 1 -> (size, i) -> rsr1.send(peer, i);
          case 2 -> (size, i) -> rsr2.send(peer, i, i);
          case 3 -> (size, i) -> rsr3.send(peer, i, i, i);
          case 4 -> (size, i) -> rsr4.send(peer, i, i, i, i);
          default -> throw new IllegalArgumentException("no rsr" + words);
        });
  }

  /// The way of requests with a payload.
  Way payload() {
    return way((size, i) -> rsrN.send(peer, payload, 0, size));
  }

  /// The way of rows with gaps, packed into the message.
  Way rows() {
    return way((size, i) -> rsrN.send(peer, part));
  }

  /// The way of the same rows, packed by hand and sent.
  Way packed() {
    return way((size, i) -> {
      for (int row = 0; row < ROWS; row++) {
        int from = 3 + row * LEADING_DIMENSION;
        for (int column = 0; column < COLUMNS; column++) {
          packed[row * COLUMNS + column] = matrix[from + column];
        }
      }
      rsrN.send(peer, packed, 0, ROWS * COLUMNS);
    });
  }

  /// The way of requests of one word to random handlers.
  Way spread() {
    return way((size, i) -> spread[order[(int) i & (ORDER - 1)]].send(peer, i));
  }

  private Way way(Send send) {
    return new Way(send, world::poll);
  }
}
