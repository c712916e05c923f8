// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.collective.internal.wire.Header;

/// The groups of one rank, by number.
///
/// A member leaves a group without waiting for the others, so that a rank with an exception under
/// way can. Until all members have left, the others may still request data and progress of a rank
/// that has left, so its context stays, and the group keeps its number:
///
/// ```
///  member leaves     LEFT  → first member, which counts, and frees the memory of the group
///  all have left     OVER  → every member
///  a new group       every member of it says which numbers it uses; each forgets groups that are
///                    over, and those of which all members take part and none uses the number
/// ```
///
/// The second condition makes numbers independent of timing. The first serves groups of which some
/// members take part in no later creation. LEFT and OVER are sent when there is room; they never
/// wait.
public final class GroupTable {
  private static final int MOST_GROUPS = 1 << 16;

  private final OutgoingMessages outgoing;
  private @Nullable Context[] contexts = new Context[4];

  /// The number of groups of which this rank has messages to send.
  private int untold;

  GroupTable(OutgoingMessages outgoing) {
    this.outgoing = outgoing;
  }

  void add(Context context) {
    int id = context.id;
    if (id >= MOST_GROUPS) {
      throw new WeftException("more than " + MOST_GROUPS + " groups at a time; free some");
    }
    if (id >= contexts.length) {
      contexts = Arrays.copyOf(contexts, Math.max(id + 1, 2 * contexts.length));
    }
    if (contexts[id] != null) {
      throw new IllegalStateException("the group number " + id + " is in use");
    }
    contexts[id] = context;
  }

  /// Returns the group of this number, or null.
  @Nullable Context get(int id) {
    return id < contexts.length ? contexts[id] : null;
  }

  /// All groups; some elements are null.
  @Nullable Context[] all() {
    return contexts;
  }

  /// Leaves a group in which this rank has no pending operation, at the line `line` of the program.
  /// Other members may have some.
  public void leave(Context context, String line) {
    context.leftAt = line;
    if (context.rank == 0) {
      left(context);
    } else {
      context.toTell = 1;
      untold++;
      announceEnds();
    }
  }

  /// A member has left, and this rank is the first one.
  void left(Context context) {
    if (++context.leavers == context.size()) {
      context.over();
      context.toTell = context.size() - 1;
      untold++;
      announceEnds();
    }
  }

  private void forget(Context context) {
    contexts[context.id] = null;
    context.over();
  }

  /// Sends what there was no room for. Never waits.
  public void announceEnds() {
    for (int id = 0; untold > 0 && id < contexts.length; id++) {
      Context context = contexts[id];
      if (context != null && !context.isOver && context.leavers == context.size()) {
        sendOver(context);
      } else if (context != null
          && context.toTell > 0
          && outgoing.tryTell(context, 0, Header.LEFT)) {
        context.toTell = 0;
        untold--;
      }
    }
  }

  private void sendOver(Context context) {
    while (context.toTell > 0 && outgoing.tryTell(context, context.toTell, Header.OVER)) {
      context.toTell--;
    }
    if (context.toTell == 0) {
      untold--;
      context.isOver = true;
    }
  }

  /// Forgets the groups that are over, before a new one is made.
  public void forgetOver() {
    for (Context context : contexts) {
      if (context != null && context.isOver) {
        forget(context);
      }
    }
  }

  /// Whether this rank uses the number, for a new group within `parent`. A group that this rank has
  /// left does not count if all its members are in `parent`, because they say so too.
  public boolean uses(int id, Context parent) {
    Context context = get(id);
    return context != null && (!context.isLeft() || !context.isWithin(parent));
  }

  /// Forgets the group `id` if this rank has left it and all its members are in `parent`. No member
  /// of `parent` uses the number, as [#uses] says.
  public void forget(int id, Context parent) {
    Context context = get(id);
    if (context != null && context.isLeft() && context.isWithin(parent)) {
      untold -= context.toTell > 0 ? 1 : 0;
      forget(context);
    }
  }
}
