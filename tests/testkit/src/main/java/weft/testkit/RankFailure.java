// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.ValueWrapper;

/// The exception of one rank, prefixed with the rank, with the stack of the line that failed.
public final class RankFailure extends AssertionFailedError {
  private static final long serialVersionUID = 1;

  private final int rank;

  private RankFailure(
      int rank, String message, ValueWrapper expected, ValueWrapper actual, Throwable cause) {
    super(message, expected, actual, cause);
    this.rank = rank;
  }

  private RankFailure(int rank, String message, Throwable cause) {
    super(message, cause);
    this.rank = rank;
  }

  /// Creates the failure of `rank`, which threw `thrown`.
  static RankFailure of(int rank, Throwable thrown) {
    String said = thrown.getMessage();
    String what =
        said != null && (thrown instanceof AssertionError || thrown instanceof Throwables.Told)
            ? said
            : String.valueOf(thrown);
    String message = "rank " + rank + ": " + what;
    RankFailure failure =
        thrown instanceof AssertionFailedError comparison
                && comparison.isExpectedDefined()
                && comparison.isActualDefined()
            ? new RankFailure(
                rank, message, comparison.getExpected(), comparison.getActual(), thrown)
            : new RankFailure(rank, message, thrown);
    failure.setStackTrace(thrown.getStackTrace());
    return failure;
  }

  /// The rank.
  public int rank() {
    return rank;
  }
}
