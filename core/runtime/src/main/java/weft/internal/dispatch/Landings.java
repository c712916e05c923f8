// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.lang.foreign.MemorySegment;

/// Finds the place of payloads that travel beside the records and are put into this rank's heap.
@FunctionalInterface
public interface Landings {
  /// The heap, in which `source` may write `bytes` bytes at `at`.
  ///
  /// @throws weft.WeftException if that is not a place in it
  MemorySegment heap(int source, long at, long bytes);
}
