// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.data.ElementType;
import weft.memory.SegmentSum;
import weft.memory.span.Span;

/// Creates operators on types.
public final class Combiners {
  private Combiners() {}

  /// A predefined operator.
  ///
  /// @throws IllegalArgumentException if it is not defined on the type
  public static Combiner standard(Reduction operator, ElementType type) {
    if (type == ElementType.LONG_AT || type == ElementType.DOUBLE_AT) {
      throw new IllegalArgumentException(
          operator
              + " is not defined on "
              + type
              + ", values with their locations; use MIN_AT or MAX_AT");
    }
    Kernel kernel =
        switch (operator) {
          case SUM -> new Arithmetic.Sum();
          case PROD -> new Arithmetic.Product();
          case MIN -> new Arithmetic.Least();
          case MAX -> new Arithmetic.Greatest();
          case AND -> new Bitwise.And();
          case OR -> new Bitwise.Or();
          case XOR -> new Bitwise.Xor();
        };
    if (kernel instanceof Bitwise.Bits
        && (type == ElementType.FLOAT || type == ElementType.DOUBLE)) {
      throw new IllegalArgumentException(
          operator
              + " is bitwise and not defined on "
              + type
              + "; use SUM, PROD, MIN or MAX, or data of BYTE, INT or LONG");
    }
    return new ArrayCombiner(
        operator.name(),
        type.bytes(),
        true,
        kernel,
        type.kind(),
        operator == Reduction.SUM ? sum(type) : null);
  }

  /// The minimum or the maximum and its location.
  ///
  /// @throws IllegalArgumentException if the type has no locations
  public static Combiner located(String name, boolean least, ElementType type) {
    return switch (type) {
      case LONG_AT ->
          new ArrayCombiner(name, type.bytes(), true, new Located.Longs(least), Span.LONGS, null);
      case DOUBLE_AT ->
          new ArrayCombiner(name, type.bytes(), true, new Located.Doubles(least), Span.LONGS, null);
      default ->
          throw new IllegalArgumentException(
              name
                  + " needs values with their locations, LONG_AT or DOUBLE_AT, not "
                  + type
                  + "; for values alone use "
                  + (least ? "MIN" : "MAX"));
    };
  }

  /// A user's function on int or byte.
  public static Combiner ints(
      String name, IntBinaryOperator function, boolean commutes, ElementType type) {
    fits(name, type, ElementType.INT, ElementType.BYTE);
    return user(name, commutes, new Functions.Ints(function), type);
  }

  /// A user's function on long.
  public static Combiner longs(
      String name, LongBinaryOperator function, boolean commutes, ElementType type) {
    fits(name, type, ElementType.LONG, ElementType.LONG);
    return user(name, commutes, new Functions.Longs(function), type);
  }

  /// A user's function on double or float.
  public static Combiner doubles(
      String name, DoubleBinaryOperator function, boolean commutes, ElementType type) {
    fits(name, type, ElementType.DOUBLE, ElementType.FLOAT);
    return user(name, commutes, new Functions.Doubles(function), type);
  }

  /// A user's function on blocks of elements of `element` bytes.
  public static Combiner blocks(
      String name, BlockFunction function, boolean commutes, int element) {
    return new BlockCombiner(name, element, commutes, function);
  }

  private static Combiner user(String name, boolean commutes, Kernel kernel, ElementType type) {
    return new ArrayCombiner(name, type.bytes(), commutes, kernel, type.kind(), null);
  }

  private static void fits(String name, ElementType type, ElementType one, ElementType other) {
    if (type != one && type != other) {
      throw new IllegalArgumentException(
          "the operator \""
              + name
              + "\" is a function on "
              + (one == other ? one.toString() : one + " or " + other)
              + ", the data is "
              + type);
    }
  }

  private static @Nullable SegmentSum sum(ElementType type) {
    return switch (type) {
      case INT -> SegmentSum.INTS;
      case LONG -> SegmentSum.LONGS;
      case FLOAT -> SegmentSum.FLOATS;
      case DOUBLE -> SegmentSum.DOUBLES;
      case BYTE, LONG_AT, DOUBLE_AT -> null;
    };
  }
}
