// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import weft.Frame;
import weft.internal.dispatch.PayloadView;

/// A frame that a library passes to its own handlers, and that this cursor sets to one payload
/// after the other.
public final class FrameCursor {
  private final Frame frame;
  private final PayloadView view;

  FrameCursor(LayerAccess access) {
    this.frame = access.frame();
    this.view = access.view(frame);
  }

  /// Sets the frame to `bytes` bytes of `memory` from `at` on, until [#hide], and returns it.
  public Frame show(MemorySegment memory, long at, long bytes) {
    view.show(memory, at, bytes);
    return frame;
  }

  /// Clears the frame; reading it then throws.
  public void hide() {
    view.hide();
  }
}
