// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import org.jspecify.annotations.Nullable;

/// A slice has taken so long that the machine must have other work. Its message is a sentence for
/// the user.
public final class BusyMachineException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /// @param what what took too long
  public BusyMachineException(String what, @Nullable Throwable cause) {
    super(
        "the machine is too busy to measure: " + what + ". Measure again when it has less to do",
        cause);
  }
}
