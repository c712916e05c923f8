// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.Arrays;
import java.util.function.Function;

/// Tunes the size of buffers in addition to p: a second coordinate, on a grid of factors of 2.
///
/// The tuner keeps the size constant until p has settled. It then keeps p constant, and compares
/// the size with its neighbour, using a few steps of each alternately. It moves in one direction
/// while that pays, then tries the other direction. After that it lets p be tuned again. It repeats
/// the comparison periodically.
final class BufferTuner implements Tuner {
  /// Steps for which p is tuned before sizes are compared.
  static final int SETTLE = 15;

  /// Steps between two comparisons of sizes.
  private static final int REST = 60;

  /// Steps of each size in one comparison.
  private static final int EACH = 3;

  /// The relative gain that a size must reach. With a smaller one, noise would change the size.
  private static final double GAIN = 0.02;

  private final Tuner inner;
  private final int least;
  private final int most;
  private int bytes;

  /// Steps until sizes are compared; 0 during a comparison.
  private int left = SETTLE;

  // State of a comparison.
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
              + " bytes; give a smallest size of at least 64, a start that is not smaller, and a"
              + " largest size that is not below the start");
    }
    if (inner.bufferBytes() != 0) {
      throw new IllegalArgumentException(
          "the given tuner already tunes buffers; give one that tunes only p");
    }
    this.inner = inner;
    this.bytes = bytes;
    this.least = least;
    this.most = most;
  }

  /// Creates a tuner that continues from a saved state. `inner` loads the tuner of p from the rest
  /// of the text.
  static BufferTuner load(SavedState saved, Function<String, Tuner> inner) {
    int bytes = saved.integer("size of buffers", 64, 1 << 30);
    int least = saved.integer("smallest size", 64, bytes);
    int most = saved.integer("largest size", bytes, 1 << 30);
    int left = saved.integer("number of steps until sizes are compared", 0, REST);
    boolean larger = saved.flag("direction");
    boolean moved = saved.flag("mark of a move");
    boolean turned = saved.flag("mark of a turn");
    double held = saved.parameter();
    int samples = saved.integer("number of compared steps", 0, left > 0 ? 2 * EACH : 2 * EACH - 1);
    var own = new double[EACH];
    var other = new double[EACH];
    saved.numbers("cost", own, 0, Double.MAX_VALUE);
    saved.numbers("cost", other, 0, Double.MAX_VALUE);
    Tuner tuned = inner.apply(saved.rest());
    if (tuned.bufferBytes() != 0) {
      throw saved.wrong("its inner tuner tunes buffers too");
    }
    var tuner = new BufferTuner(tuned, bytes, least, most);
    tuner.left = left;
    tuner.larger = larger;
    tuner.moved = moved;
    tuner.turned = turned;
    tuner.held = held;
    tuner.samples = samples;
    System.arraycopy(own, 0, tuner.own, 0, EACH);
    System.arraycopy(other, 0, tuner.other, 0, EACH);
    if (left == 0 && !tuner.isOnGrid()) {
      throw saved.wrong("it compares its buffers with a size outside its limits");
    }
    return tuner;
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

  /// Returns whether the next step uses the other size. The order own, other, other, own, own,
  /// other makes a drift affect both sizes alike.
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

  /// Begins a comparison with the larger or smaller neighbour; if it is outside the limits, with
  /// the other one.
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
    return SavedState.text(
            "buffers",
            bytes,
            least,
            most,
            left,
            larger ? 1 : 0,
            moved ? 1 : 0,
            turned ? 1 : 0,
            held,
            samples,
            own,
            other)
        + " "
        + inner.save();
  }
}
