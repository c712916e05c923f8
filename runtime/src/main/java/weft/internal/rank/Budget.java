// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

/// The bytes that backlog and reassembly of one rank may take together.
public final class Budget {
  private final long limit;
  private long used;
  private long peak;

  public Budget(long limit) {
    this.limit = limit;
  }

  /// Whether `bytes` more fit.
  public boolean fits(long bytes) {
    return used + bytes <= limit;
  }

  /// Takes `bytes`, whether they fit or not.
  public void take(long bytes) {
    used += bytes;
    peak = Math.max(peak, used);
  }

  /// Returns `bytes` to the budget.
  public void give(long bytes) {
    used -= bytes;
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
