// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import org.jspecify.annotations.Nullable;
import weft.memory.SegmentSum;
import weft.memory.span.Span;

/// An operator on one type, which combines runs of elements. One serves all ranks of a JVM.
///
/// The same bytes give the same result, however they are divided into calls and wherever they are.
public abstract class Combiner {
  private static final int PREDEFINED = -1;

  private final String name;
  private final int element;
  private final boolean commutes;

  /// The number of the program's operator as a part of the program; −1 for a predefined one.
  private int part = PREDEFINED;

  /// Creates an operator on elements of `element` bytes.
  protected Combiner(String name, int element, boolean commutes) {
    this.name = name;
    this.element = element;
    this.commutes = commutes;
  }

  /// The operator's name.
  public final String name() {
    return name;
  }

  /// The bytes of one element; lengths are multiples of it.
  public final int element() {
    return element;
  }

  /// Makes this the program's operator, the part of the program with this number.
  public final void ofProgram(int part) {
    this.part = part;
  }

  /// Whether it calls a function of the program, which may neither send nor wait.
  public final boolean isOfProgram() {
    return part != PREDEFINED;
  }

  /// Its number as a part of the program.
  public final int part() {
    return part;
  }

  /// Whether the operator commutes.
  public final boolean commutes() {
    return commutes;
  }

  /// `to` = `to` ∘ `from`, or `from` ∘ `to` if `fromFirst`, over `bytes` bytes. The two may be the
  /// same memory but must not overlap otherwise.
  public final void combine(
      Span to, long at, Span from, long fromAt, long bytes, boolean fromFirst) {
    if (fromFirst && !commutes) {
      combine(to, at, from, fromAt, to, at, bytes);
    } else {
      combine(to, at, to, at, from, fromAt, bytes);
    }
  }

  /// `to` = `left` ∘ `right`, over `bytes` bytes: a copy of `left` to `to` and a combination in one
  /// pass over memory. `to` may be the same memory as either, but must not overlap them otherwise.
  public final void combine(
      Span to, long at, Span left, long leftAt, Span right, long rightAt, long bytes) {
    to.check(at, bytes);
    left.check(leftAt, bytes);
    right.check(rightAt, bytes);
    if (bytes % element != 0) {
      throw new IllegalArgumentException(
          bytes
              + " bytes are not a whole number of elements of "
              + element
              + " bytes; "
              + name
              + " combines whole elements");
    }
    if (bytes > 0) {
      combineChecked(to, at, left, leftAt, right, rightAt, bytes);
    }
  }

  /// Implements [#combine] for whole elements within all spans.
  protected abstract void combineChecked(
      Span to, long at, Span left, long leftAt, Span right, long rightAt, long bytes);

  /// The same sum by machine code, or null.
  @Nullable SegmentSum sum() {
    return null;
  }
}
