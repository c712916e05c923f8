// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

/// How much may be under way.
///
/// @param eager up to this many bytes travel in the message itself
/// @param tokens how many eager messages of one rank another keeps before they are wanted
/// @param window how many operations of a group may be under way at a rank; a power of two
/// @param piece how many bytes are asked for at a time where memory is not shared
/// @param share whether ranks read each other's memory in place where they can
public record EngineLimits(int eager, int tokens, int window, int piece, boolean share) {
  private static final int MOST_EAGER = 8 << 10;
  private static final int MOST_TOKENS = 32;
  private static final int WINDOW = 16;
  private static final int PIECE = 256 << 10;

  /// Checks them.
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

  /// What suits `ranks` ranks of which each keeps early arrivals of at most `budget` bytes.
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
