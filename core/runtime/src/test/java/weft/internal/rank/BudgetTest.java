// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// One budget of several owners.
final class BudgetTest {
  private final Budget budget = new Budget(100);
  private final Budget.Account mail = budget.account("mail");
  private final Budget.Account backlog = budget.account("backlog");

  @Test
  void ownersTakeOfTheSameBudget() {
    mail.take(60);
    backlog.take(30);
    assertThat(budget.used()).isEqualTo(90);
    assertThat(budget.fits(10)).isTrue();
    assertThat(budget.fits(11)).isFalse();
    mail.give(60);
    assertThat(budget.used()).isEqualTo(30);
    assertThat(budget.peak()).isEqualTo(90);
    assertThat(mail.taken()).isZero();
    assertThat(backlog.taken()).isEqualTo(30);
  }

  @Test
  void itTellsWhenMoreThanHalfIsTaken() {
    mail.take(30);
    backlog.take(20);
    assertThat(budget.isHalfFull()).isFalse();
    backlog.take(1);
    assertThat(budget.isHalfFull()).isTrue();
    mail.give(1);
    assertThat(budget.isHalfFull()).isFalse();
  }

  @Test
  void reportsNameTheOwnersThatHaveTakenSomething() {
    assertThat(budget.owners()).isEqualTo("nothing");
    backlog.take(7);
    assertThat(budget.owners()).isEqualTo("7 bytes of backlog");
    mail.take(5);
    assertThat(budget.owners()).isEqualTo("5 bytes of mail, 7 bytes of backlog");
  }

  @Test
  void anOwnerHasOneAccount() {
    assertThat(budget.account("mail")).isSameAs(mail);
  }
}
