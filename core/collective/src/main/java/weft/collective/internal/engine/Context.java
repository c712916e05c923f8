// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.wire.Signature;
import weft.memory.Peers;

/// The control structure of one group at one rank: a window of slots by sequence number, and the
/// progress of each member. In *collectives without layering* it is the structure that is cached
/// with the communicator.
public final class Context {
  /// The progress of one member, and its request for this rank's progress.
  static final class Member {
    /// All operations before this one are known to be complete at that member.
    int done;

    /// Whether this rank has requested the member's progress.
    boolean asked;

    /// Whether the member has requested a message when all operations before [#wanted] are complete
    /// here.
    boolean wants;

    int wanted;
  }

  final int id;
  final int generation;

  /// World ranks by rank of the group.
  final int[] members;

  /// This rank in the group.
  final int rank;

  /// Ranks of the group by world rank; −1 for ranks outside it.
  private final int[] ranks;

  final Slot[] slots;
  final Schedules schedules;

  @Nullable Forwarding forwarding;

  /// The sequence number of the next call.
  int next;

  /// All operations before this one are complete on this rank.
  int done;

  /// The state of each member.
  final Peers<Member> progress;

  /// The number of members that have requested this rank's progress.
  int wanting;

  /// Runs when the rank's body has returned, before the engine looks for missing calls.
  private Runnable atEnd = () -> {};

  /// The number of slots that wait for the progress of a member.
  int stalled;

  /// Calls that wait for a slot, in order.
  private @Nullable GroupCall firstWaiting;

  private @Nullable GroupCall lastWaiting;
  int waiting;

  /// Whether waiting calls are being begun.
  boolean beginning;

  /// A member that has announced its call [#awaited], which this rank had not called; −1 for none.
  int awaitedBy = -1;

  int awaited;

  /// The line of the program at which this rank left the group; null before. It may be empty.
  @Nullable String leftAt;

  /// Whether this rank has waited for long since it left. If other members wait for its calls, it
  /// is not on its way out with an exception.
  boolean waitedSince;

  /// The number of members that have left, if this is the first one.
  int leavers;

  /// Whether all members have left, as far as this rank was told.
  boolean isOver;

  /// The number of members to which [GroupTable] has a message to send.
  int toTell;

  /// Runs when all members have left, or when the group is forgotten.
  private Runnable whenOver = () -> {};

  Context(
      int id,
      int generation,
      int[] members,
      int worldRank,
      int worldSize,
      int window,
      Library library) {
    this.schedules = new Schedules(library);
    this.id = id;
    this.generation = generation;
    this.members = members.clone();
    this.ranks = new int[worldSize];
    Arrays.fill(ranks, -1);
    for (int i = 0; i < members.length; i++) {
      ranks[members[i]] = i;
    }
    this.rank = ranks[worldRank];
    this.slots = new Slot[window];
    for (int i = 0; i < window; i++) {
      slots[i] = new Slot(this);
    }
    this.progress = Peers.of(members.length, member -> new Member());
  }

  Slot slot(int sequence) {
    return slots[sequence & (slots.length - 1)];
  }

  /// Sets how this group forwards, if not as all others.
  public void forwarding(Forwarding forwarding) {
    this.forwarding = forwarding;
  }

  /// Sets the action to run when the rank's body has returned.
  public void atEnd(Runnable action) {
    atEnd = action;
  }

  /// Runs the action of [#atEnd].
  void bodyReturned() {
    atEnd.run();
  }

  /// Sets the action to run once when all members have left the group: as soon as the first member
  /// hears of it, on the others when the group is forgotten.
  public void whenOver(Runnable action) {
    whenOver = action;
  }

  /// Runs the action of [#whenOver], once.
  void over() {
    Runnable action = whenOver;
    whenOver = () -> {};
    action.run();
  }

  /// Whether this rank has left the group.
  public boolean isLeft() {
    return leftAt != null;
  }

  /// " at" the line at which this rank left the group, if it is known.
  public String leftAt() {
    return leftAt == null || leftAt.isEmpty() ? "" : " at " + leftAt;
  }

  /// The signature that stands for "no more calls of this rank" in reports.
  public long ending() {
    return isLeft() ? Signature.FREE : Signature.END;
  }

  /// Whether all members are members of `other` too.
  boolean isWithin(Context other) {
    for (int member : members) {
      if (other.rankOf(member) < 0) {
        return false;
      }
    }
    return true;
  }

  /// Returns the rank in the group of a world rank, or −1.
  public int rankOf(int worldRank) {
    return ranks[worldRank];
  }

  /// The number of members.
  public int size() {
    return members.length;
  }

  /// This rank in the group.
  public int rank() {
    return rank;
  }

  /// Returns the rank in the world of a member.
  public int member(int rank) {
    return members[rank];
  }

  /// The group's number.
  public int id() {
    return id;
  }

  /// The generation, which distinguishes groups that had this number.
  public int generation() {
    return generation;
  }

  /// Whether a call would begin at once: no call waits, and the last operation in its slot is
  /// complete.
  public boolean hasRoom() {
    return waiting == 0 && hasSlot();
  }

  private boolean hasSlot() {
    Slot slot = slot(next);
    return !slot.active || slot.sequence == next;
  }

  /// Whether no operation is pending.
  public boolean isIdle() {
    return done == next && waiting == 0;
  }

  /// Advances `done` over complete operations; returns whether it changed.
  boolean growDone() {
    int before = done;
    while (done != next && !isPending(done)) {
      done++;
    }
    return done != before;
  }

  private boolean isPending(int sequence) {
    Slot slot = slot(sequence);
    return slot.active && slot.sequence == sequence;
  }

  /// Queues a call.
  void add(GroupCall call) {
    GroupCall last = lastWaiting;
    if (last == null) {
      firstWaiting = call;
    } else {
      last.behind = call;
    }
    lastWaiting = call;
    waiting++;
  }

  /// Removes and returns the call whose turn it is; null if it must wait.
  @Nullable GroupCall take() {
    GroupCall call = firstWaiting;
    while (call != null && call.givenUp) {
      removeFirst(call);
      call.givenUp = false;
      call = firstWaiting;
    }
    if (call == null || call.reserved || !hasSlot()) {
      return null;
    }
    removeFirst(call);
    return call;
  }

  private void removeFirst(GroupCall call) {
    firstWaiting = call.behind;
    call.behind = null;
    if (firstWaiting == null) {
      lastWaiting = null;
    }
    waiting--;
  }
}
