// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The limits of pending operations and messages, which the engine and the model of costs read.
///
/// @param eager the maximum number of bytes that travel in the message itself
/// @param tokens the number of early eager messages that a rank buffers per sender
/// @param window the number of pending operations of a group at a rank; a power of two
/// @param piece the bytes of one pull where memory is not shared
/// @param share whether ranks read each other's memory in place where they can
public record EngineLimits(int eager, int tokens, int window, int piece, boolean share) {
  private static final int MOST_EAGER = 8 << 10;
  private static final int MOST_TOKENS = 32;
  private static final int WINDOW = 16;
  private static final int PIECE = 256 << 10;

  /// Checks the values.
  public EngineLimits {
    if (eager < 0 || tokens < 1 || tokens > 127 || Integer.bitCount(window) != 1 || window > 64) {
      throw new IllegalArgumentException(
          "eager "
              + eager
              + ", tokens "
              + tokens
              + ", window "
              + window
              + ": tokens are 1 to 127, the window is a power of two up to 64");
    }
  }

  /// Returns limits for `ranks` ranks, each of which buffers at most `budget` bytes of early
  /// arrivals.
  public static EngineLimits of(int ranks, int frameBytes, long budget) {
    int eager = Math.min(MOST_EAGER, frameBytes);
    long each = budget / Math.max(1, ranks - 1) / Math.max(1, eager);
    while (each < 2 && eager > 256) {
      eager /= 2;
      each = budget / Math.max(1, ranks - 1) / eager;
    }
    return new EngineLimits(eager, Math.clamp(each, 1, MOST_TOKENS), WINDOW, PIECE, true);
  }
}
