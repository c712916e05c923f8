// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.internal.wire.Signature;

/// The texts of reports about collective calls that differ.
final class Misuse {
  private static final String RULE =
      "; every member must make the same collective calls of a group in the same order, with the"
          + " same root, sizes, type and operator (one in a finally block hides an exception that is"
          + " under way)";

  private Misuse() {}

  static String mismatch(
      Context context, int sequence, int oneRank, String one, int otherRank, String other) {
    return "the ranks disagree: rank "
        + context.members[oneRank]
        + " calls \""
        + one
        + "\", and rank "
        + context.members[otherRank]
        + " \""
        + other
        + "\" (call number "
        + Integer.toUnsignedString(sequence)
        + " of group "
        + context.id
        + ")"
        + RULE;
  }

  static String earlier(Context context, int sequence, int peer) {
    return "the ranks disagree: rank "
        + context.members[peer]
        + " and rank "
        + context.members[context.rank]
        + " have called different small operations of group "
        + context.id
        + ", in call number "
        + Integer.toUnsignedString(sequence)
        + " or shortly before"
        + RULE;
  }

  static String over(Context context, int sequence, int peer, String call) {
    return "the ranks disagree: call number "
        + Integer.toUnsignedString(sequence)
        + " of group "
        + context.id
        + " is \""
        + call
        + "\" on rank "
        + context.members[peer]
        + ", and a different call on rank "
        + context.members[context.rank]
        + ", which completed without that message"
        + RULE;
  }

  /// One rank has called run, the other start.
  static String begun(Context context, int sequence, int peer, int other, long its, long bytes) {
    boolean itBegan = (its & Signature.BEGUN) != 0;
    return "the ranks disagree: call number "
        + Integer.toUnsignedString(sequence)
        + " of group "
        + context.id
        + ", \""
        + Signature.describe(its, bytes)
        + "\", is Group.start on rank "
        + context.members[itBegan ? other : peer]
        + " and Group.run on rank "
        + context.members[itBegan ? peer : other]
        + "; all members must start it, or all must run it (start and await is not run)";
  }

  static String mixed(Slot slot, int peer) {
    return "rank "
        + slot.context.members[peer]
        + " and rank "
        + slot.context.members[slot.sayer()]
        + " carry call number "
        + Integer.toUnsignedString(slot.sequence)
        + " of group "
        + slot.context.id
        + ", \""
        + Signature.describe(slot.signature, slot.agreed)
        + "\", out in different ways; all members must use the same table of choices (WEFT_CHOICES,"
        + " Group.using)";
  }

  /// The text for a rank that has called run while another has called start.
  static void checkLength(Slot slot, int peer, long came, long bytes) {
    if (came != bytes) {
      throw new IllegalStateException(length(slot, peer, came, bytes));
    }
  }

  static String length(Slot slot, int peer, long came, long bytes) {
    return "rank "
        + slot.context.members[peer]
        + " sends "
        + came
        + " bytes to rank "
        + slot.context.members[slot.context.rank]
        + ", which expects "
        + bytes
        + ", in \""
        + Signature.describe(slot.signature, slot.agreed)
        + "\" (call number "
        + Integer.toUnsignedString(slot.sequence)
        + " of group "
        + slot.context.id
        + ")"
        + RULE;
  }

  static IllegalStateException leftOver(Slot slot) {
    return new IllegalStateException(
        slot.arrivals
            + " messages of \""
            + Signature.describe(slot.signature, slot.agreed)
            + "\" were sent that no step receives: the algorithm's schedules do not fit each"
            + " other");
  }
}
