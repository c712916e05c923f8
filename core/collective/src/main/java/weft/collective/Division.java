// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.collective.internal.engine.Context;

/// Divides a group into new ones. Its members exchange their requests, and agree on a group number
/// that no member uses and on a generation. The generation keeps late messages of an earlier group
/// with the same number apart. Groups that all members have left are forgotten first.
///
/// Groups created in one call share a number, because no rank is in two of them.
final class Division {
  private static final int MOST = 1 << 16;

  // The words that each member sends.
  private static final int CALL = 0;
  private static final int COLOR = 1;
  private static final int KEY = 2;
  private static final int GENERATION = 3;
  private static final int USED = 4;
  private static final int WORDS = USED + RankCollectives.NUMBERS / 64;

  private static final String[] CALLS = {"Group.split", "Group.dup", "Group.subgroup"};
  static final int SPLIT = 0;
  static final int DUP = 1;
  static final int SUBGROUP = 2;

  private final GroupRunner parent;
  private final RankCollectives member;
  private final long[] all;

  private Division(GroupRunner parent, int call, long digest, long color, long key) {
    this.parent = parent;
    this.member = parent.rankCollectives;
    long[] mine = new long[WORDS];
    mine[CALL] = digest << 2 | call;
    mine[COLOR] = color;
    mine[KEY] = key;
    mine[GENERATION] = member.generation;
    member.core.groups().announceEnds();
    member.core.groups().forgetOver();
    member.used(parent.context, 0, mine, USED);
    this.all = new long[WORDS * parent.size()];
    parent.run(Operation.allgather(Data.of(mine), Data.of(all)).as(CALLS[call]));
    // A program that makes groups and frees them may send only over boards, and never poll. Other
    // messages release the memory of groups that were freed.
    member.world.poll();
  }

  /// Returns the new group of this rank; null if its color is negative.
  ///
  /// @param digest the same on every rank
  static @Nullable GroupRunner of(GroupRunner parent, int call, long digest, long color, long key) {
    var division = new Division(parent, call, digest, color, key);
    division.checkAgreed();
    return division.make(call, color);
  }

  private long word(int rank, int word) {
    return all[rank * WORDS + word];
  }

  private void checkAgreed() {
    for (int rank = 1; rank < parent.size(); rank++) {
      long first = word(0, CALL);
      long other = word(rank, CALL);
      if (first == other) {
        continue;
      }
      String there = CALLS[(int) first & 3];
      String here = CALLS[(int) other & 3];
      throw new WeftException(
          there.equals(here)
              ? here
                  + ": rank "
                  + parent.member(rank)
                  + " gave other ranks than rank "
                  + parent.member(0)
                  + " did; all members give the same list"
              : "rank "
                  + parent.member(rank)
                  + " called "
                  + here
                  + " while rank "
                  + parent.member(0)
                  + " called "
                  + there
                  + "; all members make the same calls in the same order");
    }
  }

  private @Nullable GroupRunner make(int call, long color) {
    long generation = 0;
    long[] used = new long[RankCollectives.NUMBERS / 64];
    for (int rank = 0; rank < parent.size(); rank++) {
      generation = Math.max(generation, word(rank, GENERATION));
      for (int i = 0; i < used.length; i++) {
        used[i] |= word(rank, USED + i);
      }
    }
    int id = number(used, CALLS[call]);
    member.generation = generation + 1;
    Context context = color < 0 ? null : member.core.join(id, generation(), members(color));
    // No member sends in a new group before all members know it.
    parent.run(Operation.barrier().as(CALLS[call]));
    if (context == null) {
      return null;
    }
    var group = GroupRunner.of(member, context, parent.settings.copy());
    group.board(Boards.of(group, CALLS[call]));
    return group;
  }

  private int generation() {
    return (int) (member.generation & 0xFFFF);
  }

  /// Returns the smallest number that no member uses.
  private int number(long[] used, String call) {
    for (int first = 0; ; ) {
      member.forget(parent.context, first, used);
      for (int i = 0; i < used.length; i++) {
        if (used[i] != -1) {
          return first + 64 * i + Long.numberOfTrailingZeros(~used[i]);
        }
      }
      first += RankCollectives.NUMBERS;
      if (first >= MOST) {
        throw new WeftException(
            call + ": a member of the group is in " + MOST + " groups; free some");
      }
      member.used(parent.context, first, used, 0);
      parent.run(Operation.allreduce(Data.of(used), Operator.OR).as(call));
    }
  }

  /// The world ranks of the members with `color`, ordered by key, and by rank where keys are equal.
  private int[] members(long color) {
    List<Integer> ranks = new ArrayList<>();
    for (int rank = 0; rank < parent.size(); rank++) {
      if (word(rank, COLOR) == color) {
        ranks.add(rank);
      }
    }
    ranks.sort(Comparator.comparingLong(rank -> word(rank, KEY)));
    return ranks.stream().mapToInt(parent::member).toArray();
  }
}
