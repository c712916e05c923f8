// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.reduction.Combiner;
import weft.collective.internal.reduction.Combiners;
import weft.collective.internal.reduction.Reduction;
import weft.collective.internal.wire.Signature;
import weft.layer.ProgramCalls;

/// The operator by which reductions and scans combine elements, predefined or the user's own.
///
/// An operator must be associative. An operator that does not commute is applied in the order of
/// the ranks. Floating-point sums and products are not quite associative: their last bits depend on
/// the order. The order is the same in every call with the same sizes.
///
/// A function of the program may neither send nor wait, because it runs in the middle of an
/// operation. The rank refuses such calls.
///
/// All ranks of a call give the same operator. They compare 28 bits of a hash of its name and of
/// whether it commutes, or 8 bits if the operation has a root.
public final class Operator {
  /// The sum; integers wrap.
  public static final Operator SUM = of(Reduction.SUM);

  /// The product; integers wrap.
  public static final Operator PROD = of(Reduction.PROD);

  /// The minimum, as [Math#min(double, double)]: NaN wins, and −0.0 is less than 0.0. Bytes are
  /// signed.
  public static final Operator MIN = of(Reduction.MIN);

  /// The maximum, as [Math#max(double, double)].
  public static final Operator MAX = of(Reduction.MAX);

  /// Bitwise and; like `OR` and `XOR`, not defined on floating-point numbers.
  public static final Operator AND = of(Reduction.AND);

  /// Bitwise or.
  public static final Operator OR = of(Reduction.OR);

  /// Bitwise exclusive or.
  public static final Operator XOR = of(Reduction.XOR);

  /// The minimum and its location, on [Type#LONG_AT] and [Type#DOUBLE_AT]. Of equal values the
  /// smallest location wins; NaN wins.
  public static final Operator MIN_AT =
      new Operator("MIN_AT", true, type -> Combiners.located("MIN_AT", true, type.element()));

  /// The maximum and its location; of equal values the smallest location wins.
  public static final Operator MAX_AT =
      new Operator("MAX_AT", true, type -> Combiners.located("MAX_AT", false, type.element()));

  private final String name;
  private final boolean commutative;
  private final boolean ofProgram;
  private final int number;
  private final Function<Type, Combiner> maker;
  private final AtomicReferenceArray<@Nullable Combiner> made =
      new AtomicReferenceArray<>(Type.values().length);

  /// An operator of Weft.
  private Operator(String name, boolean commutative, Function<Type, Combiner> maker) {
    this(name, commutative, false, maker);
  }

  private Operator(
      String name, boolean commutative, boolean ofProgram, Function<Type, Combiner> maker) {
    this.ofProgram = ofProgram;
    this.name = Objects.requireNonNull(name, "an operator needs a name");
    this.commutative = commutative;
    this.number = Signature.operator(name, commutative);
    this.maker = maker;
  }

  static Operator of(Reduction reduction) {
    return new Operator(
        reduction.name(), true, type -> Combiners.standard(reduction, type.element()));
  }

  /// A function on int; also on byte, where the lowest 8 bits of the result are kept.
  public static Operator ofInts(String name, IntBinaryOperator function, boolean commutative) {
    Objects.requireNonNull(function, "an operator needs a function");
    return new Operator(
        name,
        commutative,
        true,
        type -> Combiners.ints(name, function, commutative, type.element()));
  }

  /// A function on long.
  public static Operator ofLongs(String name, LongBinaryOperator function, boolean commutative) {
    Objects.requireNonNull(function, "an operator needs a function");
    return new Operator(
        name,
        commutative,
        true,
        type -> Combiners.longs(name, function, commutative, type.element()));
  }

  /// A function on double; also on float, where the result is rounded.
  public static Operator ofDoubles(
      String name, DoubleBinaryOperator function, boolean commutative) {
    Objects.requireNonNull(function, "an operator needs a function");
    return new Operator(
        name,
        commutative,
        true,
        type -> Combiners.doubles(name, function, commutative, type.element()));
  }

  /// A function on blocks of elements of one type.
  public static Operator ofBlocks(
      String name, Type type, BlockOperator function, boolean commutative) {
    Objects.requireNonNull(function, "an operator needs a function");
    return new Operator(
        name,
        commutative,
        true,
        of -> {
          if (of != type) {
            throw new IllegalArgumentException(
                "the operator \"" + name + "\" is a function on " + type + ", the data is " + of);
          }
          return Combiners.blocks(name, function::combine, commutative, type.bytes());
        });
  }

  /// A function on blocks of elements of `elementBytes` bytes each, such as structs or small
  /// matrices. One of these must consist of a whole number of the data's elements; [Type#BYTE]
  /// always fits.
  public static Operator ofBlocks(
      String name, int elementBytes, BlockOperator function, boolean commutative) {
    Objects.requireNonNull(function, "an operator needs a function");
    if (elementBytes <= 0) {
      throw new IllegalArgumentException(
          "the elements of the operator \""
              + name
              + "\" are of "
              + elementBytes
              + " bytes; they need at least one");
    }
    return new Operator(
        name,
        commutative,
        true,
        of -> {
          if (elementBytes % of.bytes() != 0) {
            throw new IllegalArgumentException(
                "the operator \""
                    + name
                    + "\" combines elements of "
                    + elementBytes
                    + " bytes, which are not a whole number of "
                    + of
                    + "; give the data as BYTE");
          }
          return Combiners.blocks(name, function::combine, commutative, elementBytes);
        });
  }

  /// The name in reports.
  public String name() {
    return name;
  }

  /// Whether operands may be swapped.
  public boolean commutative() {
    return commutative;
  }

  /// The number by which ranks check that they use the same operator.
  int number() {
    return number;
  }

  /// Returns this operator on a type.
  ///
  /// @throws IllegalArgumentException if it is not defined on the type
  Combiner combiner(Type type) {
    Combiner combiner = made.getAcquire(type.ordinal()); // pairs with setRelease below
    if (combiner == null) {
      combiner = maker.apply(type);
      if (ofProgram) {
        combiner.ofProgram(ProgramCalls.part("the operator \"" + name + "\""));
      }
      made.setRelease(type.ordinal(), combiner); // two threads may each create one; they are equal
    }
    return combiner;
  }

  /// Returns this operator for a rank without elements, of any type.
  Combiner ofNothing() {
    return Combiners.blocks(
        name,
        (left, right, count) -> {
          throw new IllegalStateException("there is nothing to combine with " + name);
        },
        commutative,
        1);
  }

  @Override
  public String toString() {
    return name;
  }
}
