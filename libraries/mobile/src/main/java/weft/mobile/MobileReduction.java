// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import weft.mobile.internal.protocol.Resident;

/// A reduction over the elements of an array ([MobileArray#reduction]) or of a section
/// ([MobileSection#reduction]). Each element calls [Self#contribute] once per round.
///
/// An element belongs to the rounds to which it contributes. Rank 0 gets the result of a round when
/// every element that belongs to it has contributed:
///
/// - An initial element contributes from round 0 on.
/// - An element that a handler of an element inserts enters with the next round of the element that
///   inserts it.
/// - An element that is inserted in the body, or in any other handler, enters with the next round.
///   No round may be open then: every element has contributed equally often, and the results have
///   been found. This is so after [weft.World#quiesce], and in the result of the round.
/// - An element that has ended belongs to no further round.
///
/// If a round is still open at the end of the job, the job fails, and the failure names it.
public final class MobileReduction {
  final Reductions reductions;
  final int number;
  final boolean ofLongs;

  /// Receives the results of a reduction of `long` values.
  @FunctionalInterface
  public interface LongResult {
    /// Runs at rank 0, as a handler does; `round` counts the reductions from 0.
    void handle(long round, long value);
  }

  /// Receives the results of a reduction.
  @FunctionalInterface
  public interface DoubleResult {
    /// Runs at rank 0, as a handler does; `round` counts the reductions from 0.
    void handle(long round, double value);
  }

  MobileReduction(Reductions reductions, int number, boolean ofLongs) {
    this.reductions = reductions;
    this.number = number;
    this.ofLongs = ofLongs;
  }

  void contribute(Resident object, boolean ofLongs, long bits) {
    reductions.contribute(this, object, ofLongs, bits);
  }
}
