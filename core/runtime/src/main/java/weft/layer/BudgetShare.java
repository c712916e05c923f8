// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import weft.internal.rank.Budget;

/// The bytes of a rank's budget that one library has taken ([LayerCounts#budgetShare]).
public final class BudgetShare {
  private final Budget budget;
  private final Budget.Account account;

  BudgetShare(Budget budget, String owner) {
    this.budget = budget;
    this.account = budget.account(owner);
  }

  /// Takes `bytes` of the budget, whether they fit or not.
  public void take(long bytes) {
    account.take(bytes);
  }

  /// Returns `bytes` to the budget.
  public void give(long bytes) {
    account.give(bytes);
  }

  /// The bytes that this library has taken.
  public long taken() {
    return account.taken();
  }

  /// Whether `bytes` more fit in the budget, in addition to the bytes of all owners.
  public boolean fits(long bytes) {
    return budget.fits(bytes);
  }

  /// Whether all owners together have taken more than half of the budget.
  public boolean isHalfFull() {
    return budget.isHalfFull();
  }

  /// The bytes that each owner has taken, for a report.
  public String owners() {
    return budget.owners();
  }
}
