// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import org.jspecify.annotations.Nullable;

/// Ends the job when the members of a group call different things.
final class Disagreements {
  private final Wire wire;
  private boolean over;

  Disagreements(Wire wire) {
    this.wire = wire;
  }

  /// A member says something else of an operation than this rank; the job ends.
  void say(
      Context context,
      int sequence,
      int peer,
      long theirs,
      long theirBytes,
      long mine,
      long myBytes) {
    String text =
        theirBytes == myBytes && Signature.onlyBegunDiffers(theirs, mine)
            ? Misuse.begun(context, sequence, peer, mine, myBytes)
            : Misuse.mismatch(
                context,
                sequence,
                peer,
                Signature.describe(theirs, theirBytes),
                context.rank,
                Signature.describe(mine, myBytes));
    wire.disagree(context.members[peer], text);
  }

  /// A member has more or fewer bytes for this rank than are expected; the job ends.
  void lengths(Slot slot, int peer, long came, long expected) {
    wire.disagree(slot.context.members[peer], Misuse.length(slot, peer, came, expected));
  }

  /// A member and this rank, of which one gives a signature, go about an operation in two ways.
  void differ(Slot slot, int peer, long signature, long agreed) {
    if (!Signature.agree(slot.signature, signature) || slot.agreed != agreed) {
      Context context = slot.context;
      say(context, slot.sequence, peer, signature, agreed, slot.signature, slot.agreed);
    } else {
      wire.disagree(slot.context.members[peer], Misuse.mixed(slot, peer));
    }
  }

  /// The rank makes no call any more, which others may wait for.
  void bodyReturned(@Nullable Context[] contexts) {
    over = true;
    for (Context context : contexts) {
      if (context == null) {
        continue;
      }
      Board board = context.board;
      if (board != null) {
        board.bodyReturned();
      }
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
