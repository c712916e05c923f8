// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import java.util.function.IntPredicate;

/// Executes the schedules of all ranks over byte arrays, in a random order, as badly as is allowed.
///
/// Messages are in order per ordered pair. Whether a message carries its bytes, is pulled, or lets
/// the receiver read in place is drawn for each. What is read in place is read when the receiver
/// uses it, and let go of only at its next receive, fresh or drain, or at its end. Ranks call the
/// operation early, late, or only when nobody else can go on. A stage that is free again, and the
/// user's memory once the operation is complete, are overwritten with garbage.
final class ScheduleMachine {
  final Random random;
  final Combine combine;

  /// One of so many messages carries its bytes.
  int eagerly;

  /// Whether a block is let go of when its rank comes to the next receive, not when that has come.
  boolean isQuick;

  /// Whether what is passed on is always read where it stands.
  boolean isLazy;

  final Member[] members;
  final Deque<SentMessage>[][] queues;

  @SuppressWarnings({"unchecked", "rawtypes"})
  ScheduleMachine(int size, Random random, Combine combine) {
    this.random = random;
    this.combine = combine;
    this.eagerly = 2 + random.nextInt(8);
    this.isQuick = random.nextBoolean();
    members = new Member[size];
    queues = new Deque[size][size];
    for (Deque[] row : queues) {
      Arrays.setAll(row, i -> new ArrayDeque<SentMessage>());
    }
  }

  /// Lets every message carry its bytes.
  void carryAll() {
    eagerly = 1;
  }

  /// Lets no message carry its bytes where they can be read in place, and holds them for as long as
  /// may be. A rank goes on when something has come or is let go of, whatever else may happen: so
  /// if ranks can wait for each other in any order of things, they do so in every one like this.
  void carryNone() {
    eagerly = Integer.MAX_VALUE;
    isQuick = false;
    isLazy = true;
  }

  @SuppressWarnings("AnnotateFormatMethod")
  static void check(boolean condition, String message, Object... arguments) {
    if (!condition) {
      throw new AssertionError(message.formatted(arguments));
    }
  }

  /// Runs until nobody can go on; ranks call as `calls` says, but those that do not `come` never.
  void run(CallOrder calls, IntPredicate come) {
    int size = members.length;
    // Some ranks are slower than others.
    int[] pace = new int[size];
    Arrays.setAll(pace, i -> 1 << random.nextInt(4));
    int patience = 1 + random.nextInt(30);
    for (Member member : members) {
      member.called = calls == CallOrder.FIRST && come.test(member.shape.rank());
    }
    while (true) {
      int rank = random.nextInt(size);
      boolean moved = false;
      for (int i = 0; i < size && !moved; i++) {
        Member member = members[(rank + i) % size];
        for (int n = 0; n < pace[member.shape.rank()] && member.step(); n++) {
          moved = true;
        }
      }
      if (calls == CallOrder.LAST ? !moved : !moved || random.nextInt(patience) == 0) {
        if (!call(come) && !moved) {
          return;
        }
      }
    }
  }

  private boolean call(IntPredicate come) {
    int first = random.nextInt(members.length);
    for (int i = 0; i < members.length; i++) {
      Member member = members[(first + i) % members.length];
      if (!member.called && come.test(member.shape.rank())) {
        member.called = true;
        return true;
      }
    }
    return false;
  }

  /// Fails unless everybody is through and nothing is left.
  void checkEnd() {
    for (Member member : members) {
      if (!member.complete) {
        throw new AssertionError("deadlock: " + where());
      }
      check(member.isQuiet(), "rank %d has chunks that are read", member.shape.rank());
      for (Deque<SentMessage> queue : queues[member.shape.rank()]) {
        check(queue.isEmpty(), "a message of rank %d is left over", member.shape.rank());
      }
    }
  }

  private String where() {
    StringBuilder text = new StringBuilder();
    for (Member member : members) {
      boolean done = member.at == member.schedule.length();
      text.append(
          "%n rank %d at step %d of %d: %s"
              .formatted(
                  member.shape.rank(),
                  member.at,
                  member.schedule.length(),
                  done
                      ? "end"
                      : "kind "
                          + member.schedule.kind(member.at)
                          + " peer "
                          + member.schedule.peer(member.at)));
    }
    return text.toString();
  }
}
