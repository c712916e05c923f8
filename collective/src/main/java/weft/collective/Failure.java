// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import org.jspecify.annotations.Nullable;

/// What has ended an operation of a group half way on this rank, if anything has: an operator that
/// threw, or a full registered heap. Others have heard of that operation and go on with it, so this
/// rank cannot take part in the next one.
final class Failure {
  private @Nullable Throwable cause;
  private String where = "";

  void note(String call, Throwable thrown) {
    where = call;
    cause = thrown;
  }

  /// @throws IllegalStateException when something has
  void check(String call, Group group) {
    if (cause != null) {
      throw new IllegalStateException(
          call
              + " of "
              + group
              + ", in which "
              + where
              + " has ended half way on this rank: "
              + cause
              + ". Others may wait for what it was to do; let the job end",
          cause);
    }
  }
}
