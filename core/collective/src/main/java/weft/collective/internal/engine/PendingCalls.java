// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Schedule;

/// Describes the pending operations of a rank and the members for which they wait. It reads the
/// rank's fields from another thread without ordering, which is sufficient for reports.
final class PendingCalls {
  private PendingCalls() {}

  static String describe(@Nullable Context[] contexts) {
    var text = new StringBuilder();
    boolean calls = false;
    boolean misses = false;
    for (Context context : contexts) {
      if (context != null) {
        describe(text, context);
        misses |= awaited(text, context);
        for (Slot slot : context.slots) {
          calls |= slot.active && slot.entered;
          misses |= slot.active && !slot.entered;
        }
      }
    }
    if (calls && misses) {
      text.append("; if this rank waits in a finally block, an exception may be under way there");
    }
    return text.toString();
  }

  static String describe(Context context) {
    var text = new StringBuilder();
    describe(text, context);
    return text.toString();
  }

  private static void describe(StringBuilder text, Context context) {
    for (Slot slot : context.slots) {
      describe(text, context, slot);
    }
    if (context.waiting > 0) {
      text.append("; ").append(context.waiting).append(" more calls of group ");
      text.append(context.id).append(" wait for their turn");
    }
  }

  /// Describes the call that a member waits for; returns whether there is one.
  private static boolean awaited(StringBuilder text, Context context) {
    int peer = context.awaitedBy;
    if (peer < 0 || context.awaited - context.next < 0) {
      return false;
    }
    separate(text)
        .append("rank ")
        .append(context.members[peer])
        .append(" waits for call ")
        .append(Integer.toUnsignedString(context.awaited))
        .append(" of group ")
        .append(context.id)
        .append(", which was not called here");
    if (context.isLeft()) {
      text.append(": this rank has freed the group").append(context.leftAt());
    }
    return true;
  }

  private static StringBuilder separate(StringBuilder text) {
    return text.append(text.isEmpty() ? "" : "; ");
  }

  private static void describe(StringBuilder text, Context context, Slot slot) {
    if (!slot.active) {
      return;
    }
    separate(text)
        .append(Signature.describe(slot.signature, slot.agreed))
        .append(" (call ")
        .append(Integer.toUnsignedString(slot.sequence))
        .append(" of group ")
        .append(context.id)
        .append(')');
    if (slot.passing) {
      int peer = slot.waitsFor;
      if (peer >= 0) {
        text.append(" waits for rank ").append(context.members[peer]);
      }
      return;
    }
    Compiled compiled = slot.compiled;
    int step = slot.step;
    if (!slot.entered) {
      text.append(" was begun by another rank and not called here yet");
    } else if (compiled != null && step < compiled.schedule.length()) {
      Schedule schedule = compiled.schedule;
      int peer = schedule.peer(step);
      if (peer >= 0) {
        byte kind = schedule.kind(step);
        boolean sends = kind == Schedule.SEND || kind == Schedule.OFFER;
        text.append(sends ? " has no room at" : " waits for")
            .append(" rank ")
            .append(context.members[peer]);
      } else {
        text.append(" waits until other ranks have read its memory");
      }
    } else {
      text.append(" waits until other ranks have read its memory");
    }
  }
}
