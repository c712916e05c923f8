// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.awt.image.BufferedImage;
import java.nio.file.Path;

/// Draws the pictures of wave2d by arithmetic alone, so that they have the same pixels everywhere.
///
/// `weft.png` is the word in soft strokes. `speed.png` is a speed map of the same size: a round
/// lens of half the speed, and a wall with two slits.
public final class MakePictures {
  private static final int WIDTH = 512;
  private static final int HEIGHT = 384;

  /// The strokes of the word, in units of the height of a small letter; y grows upwards from the
  /// base line.
  private static final Stroke[] WORD = {
    // w
    new Line(0.00, 1.00, 0.30, 0.00),
    new Line(0.30, 0.00, 0.60, 0.90),
    new Line(0.60, 0.90, 0.90, 0.00),
    new Line(0.90, 0.00, 1.20, 1.00),
    // e
    new Line(1.55, 0.52, 2.51, 0.52),
    new Arc(2.03, 0.50, 0.50, 2, 318),
    // f
    new Line(3.08, 0.00, 3.08, 1.22),
    new Arc(3.38, 1.22, 0.30, 40, 180),
    new Line(2.82, 0.96, 3.46, 0.96),
    // t
    new Line(4.02, 1.42, 4.02, 0.30),
    new Arc(4.32, 0.30, 0.30, 180, 310),
    new Line(3.76, 0.96, 4.46, 0.96),
  };

  private static final double UNIT = 58;
  private static final double LEFT = 42;
  private static final double BASE = 226;

  /// Half the width of a stroke, in pixels. Narrower strokes would make waves that the grid
  /// distorts.
  private static final double SOFTNESS = 5;

  /// The wall and the lens, in pixels.
  private static final double MIDDLE = HEIGHT / 2.0;

  private static final double WALL = 340;
  private static final double WALL_THICKNESS = 8;
  private static final double SLIT_DISTANCE = 72;
  private static final double SLIT_WIDTH = 20;
  private static final double LENS = 440;
  private static final double LENS_RADIUS = 46;
  private static final double LENS_SLOWNESS = 0.45;

  private MakePictures() {}

  /// Writes the pictures into the given folder, or into the current one.
  public static void main(String[] args) {
    Path folder = Path.of(args.length > 0 ? args[0] : ".");
    Output.png(word(), folder.resolve("weft.png"));
    Output.png(speed(), folder.resolve("speed.png"));
  }

  /// The displacement.
  static BufferedImage word() {
    return draw((x, y) -> {
      double u = (x - LEFT) / UNIT;
      double v = (BASE - y) / UNIT;
      double distance = Double.POSITIVE_INFINITY;
      for (Stroke stroke : WORD) {
        distance = Math.min(distance, stroke.distance(u, v));
      }
      double pixels = distance * UNIT / SOFTNESS;
      return StrictMath.exp(-pixels * pixels);
    });
  }

  /// The speed map: 0 is a wall, 1 is full speed.
  static BufferedImage speed() {
    return draw((x, y) -> {
      boolean beside = Math.abs(x - WALL) > WALL_THICKNESS / 2;
      boolean slit = Math.abs(Math.abs(y - MIDDLE) - SLIT_DISTANCE / 2) < SLIT_WIDTH / 2;
      if (!beside && !slit) {
        return 0;
      }
      // The rim is one or two pixels wide, so that the lens is round and has no steps.
      double inside = LENS_RADIUS - StrictMath.hypot(x - LENS, y - MIDDLE);
      return 1 - LENS_SLOWNESS * Math.clamp(inside / 2, 0, 1);
    });
  }

  private interface Level {
    double at(double x, double y);
  }

  private static BufferedImage draw(Level level) {
    var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        int grey = (int) Math.round(255 * level.at(x + 0.5, y + 0.5));
        image.getRaster().setSample(x, y, 0, grey);
      }
    }
    return image;
  }

  private sealed interface Stroke {
    /// The distance of a point from the stroke.
    double distance(double x, double y);
  }

  private record Line(double fromX, double fromY, double toX, double toY) implements Stroke {
    @Override
    public double distance(double x, double y) {
      double alongX = toX - fromX;
      double alongY = toY - fromY;
      double share =
          ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX * alongX + alongY * alongY);
      double at = Math.clamp(share, 0, 1);
      return StrictMath.hypot(x - fromX - at * alongX, y - fromY - at * alongY);
    }
  }

  /// Part of a circle, from one angle to another in degrees, counter-clockwise from the right.
  private record Arc(double centreX, double centreY, double radius, double from, double to)
      implements Stroke {
    @Override
    public double distance(double x, double y) {
      double angle = StrictMath.toDegrees(StrictMath.atan2(y - centreY, x - centreX));
      if (angle < 0) {
        angle += 360;
      }
      if (angle >= from && angle <= to) {
        return Math.abs(StrictMath.hypot(x - centreX, y - centreY) - radius);
      }
      return Math.min(toEnd(x, y, from), toEnd(x, y, to));
    }

    private double toEnd(double x, double y, double end) {
      double radians = StrictMath.toRadians(end);
      return StrictMath.hypot(
          x - centreX - radius * StrictMath.cos(radians),
          y - centreY - radius * StrictMath.sin(radians));
    }
  }
}
