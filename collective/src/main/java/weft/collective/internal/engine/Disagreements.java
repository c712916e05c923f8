// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Signature;

/// Ends the job when the members of a group call different things.
public final class Disagreements {
  private final CollectiveWire wire;
  private boolean over;

  Disagreements(CollectiveWire wire) {
    this.wire = wire;
  }

  /// A member says something else of an operation than this rank; the job ends.
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

  /// A member has called something else in this call of a group or before; what, is not known any
  /// more.
  public void sayEarlier(Context context, int sequence, int peer) {
    end(context, sequence, peer, context.rank, Misuse.earlier(context, sequence, peer));
  }

  /// A member sends a message of an operation that is over here, and needed none; what it was is
  /// not known any more.
  void over(Context context, int sequence, int peer, long signature, long agreed) {
    String text = Misuse.over(context, sequence, peer, Signature.describe(signature, agreed));
    end(context, sequence, peer, context.rank, text);
  }

  /// What [#say] says, where `other` has said what differs from it: this rank may not have called
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

  /// A member has more or fewer bytes for this rank than are expected; the job ends.
  void lengths(Slot slot, int peer, long came, long expected) {
    Context context = slot.context;
    String text = Misuse.length(slot, peer, came, expected);
    end(context, slot.sequence, peer, context.rank, text);
  }

  /// A member, which gives a signature, and who has said what is known of an operation here go
  /// about it in two ways.
  void differ(Slot slot, int peer, long signature, long agreed) {
    if (!Signature.agree(slot.signature, signature) || slot.agreed != agreed) {
      Context context = slot.context;
      int other = slot.sayer();
      report(context, slot.sequence, peer, signature, agreed, other, slot.signature, slot.agreed);
    } else {
      end(slot.context, slot.sequence, peer, slot.sayer(), Misuse.mixed(slot, peer));
    }
  }

  /// The rank makes no call any more, which others may wait for.
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

  /// The rank has made its last call: tells who waits for another.
  void notCalled(Context context) {
    if (context.waiting > 0) {
      return; // the last ones have still to begin
    }
    for (Slot slot : context.slots) {
      if (slot.active && !slot.entered) {
        say(context, slot.sequence, slot.informant, slot.signature, slot.agreed, Signature.END, 0);
      }
    }
  }

  /// Whether the rank's body has returned.
  boolean isOver() {
    return over;
  }
}
