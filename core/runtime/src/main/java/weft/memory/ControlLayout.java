// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// The offsets of the control area of a job of `n` ranks.
///
/// ```
/// rank r      line 0   attention: one bit per source ("look at my ring"), n/64 words
///             line 1   asleep: 1 while the rank sleeps and wants its bell rung
/// ring s → t  line 0   position up to which the target has consumed and zeroed
///             line 1   waiting: 1 while the source sleeps for want of room
/// ```
public final class ControlLayout {
  /// The maximum number of ranks, limited by the bits of the attention line.
  public static final int MAX_RANKS = (int) Lines.LINE * 8;

  private static final long RANK = 2 * Lines.LINE;
  private static final long RING = 2 * Lines.LINE;

  private ControlLayout() {}

  /// The bytes of the control area.
  public static long bytes(int ranks) {
    return ranks * RANK + (long) ranks * ranks * RING;
  }

  static long attention(int rank) {
    return rank * RANK;
  }

  static long attentionWord(int rank, int source) {
    return attention(rank) + (source >>> 6) * 8L;
  }

  static long asleep(int rank) {
    return rank * RANK + Lines.LINE;
  }

  static long consumed(int ranks, int source, int target) {
    return ranks * RANK + ((long) source * ranks + target) * RING;
  }

  static long waiting(int ranks, int source, int target) {
    return consumed(ranks, source, target) + Lines.LINE;
  }
}
