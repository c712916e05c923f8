// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

/// Combines runs of elements: an operator made ready for one type. One serves all ranks of a JVM.
///
/// The same bytes give the same result, however they are cut into calls and wherever they lie.
public abstract class Combiner {
  /// A combiner.
  protected Combiner() {}

  /// The bytes of one element; what is combined is a multiple of it.
  public abstract int element();

  /// `to` = `to` ∘ `from`, or `from` ∘ `to` when `fromFirst`, over `bytes` bytes. The two may be
  /// the same place but must not overlap otherwise.
  public abstract void combine(
      Span to, long at, Span from, long fromAt, long bytes, boolean fromFirst);
}
