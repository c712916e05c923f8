// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Signature;

/// Ends the job if the members of a group call different operations.
public final class Disagreements {
  private final CollectiveWire wire;
  private boolean over;

  Disagreements(CollectiveWire wire) {
    this.wire = wire;
  }

  /// Reports that a member and this rank called different operations.
  public void say(
      Context context,
      int sequence,
      int peer,
      long theirs,
      long theirBytes,
      long mine,
      long myBytes) {
    report(context, sequence, peer, theirs, theirBytes, context.rank, mine, myBytes);
  }

  /// Reports that a member called an operation after the last one of this rank.
  void ended(Context context, int sequence, int peer, long theirs, long theirBytes) {
    say(context, sequence, peer, theirs, theirBytes, context.ending(), 0);
  }

  /// Reports that a member called a different operation, in this call or earlier. It is no longer
  /// known which one.
  public void sayEarlier(Context context, int sequence, int peer) {
    end(context, sequence, peer, context.rank, Misuse.earlier(context, sequence, peer));
  }

  /// Reports a message for an operation that completed here without it.
  void over(Context context, int sequence, int peer, long signature, long agreed) {
    String text = Misuse.over(context, sequence, peer, Signature.describe(signature, agreed));
    end(context, sequence, peer, context.rank, text);
  }

  /// Reports that `peer` and `other` called different operations; this rank may not have called
  /// yet.
  private void report(
      Context context,
      int sequence,
      int peer,
      long theirs,
      long theirBytes,
      int other,
      long its,
      long itsBytes) {
    String text =
        theirBytes == itsBytes && Signature.onlyBegunDiffers(theirs, its)
            ? Misuse.begun(context, sequence, peer, other, its, itsBytes)
            : Misuse.mismatch(
                context,
                sequence,
                peer,
                Signature.describe(theirs, theirBytes),
                other,
                Signature.describe(its, itsBytes));
    end(context, sequence, peer, other, text);
  }

  private void end(Context context, int sequence, int one, int other, String text) {
    wire.disagree(context.members[one], context.members[other], context.id, sequence, text);
  }

  /// Reports that a member sends more or fewer bytes than this rank expects.
  void lengths(Slot slot, int peer, long came, long expected) {
    Context context = slot.context;
    String text = Misuse.length(slot, peer, came, expected);
    end(context, slot.sequence, peer, context.rank, text);
  }

  /// Reports that a member carries out an operation in a different way from this rank, or from the
  /// member that this rank heard from.
  void differ(Slot slot, int peer, long signature, long agreed) {
    if (!Signature.agree(slot.signature, signature) || slot.agreed != agreed) {
      Context context = slot.context;
      int other = slot.sayer();
      report(context, slot.sequence, peer, signature, agreed, other, slot.signature, slot.agreed);
    } else {
      end(slot.context, slot.sequence, peer, slot.sayer(), Misuse.mixed(slot, peer));
    }
  }

  /// The rank makes no more calls. Reports each call that another rank waits for.
  void bodyReturned(@Nullable Context[] contexts) {
    over = true;
    for (Context context : contexts) {
      if (context == null) {
        continue;
      }
      context.bodyReturned();
      notCalled(context);
    }
  }

  /// Reports operations that others began and this rank, which has made its last call, did not.
  void notCalled(Context context) {
    if (context.waiting > 0) {
      return; // The last ones have not begun yet.
    }
    for (Slot slot : context.slots) {
      if (slot.active && !slot.entered) {
        ended(context, slot.sequence, slot.informant, slot.signature, slot.agreed);
      }
    }
  }

  /// Whether the rank's body has returned.
  boolean isOver() {
    return over;
  }
}
