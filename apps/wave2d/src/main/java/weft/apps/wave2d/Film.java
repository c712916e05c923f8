// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.Frame;
import weft.RsrN;
import weft.World;
import weft.model.partition.Rectangle;

/// Collects the frames of the animation: every rank sends rank 0 the pixels of its rectangle as
/// palette indices, and continues to compute.
///
/// ```
/// bytes  0         4
///        | frame   | pixel | pixel | ...     the frame's number in big-endian order, then bytes by row
/// ```
final class Film {
  private static final int HEADER = 4;

  private final World world;
  private final RsrN piece;
  private final List<byte[]> frames = new ArrayList<>();
  private @Nullable Problem problem;
  private @Nullable Field field;
  private byte[] packed = {};

  /// Registers the handler; [#attach] sets the field later.
  Film(World world) {
    this.world = world;
    this.piece = world.rsrN("wave2d.frame", this::receive);
  }

  /// Sets the field. Every rank must call this before any rank sends.
  void attach(Problem problem, Field field) {
    this.problem = problem;
    this.field = field;
    Pixels mine = pixels(world.rank());
    packed = new byte[HEADER + mine.width() * mine.height()];
  }

  /// Sends this rank's part of a frame, if the step has one.
  void shoot() {
    Problem known = Objects.requireNonNull(problem);
    Field mine = Objects.requireNonNull(field);
    int step = mine.step();
    if (!known.filming().shows(step)) {
      return;
    }
    int frame = step / known.filming().every();
    for (int i = 0; i < HEADER; i++) {
      packed[i] = (byte) (frame >>> 8 * (HEADER - 1 - i));
    }
    Rectangle part = known.partition().rectangle(world.rank());
    Pixels pixels = pixels(world.rank());
    int stride = known.filming().stride();
    double full = known.courant() * known.courant();
    int at = HEADER;
    for (int j = 0; j < pixels.height(); j++) {
      int y = (pixels.y() + j) * stride - part.y() + 1;
      double[] row = mine.row(step, y);
      double[] squares = mine.squares(y);
      for (int i = 0; i < pixels.width(); i++) {
        int x = (pixels.x() + i) * stride - part.x() + 1;
        packed[at++] = Palette.index(row[x], squares[x] / full);
      }
    }
    piece.send(0, packed, 0, at);
  }

  /// The frames in order, at rank 0; each has its pixels in row order.
  List<byte[]> frames() {
    return frames;
  }

  /// Takes the frames that an earlier run had made.
  void restore(List<byte[]> earlier) {
    frames.addAll(earlier);
  }

  private void receive(int source, Frame payload) {
    Problem known = Objects.requireNonNull(problem);
    int frame = 0;
    for (int i = 0; i < HEADER; i++) {
      frame = frame << 8 | payload.getByte(i) & 255;
    }
    int width = known.filming().pixels(known.partition().width());
    int height = known.filming().pixels(known.partition().height());
    while (frames.size() <= frame) {
      frames.add(new byte[width * height]);
    }
    Pixels pixels = pixels(source);
    for (int j = 0; j < pixels.height(); j++) {
      payload.copyTo(
          HEADER + (long) j * pixels.width(),
          frames.get(frame),
          (pixels.y() + j) * width + pixels.x(),
          pixels.width());
    }
  }

  private record Pixels(int x, int y, int width, int height) {}

  /// The pixels that show a rank's cells: those whose coordinates are multiples of the stride.
  private Pixels pixels(int rank) {
    Problem known = Objects.requireNonNull(problem);
    Rectangle part = known.partition().rectangle(rank);
    Problem.Filming filming = known.filming();
    int x = filming.pixels(part.x());
    int y = filming.pixels(part.y());
    return new Pixels(x, y, filming.pixels(part.right()) - x, filming.pixels(part.bottom()) - y);
  }
}
