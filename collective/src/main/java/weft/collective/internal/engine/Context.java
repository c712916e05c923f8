// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The control structure of one group at one rank: a window of slots by sequence number, and how
/// far each member is known to have come (collectives without layering: the structure cached with
/// the communicator).
public final class Context {
  final int id;
  final int generation;

  /// The ranks of the world by rank of the group.
  final int[] members;

  /// This rank in the group.
  final int rank;

  /// The group's ranks by rank of the world, −1 for strangers.
  private final int[] ranks;

  final Slot[] slots;
  final Schedules schedules;

  @Nullable Forwarding forwarding;

  /// The sequence number of the next call.
  int next;

  /// All operations before this one are complete here.
  int done;

  /// All operations before this one are known to be complete at each member.
  final int[] doneAt;

  /// Whether a member was asked to say when it is further.
  final boolean[] asked;

  /// What each member wants to be told of, and whether it does.
  final int[] wanted;

  final boolean[] wants;
  int wanting;

  /// Run when the rank's body has returned, before the engine looks for calls that are missing.
  private Runnable atEnd = () -> {};

  /// How many slots wait for a member to come further.
  int stalled;

  /// Calls that wait for a slot, in order.
  private @Nullable GroupCall firstWaiting;

  private @Nullable GroupCall lastWaiting;
  int waiting;

  /// Whether they are being begun.
  boolean beginning;

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
    this.doneAt = new int[members.length];
    this.asked = new boolean[members.length];
    this.wanted = new int[members.length];
    this.wants = new boolean[members.length];
  }

  Slot slot(int sequence) {
    return slots[sequence & (slots.length - 1)];
  }

  /// How this group goes about what it forwards, if not as all others.
  public void forwarding(Forwarding forwarding) {
    this.forwarding = forwarding;
  }

  /// Sets the action to run when the rank's body has returned.
  public void atEnd(Runnable action) {
    atEnd = action;
  }

  /// The rank's body has returned.
  void bodyReturned() {
    atEnd.run();
  }

  /// The rank in the group of a rank of the world, or −1.
  public int rankOf(int worldRank) {
    return ranks[worldRank];
  }

  /// How many members there are.
  public int size() {
    return members.length;
  }

  /// This rank in the group.
  public int rank() {
    return rank;
  }

  /// The rank in the world of a member.
  public int member(int rank) {
    return members[rank];
  }

  /// The group's number.
  public int id() {
    return id;
  }

  /// Whether a call would begin at once: none waits, and the operation that had its slot before is
  /// complete.
  public boolean hasRoom() {
    return waiting == 0 && hasSlot();
  }

  private boolean hasSlot() {
    Slot slot = slot(next);
    return !slot.active || slot.sequence == next;
  }

  /// Whether nothing is under way.
  public boolean isIdle() {
    return done == next && waiting == 0;
  }

  /// Counts what is complete without a gap before it; returns whether that has become more.
  boolean growDone() {
    int before = done;
    while (done != next && !isUnderWay(done)) {
      done++;
    }
    return done != before;
  }

  private boolean isUnderWay(int sequence) {
    Slot slot = slot(sequence);
    return slot.active && slot.sequence == sequence;
  }

  /// A call waits for its turn.
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

  /// The call whose turn it is, which waits no more; or null.
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
