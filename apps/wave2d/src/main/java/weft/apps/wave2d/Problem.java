// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import weft.apps.common.Partition;

/// What every rank knows before it begins.
///
/// @param courant the Courant number where the speed is 1
/// @param filming which frames of the animation to take
record Problem(Partition partition, int steps, double courant, Filming filming) {
  /// Which steps and cells the animation shows.
  ///
  /// @param every a frame for every so many steps; 0 for none
  /// @param stride a pixel for every so many cells, across and down
  record Filming(int every, int stride) {
    private static final int FRAMES = 100;
    private static final int MOST_PIXELS = 640;

    static final Filming NONE = new Filming(0, 1);

    /// About a hundred frames of 640 pixels at most.
    static Filming of(int steps, int width, int height) {
      return new Filming(
          Math.max(1, Math.ceilDiv(steps, FRAMES)),
          Math.ceilDiv(Math.max(width, height), MOST_PIXELS));
    }

    boolean shows(int step) {
      return every > 0 && step % every == 0;
    }

    /// Pixels for so many cells.
    int pixels(int cells) {
      return Math.ceilDiv(cells, stride);
    }
  }
}
