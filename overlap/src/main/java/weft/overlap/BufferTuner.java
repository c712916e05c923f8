// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.Arrays;

/// Tunes the bytes of a buffer beside p: a second coordinate, on a grid of factors of 2.
///
/// It leaves the buffers alone until p has settled. Then it holds p, and compares the size with its
/// neighbour, some steps of each alternately. It goes on in a direction as long as that pays, then
/// looks in the other one, and then lets p be tuned again. It looks anew from time to time.
final class BufferTuner implements Tuner {
  /// The steps that p gets before sizes are compared.
  static final int SETTLE = 15;

  /// The steps between two comparisons of all sizes.
  private static final int REST = 60;

  /// The steps of each size in a comparison.
  private static final int EACH = 3;

  /// A size has to be better by this part, or noise would move it.
  private static final double GAIN = 0.02;

  private final Tuner inner;
  private final int least;
  private final int most;
  private int bytes;

  /// The steps until sizes are compared; 0 while they are.
  private int left = SETTLE;

  // Of a comparison.
  private boolean larger;
  private boolean moved;
  private boolean turned;
  private double held;
  private int samples;
  private final double[] own = new double[EACH];
  private final double[] other = new double[EACH];

  BufferTuner(Tuner inner, int bytes, int least, int most) {
    if (least < 64 || least > bytes || bytes > most || most > 1 << 30) {
      throw new IllegalArgumentException(
          "buffers that begin at "
              + bytes
              + " bytes cannot be tuned from "
              + least
              + " to "
              + most
              + " bytes; give a least size from 64 up, a start, and a most, none below the one"
              + " before");
    }
    if (inner.bufferBytes() != 0) {
      throw new IllegalArgumentException(
          "the tuner given tunes buffers already; give one that tunes p alone");
    }
    this.inner = inner;
    this.bytes = bytes;
    this.least = least;
    this.most = most;
  }

  @Override
  public double value() {
    return left > 0 ? inner.value() : held;
  }

  @Override
  public boolean isIncrement() {
    return inner.isIncrement();
  }

  @Override
  public int bufferBytes() {
    return left == 0 && isOther() ? candidate() : bytes;
  }

  /// A comparison takes own, other, other, own, own, other: drifts meet both alike.
  private boolean isOther() {
    return (samples + 1) / 2 % 2 == 1;
  }

  private int candidate() {
    return larger ? bytes << 1 : bytes >> 1;
  }

  @Override
  public void observe(StepCounters counters) {
    if (left > 0) {
      inner.observe(counters);
    }
  }

  @Override
  public void step(double cost) {
    if (!(cost > 0) || Double.isInfinite(cost)) {
      return;
    }
    if (left > 0) {
      inner.step(cost);
      if (--left == 0) {
        held = inner.value();
        moved = false;
        turned = false;
        begin(true);
      }
      return;
    }
    (isOther() ? other : own)[samples / 2] = cost;
    if (++samples == 2 * EACH) {
      compared();
    }
  }

  private void compared() {
    if (median(other) < (1 - GAIN) * median(own)) {
      bytes = candidate();
      moved = true;
      begin(larger);
    } else if (moved || turned) {
      left = REST;
    } else {
      turned = true;
      begin(!larger);
    }
  }

  /// Begins a comparison with the neighbour on one side, or on the other one where there is none.
  private void begin(boolean toLarger) {
    samples = 0;
    larger = toLarger;
    if (isOnGrid()) {
      return;
    }
    larger = !toLarger;
    if (moved || turned || !isOnGrid()) {
      left = REST;
    }
    turned = true;
  }

  private boolean isOnGrid() {
    return candidate() >= least && candidate() <= most;
  }

  private static double median(double[] costs) {
    double[] sorted = costs.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  @Override
  public String save() {
    return "buffers " + bytes + " " + least + " " + most + " " + inner.save();
  }
}
