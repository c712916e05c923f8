// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import weft.apps.common.CheckedPartition;
import weft.apps.common.Throttle;
import weft.model.partition.Partition;

/// The problem. Every rank knows it before the first step.
///
/// @param courant the Courant number for speed 1
/// @param throttle how many times each rank computes
/// @param filming the frames of the animation to record
record Problem(Partition partition, int steps, double courant, Throttle throttle, Filming filming) {
  /// The steps and cells that the animation shows.
  ///
  /// @param every the number of steps per frame; 0 for no frames
  /// @param stride the number of cells per pixel, in both directions
  record Filming(int every, int stride) {
    private static final int FRAMES = 100;
    private static final int MOST_PIXELS = 640;

    static final Filming NONE = new Filming(0, 1);

    /// About a hundred frames of at most 640 pixels in each direction.
    static Filming of(int steps, int width, int height) {
      return new Filming(
          Math.max(1, Math.ceilDiv(steps, FRAMES)),
          Math.ceilDiv(Math.max(width, height), MOST_PIXELS));
    }

    boolean shows(int step) {
      return every > 0 && step % every == 0;
    }

    /// The number of pixels for `cells` cells.
    int pixels(int cells) {
      return Math.ceilDiv(cells, stride);
    }
  }

  /// The same problem, divided by other weights.
  Problem dividedBy(double[] weights) {
    return dividedInto(CheckedPartition.of(partition.width(), partition.height(), weights));
  }

  /// The same problem on another partition.
  Problem dividedInto(Partition partition) {
    return new Problem(partition, steps, courant, throttle, filming);
  }

  /// The updates of cells in the steps that count.
  double updates() {
    return (double) partition.width() * partition.height() * (steps - warmUp());
  }

  /// What a time leaves out, as the end of a sentence.
  String uncounted() {
    return warmUp() == 0 ? "" : " without the first " + warmUp() + " steps, the warm-up";
  }

  /// The first steps, in which code is not compiled yet; they do not count.
  int warmUp() {
    return Math.min(20, steps / 4);
  }
}
