// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// How steps are executed together. The engine follows these rules, and the model of costs prices
/// steps by them.
public final class StepRules {
  private StepRules() {}

  /// Whether the copy in step `at` and the reduction after it are one pass over memory: both write
  /// the same place, and the reduction reads the received block, which the copy does not.
  public static boolean isOnePass(Schedule schedule, int at) {
    int next = at + 1;
    byte kind = next < schedule.length() ? schedule.kind(next) : Schedule.ENTER;
    return schedule.kind(at) == Schedule.COPY
        && (kind == Schedule.REDUCE || kind == Schedule.REDUCE_LEFT)
        && schedule.to(next) == schedule.to(at)
        && schedule.bytes(next) == schedule.bytes(at)
        && Region.of(schedule.from(next)) == Region.BLOCK
        && Region.of(schedule.from(at)) != Region.BLOCK;
  }

  /// Whether the `bytes` bytes that step `at` receives are only copied, as a whole. Bytes that are
  /// pulled then go straight to the destination of the copy, which is not carried out.
  public static boolean isOnlyCopied(Schedule schedule, int at, long bytes) {
    int copy = at + 1;
    if (copy >= schedule.length()
        || schedule.kind(copy) != Schedule.COPY
        || schedule.from(copy) != Region.BLOCK
        || schedule.bytes(copy) != bytes) {
      return false;
    }
    for (int i = copy + 1; i < schedule.length(); i++) {
      byte kind = schedule.kind(i);
      if (kind == Schedule.RECEIVE) {
        return true;
      }
      boolean reads =
          kind == Schedule.SEND
              || kind == Schedule.COPY
              || kind == Schedule.REDUCE
              || kind == Schedule.REDUCE_LEFT
              || kind == Schedule.OPERAND;
      if (reads && Region.of(schedule.from(i)) == Region.BLOCK) {
        return false;
      }
    }
    return true;
  }
}
