// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.data.ElementType;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Collective;

/// The 44 bits, besides the bytes, on which the ranks of a group must agree when they call an
/// operation.
///
/// ```
/// begun 1 | collective 4 | algorithm 6 | type 4, 15 for no elements | operator 8 | parts 1 | root 20
/// ```
///
/// An operation without a root has 20 more bits of its operator in the root's place. A barrier has
/// the number of its call in the operator's place, see [#barrier].
public final class Signature {
  private static final Collective[] COLLECTIVES = Collective.values();
  private static final ElementType[] TYPES = ElementType.values();

  /// The operators that reports name. For any other they give its number.
  private static final List<String> OPERATORS =
      List.of("SUM", "PROD", "MIN", "MAX", "AND", "OR", "XOR", "MIN_AT", "MAX_AT");

  /// The calls that are, or end with, a barrier, by number; and the end of a group.
  private static final List<String> BARRIERS =
      List.of(
          "Group.barrier",
          "Group.free",
          "Group.using",
          "Group.layout",
          "Group.reproducible",
          "Group.forwarding",
          "Group.split",
          "Group.dup",
          "Group.subgroup");

  private static final int OPERATOR_BITS = 8;
  private static final int ROOT_BITS = 20;
  private static final int NO_TYPE = 15;
  private static final int TYPE_SHIFT = 29;

  /// The bits of the type.
  public static final long TYPE = (long) NO_TYPE << TYPE_SHIFT;

  /// No more calls.
  public static final long END = 15L << 39;

  /// No more calls, because the rank has freed the group.
  public static final long FREE =
      of(Collective.BARRIER, 0, null, BARRIERS.indexOf("Group.free"), false, 0);

  /// The operation was started ([weft.collective.Group#start]), not run.
  public static final long BEGUN = 1L << 43;

  private Signature() {}

  /// Packs a signature. `operator` is a number from [#operator] or [#barrier]; `type` is null on a
  /// rank without elements, which agrees with any type.
  public static long of(
      Collective collective,
      int algorithm,
      @Nullable ElementType type,
      int operator,
      boolean parts,
      int root) {
    return (long) collective.ordinal() << 39
        | (long) algorithm << 33
        | (long) (type == null ? NO_TYPE : type.ordinal()) << TYPE_SHIFT
        | (long) (operator & 0xFF) << 21
        | (parts ? 1L << ROOT_BITS : 0)
        | (collective.hasRoot() ? root : operator >>> OPERATOR_BITS);
  }

  /// Returns a number of 28 bits for an operator. The last 8 depend on its name alone. They
  /// identify the predefined operators, and a reduction to a root has room for no more.
  public static int operator(String name, boolean commutative) {
    // Not `hashCode`, which is the same for "Aa" and "BB".
    int more = commutative ? 1 : 2;
    for (int i = 0; i < name.length(); i++) {
      more = Integer.rotateLeft(more ^ name.charAt(i), 11) * 0x9E3779B1;
    }
    return more >>> 32 - ROOT_BITS << OPERATOR_BITS | name.hashCode() & 0xFF;
  }

  /// Returns the number of the barrier in the call `name`. A rank that changes a setting of a group
  /// does not meet one that waits at a barrier of it.
  public static int barrier(String name) {
    int number = BARRIERS.indexOf(name);
    if (number < 0) {
      throw new IllegalArgumentException("no barrier is part of " + name + "; add it to BARRIERS");
    }
    return number;
  }

  public static Collective collective(long signature) {
    return COLLECTIVES[(int) (signature >>> 39) & 0xF];
  }

  public static int algorithm(long signature) {
    return (int) (signature >>> 33) & 0x3F;
  }

  private static int typeNumber(long signature) {
    return (int) (signature >>> TYPE_SHIFT) & NO_TYPE;
  }

  /// The type of the elements; BYTE if there are none.
  public static ElementType type(long signature) {
    int type = typeNumber(signature);
    return type == NO_TYPE ? ElementType.BYTE : TYPES[type];
  }

  /// Whether two ranks have called the same operation.
  public static boolean agree(long one, long other) {
    return one == other
        || ((one ^ other) >>> TYPE_SHIFT + 4 == 0
            && (one ^ other) << -TYPE_SHIFT == 0
            && (typeNumber(one) == NO_TYPE || typeNumber(other) == NO_TYPE));
  }

  public static boolean hasParts(long signature) {
    return (signature >>> 20 & 1) != 0;
  }

  /// Whether the sender and the receiver of each block agree on its length. If all ranks know all
  /// lengths, they agree on a hash of them instead.
  public static boolean isPairwise(long signature) {
    if (!hasParts(signature)) {
      return false;
    }
    return switch (collective(signature)) {
      case GATHER, SCATTER, ALLTOALL -> true;
      default -> false;
    };
  }

  /// Whether two calls differ only in that one is started and the other run.
  public static boolean onlyBegunDiffers(long one, long other) {
    return agree(one ^ BEGUN, other);
  }

  public static int root(long signature) {
    return (int) signature & 0xFFFFF;
  }

  private static int operator(long signature) {
    return (int) (signature >>> 21) & 0xFF;
  }

  /// Only a number is sent; it identifies the predefined operators.
  private static String operatorName(long signature) {
    boolean isWhole = !collective(signature).hasRoot();
    int number = operator(signature) | (isWhole ? root(signature) << OPERATOR_BITS : 0);
    for (String name : OPERATORS) {
      int its = operator(name, true);
      if ((isWhole ? its : its & 0xFF) == number) {
        return name;
      }
    }
    return "a user's operator (" + number + ")";
  }

  /// Describes the call for reports.
  public static String describe(long signature, long bytes) {
    if (signature == END) {
      return "nothing more (its body has returned)";
    }
    Collective collective = collective(signature);
    var text = new StringBuilder(collective.name().toLowerCase(java.util.Locale.ROOT));
    if (collective == Collective.BARRIER) {
      int call = operator(signature);
      return call > 0 && call < BARRIERS.size() ? BARRIERS.get(call) : text.toString();
    }
    if (hasParts(signature)) {
      text.append(" with parts");
      if (bytes != 0) {
        text.append(" of lengths #").append(Long.toHexString(bytes));
      }
    } else {
      text.append(" of ").append(bytes / type(signature).bytes());
    }
    text.append(' ').append(typeNumber(signature) == NO_TYPE ? "elements" : type(signature));
    if (collective.combines()) {
      text.append(", operator ").append(operatorName(signature));
    }
    if (collective.hasRoot()) {
      text.append(", root ").append(root(signature));
    }
    return text.append(", algorithm ")
        .append(Algorithms.get(collective, algorithm(signature)).name())
        .toString();
  }
}
