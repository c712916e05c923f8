// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.lang.foreign.MemorySegment;

/// A view of one payload after the other.
public interface PayloadView {
  /// Sets the view to `length` bytes of `memory` from `base`.
  void show(MemorySegment memory, long base, long length);

  /// Clears the view; reading it then throws.
  void hide();

  /// The memory of the payload shown.
  MemorySegment memory();

  /// The offset of the payload shown in [#memory].
  long base();

  /// The length of the payload shown, in bytes.
  long length();
}
