// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Where the bytes of a step are: a region of one rank and an offset in it, in one word.
///
/// Offsets in [#IN] and [#OUT] count the user's bytes one after the other, as if they were
/// contiguous: where they really are, rows with gaps between them for example, is not the
/// schedule's concern.
public final class Region {
  private static final int SHIFT = 56;
  private static final long OFFSET = (1L << SHIFT) - 1;

  /// What the user contributes.
  public static final long IN = 0;

  /// Where the user's result goes. When the operation is in place this is the same memory as [#IN].
  public static final long OUT = 1L << SHIFT;

  /// Private scratch memory of [Schedule#temp] bytes.
  public static final long TEMP = 2L << SHIFT;

  /// What the last [Schedule#receive] brought, wherever it stands: in a frame, in an early-arrival
  /// buffer, or still in the memory of the rank that sent it. Read only. The schedule lets go of it
  /// when it comes to its next receive, fresh or drain, or to its end: what waits there must not
  /// hold up the rank that sent it.
  public static final long BLOCK = 3L << SHIFT;

  /// Where a [Schedule#fold] writes that only writes to its targets.
  public static final long NOWHERE = 4L << SHIFT;

  private static final int FIRST_STAGE = 8;

  /// How many stages a schedule may use.
  public static final int STAGES = 64;

  private Region() {}

  /// Stage `k`: a chunk of memory that other ranks may read in place (the "special memory" of the
  /// AP3000 paper, section 4).
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

  /// Which stage a place is in, or a negative number.
  public static int stageOf(long place) {
    return (int) (place >>> SHIFT) - FIRST_STAGE;
  }

  /// The place as people read it: `OUT+128`.
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
