// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import org.jspecify.annotations.Nullable;
import weft.mobile.internal.protocol.Resident;

/// Whose turn it is on one rank.
public final class Turn {
  /// The object whose handler runs; null in the body. A handler of messages between ranks may run
  /// meanwhile.
  public @Nullable Resident object;

  /// Whether the handlers of objects are stopped.
  public boolean suspended;
}
