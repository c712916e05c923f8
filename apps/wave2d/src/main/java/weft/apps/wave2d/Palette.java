// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.awt.image.IndexColorModel;

/// The colours of displacements: night blue for 0, amber to cream for positive and azure to ice for
/// negative values. Walls are slate, and slow regions are slightly lighter.
///
/// A displacement of 1 has the last colour. The colour depends on its square root, since a wave
/// that spreads over the plane soon becomes small.
final class Palette {
  private static final int SHADES = 63;
  private static final int SLOW = SHADES;
  private static final int WALL = 2 * SHADES;
  private static final double MIDDLE = (SHADES - 1) / 2.0;

  private static final int WALL_COLOUR = 0x5b6472;
  private static final int VEIL_COLOUR = 0x7f93b5;
  private static final double VEIL = 0.22;

  /// Below this share of the full speed's square, a cell of the animation counts as slow.
  private static final double SLOW_SQUARE = 0.95;

  private static final int[] BELOW = {0x0a1020, 0x123a6b, 0x1f86c9, 0x7fd4f5, 0xeafaff};
  private static final int[] ABOVE = {0x0a1020, 0x5c1f1c, 0xd9591f, 0xffb545, 0xfff6dc};

  private Palette() {}

  /// The palette index of a cell.
  ///
  /// @param square the square of its speed, 1 for full speed
  static byte index(double displacement, double square) {
    if (square == 0) {
      return (byte) WALL;
    }
    int shade = (int) Math.round(MIDDLE + MIDDLE * shade(displacement));
    return (byte) (square < SLOW_SQUARE ? SLOW + shade : shade);
  }

  /// The colour of a cell, finer than in the palette.
  ///
  /// @param speed its speed, 1 for full speed
  static int colour(double displacement, double speed) {
    if (speed == 0) {
      return WALL_COLOUR;
    }
    return mix(ramp(shade(displacement)), VEIL_COLOUR, VEIL * (1 - speed * speed));
  }

  /// The colours of the indices.
  static IndexColorModel model() {
    int[] colours = new int[256];
    for (int shade = 0; shade < SHADES; shade++) {
      int colour = ramp((shade - MIDDLE) / MIDDLE);
      colours[shade] = colour;
      colours[SLOW + shade] = mix(colour, VEIL_COLOUR, VEIL);
    }
    colours[WALL] = WALL_COLOUR;
    return new IndexColorModel(8, 256, colours, 0, false, -1, java.awt.image.DataBuffer.TYPE_BYTE);
  }

  private static double shade(double displacement) {
    double shade = Math.sqrt(Math.min(1, Math.abs(displacement)));
    return displacement < 0 ? -shade : shade;
  }

  private static int ramp(double shade) {
    int[] stops = shade < 0 ? BELOW : ABOVE;
    double at = Math.abs(shade) * (stops.length - 1);
    int stop = Math.min((int) at, stops.length - 2);
    return mix(stops[stop], stops[stop + 1], at - stop);
  }

  private static int mix(int a, int b, double share) {
    int mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int from = a >> shift & 255;
      int to = b >> shift & 255;
      mixed |= (int) Math.round(from + (to - from) * share) << shift;
    }
    return mixed;
  }
}
