// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.ArrayList;
import java.util.List;

/// The bytes that one rank may keep of messages: its backlogs and reassembly, and what libraries
/// keep. Each owner has an [Account], so that a report can name the owners.
public final class Budget {
  /// The bytes that one owner has taken.
  public final class Account {
    private final String owner;
    private long taken;

    private Account(String owner) {
      this.owner = owner;
    }

    /// Takes `bytes`, whether they fit or not.
    public void take(long bytes) {
      taken += bytes;
      used += bytes;
      peak = Math.max(peak, used);
    }

    /// Returns `bytes` to the budget.
    public void give(long bytes) {
      taken -= bytes;
      used -= bytes;
    }

    /// The bytes that this owner has taken.
    public long taken() {
      return taken;
    }
  }

  private final long limit;
  private final List<Account> accounts = new ArrayList<>();
  private long used;
  private long peak;

  public Budget(long limit) {
    this.limit = limit;
  }

  /// The account of `owner`, a few words for reports such as "backlog and reassembly".
  public Account account(String owner) {
    for (Account account : accounts) {
      if (account.owner.equals(owner)) {
        return account;
      }
    }
    var account = new Account(owner);
    accounts.add(account);
    return account;
  }

  /// Whether `bytes` more fit.
  public boolean fits(long bytes) {
    return used + bytes <= limit;
  }

  /// Whether more than half is taken, by all owners together. A caller that can slow down should do
  /// so now.
  public boolean isHalfFull() {
    return used > limit >> 1;
  }

  /// The bytes that each owner has taken, for a report: "12 bytes of backlog and reassembly, 5
  /// bytes of …".
  public String owners() {
    var text = new StringBuilder();
    for (Account account : accounts) {
      if (account.taken > 0) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(account.taken)
            .append(" bytes of ")
            .append(account.owner);
      }
    }
    return text.isEmpty() ? "nothing" : text.toString();
  }

  /// The size of the budget, in bytes.
  public long limit() {
    return limit;
  }

  public long used() {
    return used;
  }

  public long peak() {
    return peak;
  }
}
