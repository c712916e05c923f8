// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The place of bytes in a step: a region of one rank and an offset in it, in one word.
///
/// Offsets in [#IN] and [#OUT] count the user's bytes as if they were contiguous. The schedule does
/// not know about gaps between rows.
public final class Region {
  private static final int SHIFT = 56;
  private static final long OFFSET = (1L << SHIFT) - 1;

  /// The user's contribution.
  public static final long IN = 0;

  /// The user's result. In place this is the same memory as [#IN].
  public static final long OUT = 1L << SHIFT;

  /// Private scratch memory of [Schedule#temp] bytes.
  public static final long TEMP = 2L << SHIFT;

  /// The block of the last [Schedule#receive]: in a frame, in an early-arrival buffer, or still in
  /// the sender's memory. Read only. The schedule releases it at its next receive, fresh or drain,
  /// or at its end, because a wait there must not block the sender.
  public static final long BLOCK = 3L << SHIFT;

  /// The destination of a [Schedule#fold] that writes only to its targets.
  public static final long NOWHERE = 4L << SHIFT;

  private static final int FIRST_STAGE = 8;

  /// The maximum number of stages of a schedule.
  public static final int STAGES = 64;

  private Region() {}

  /// Stage `k`: a chunk of memory that other ranks may read in place.
  ///
  /// Source: the AP3000 paper, section 4.
  public static long stage(int k) {
    return (long) (FIRST_STAGE + k) << SHIFT;
  }

  /// The region of a place, without its offset.
  public static long of(long place) {
    return place & ~OFFSET;
  }

  /// The offset of a place in its region, in bytes.
  public static long offset(long place) {
    return place & OFFSET;
  }

  /// The stage of a place, or a negative number.
  public static int stageOf(long place) {
    return (int) (place >>> SHIFT) - FIRST_STAGE;
  }

  /// The place as text: `OUT+128`.
  public static String describe(long place) {
    int stage = stageOf(place);
    long region = of(place);
    String name =
        stage >= 0
            ? "STAGE" + stage
            : switch ((int) (region >>> SHIFT)) {
              case 0 -> "IN";
              case 1 -> "OUT";
              case 2 -> "TEMP";
              case 3 -> "BLOCK";
              default -> "NOWHERE";
            };
    return offset(place) == 0 ? name : name + "+" + offset(place);
  }
}
