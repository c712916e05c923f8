// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.lang.foreign.MemorySegment;

/// A handler of payloads that reads them in place, without a [weft.Frame].
@FunctionalInterface
public interface PayloadHandler {
  /// Runs as any handler does. The payload, `bytes` bytes from `at` on, is gone when this returns.
  void handle(int source, MemorySegment memory, long at, long bytes);
}
