// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import weft.internal.rank.Budget;

/// What one library has taken of a rank's budget ([Layer#budgetShare]).
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

  /// Whether `bytes` more fit, beside what all others have taken.
  public boolean fits(long bytes) {
    return budget.fits(bytes);
  }

  /// Whether more than half of the budget is taken, by all together.
  public boolean isHalfFull() {
    return budget.isHalfFull();
  }

  /// What each owner has taken, for a report.
  public String owners() {
    return budget.owners();
  }
}
