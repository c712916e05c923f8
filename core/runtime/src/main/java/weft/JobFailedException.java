// SPDX-License-Identifier: Apache-2.0
package weft;

/// Thrown by the current call of every rank when the job has failed at some rank, since one failure
/// ends all ranks.
public final class JobFailedException extends WeftException {
  private static final long serialVersionUID = 1;

  private final int rank;

  /// A failure at `rank`.
  public JobFailedException(int rank, String message) {
    super(message);
    this.rank = rank;
  }

  /// The rank at which it happened.
  public int rank() {
    return rank;
  }
}
