// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import java.util.Arrays;
import java.util.function.LongSupplier;

/// What one rank did when, during factorisations on a grid that [records][Grid#record] it. One
/// rank's own; it grows with the number of panels.
public final class PhaseLog {
  /// What a rank does.
  public enum Phase {
    /// It factors a panel, or brings one together.
    PANEL,
    /// It begins to send a panel, or prepares one that has come.
    COMMUNICATION,
    /// It applies a panel to columns.
    UPDATE,
    /// It waits for a panel.
    WAITING
  }

  private static final Phase[] PHASES = Phase.values();

  private final LongSupplier clock;
  private long[] times = new long[128];
  private byte[] phases = new byte[64];
  private int count;
  private long last;

  /// An empty one, by [System#nanoTime].
  public PhaseLog() {
    this(System::nanoTime);
  }

  /// An empty one, by another clock: that of the time which a thread had on a processor, say.
  ///
  /// @param clock nanoseconds since any time
  public PhaseLog(LongSupplier clock) {
    this.clock = clock;
  }

  /// Begins anew: time passes from now on.
  public void begin() {
    count = 0;
    last = clock.getAsLong();
  }

  /// What took place since the last call.
  public void end(Phase phase) {
    if (count == phases.length) {
      times = Arrays.copyOf(times, 4 * count);
      phases = Arrays.copyOf(phases, 2 * count);
    }
    long now = clock.getAsLong();
    times[2 * count] = last;
    times[2 * count + 1] = now;
    phases[count++] = (byte) phase.ordinal();
    last = now;
  }

  /// How many pieces there are.
  public int size() {
    return count;
  }

  /// When a piece began, in nanoseconds of the clock.
  public long begin(int piece) {
    return times[2 * piece];
  }

  /// When a piece ended.
  public long end(int piece) {
    return times[2 * piece + 1];
  }

  /// What a piece is.
  public Phase phase(int piece) {
    return PHASES[phases[piece]];
  }

  /// Seconds of all pieces of one kind.
  public double seconds(Phase phase) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += phases[i] == phase.ordinal() ? end(i) - begin(i) : 0;
    }
    return sum * 1e-9;
  }
}
