// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import weft.internal.launch.EarlyEnd;
import weft.internal.launch.EndRequests;

/// Ends of a job before its bodies have returned, for the library of checkpoints.
public final class EarlyEnds {
  private EarlyEnds() {}

  /// Ends the bodies of all ranks early, as if they had returned: each throws the result. The call
  /// is collective, and only the body makes it.
  public static Error now(String reason) {
    EndRequests.ended();
    return new EarlyEnd(reason);
  }

  /// Lets `ask` ask the whole job to save its state and to end, if this process is to end; null for
  /// nothing. It is called on another thread. It returns whether no other process has asked before.
  public static void saveBeforeEnd(@Nullable Callable<Boolean> ask) {
    EndRequests.saveBy(ask);
  }
}
