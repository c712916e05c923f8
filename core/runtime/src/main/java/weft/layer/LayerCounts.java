// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import weft.internal.rank.Ledger;
import weft.internal.rank.Rank;

/// What one of Weft's own libraries counts for quiescence, and its share of the budget.
public final class LayerCounts {
  private final Rank rank;
  private final Ledger ledger;

  LayerCounts(Rank rank) {
    this.rank = rank;
    this.ledger = rank.ledger();
  }

  /// Makes quiescence wait for `works` more pieces of work of this library.
  public void expect(int works) {
    ledger.expect(works);
  }

  /// Counts `works` finished pieces that [#expect] has announced.
  public void happened(int works) {
    ledger.happened(works);
  }

  /// Counts `works` pieces of work that [#happened] has counted only since they go to another rank,
  /// such as mail that moves with its object.
  public void handedOver(int works) {
    ledger.handedOver(works);
  }

  /// Counts `works` pieces of work that [#expect] has announced only since they have come from
  /// another rank.
  public void takenOver(int works) {
    ledger.takenOver(works);
  }

  /// Counts a message of [LayerMessages#programFrames] as maintenance: +1 where it is sent, −1
  /// where it is handled. Such messages keep the library's own knowledge up to date, and the
  /// program may not know of them. So it is not warned about them at the end of the job.
  public void maintenance(int change) {
    ledger.maintenance(change);
  }

  /// Counts progress that no message shows, so that the rank does not seem to stand still.
  public void move() {
    ledger.move();
  }

  /// The number of handled messages and of other finished work here. It never falls.
  public long completed() {
    return ledger.completed();
  }

  /// How often this rank has reported its counts in [weft.World#quiesce]. At quiescence, whatever
  /// this rank did before its last report was done before the quiescence. Whatever it did after
  /// that report was caused by a rank that had already left [weft.World#quiesce]. So a library that
  /// keeps the number beside an event can tell, in its action of [LayerMoments#whenQuiescent], on
  /// which side the event was.
  public long reports() {
    return ledger.reports();
  }

  /// The budget of all backlogs, large payloads and libraries of this rank, in bytes.
  public long budget() {
    return rank.budget().limit();
  }

  /// The share of the budget that `owner` takes. The owner is a few words for reports: "records of
  /// later steps". The same words give the same share.
  public BudgetShare budgetShare(String owner) {
    return new BudgetShare(rank.budget(), owner);
  }
}
