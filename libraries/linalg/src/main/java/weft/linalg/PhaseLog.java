// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import java.util.Arrays;
import java.util.function.LongSupplier;

/// The phases of one rank and their times, during factorisations on a grid that
/// [records][Grid#record] them. Each rank has its own log, which grows with the number of panels.
public final class PhaseLog {
  /// An activity of a rank.
  public enum Phase {
    /// It factors a panel, or collects one from other ranks.
    PANEL,
    /// It begins to send a panel, or prepares one that has arrived.
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

  /// An empty log that uses [System#nanoTime].
  public PhaseLog() {
    this(System::nanoTime);
  }

  /// An empty log with another clock, such as the processor time of a thread.
  ///
  /// @param clock nanoseconds since an arbitrary moment
  public PhaseLog(LongSupplier clock) {
    this.clock = clock;
  }

  /// Discards all pieces. The next piece begins now.
  public void begin() {
    count = 0;
    last = clock.getAsLong();
  }

  /// Ends a piece that began at the previous call.
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

  /// The number of pieces.
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

  /// The activity of a piece.
  public Phase phase(int piece) {
    return PHASES[phases[piece]];
  }

  /// Total seconds of all pieces of one phase.
  public double seconds(Phase phase) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += phases[i] == phase.ordinal() ? end(i) - begin(i) : 0;
    }
    return sum * 1e-9;
  }
}
