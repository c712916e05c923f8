// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import weft.Frame;
import weft.internal.dispatch.PayloadView;

/// A frame that a library shows to handlers of its own, and what points it at one payload after the
/// other.
public final class FrameCursor {
  private final Frame frame;
  private final PayloadView view;

  FrameCursor(LayerAccess access) {
    this.frame = access.frame();
    this.view = access.view(frame);
  }

  /// The frame, pointed at `bytes` bytes of `memory` from `at` on, until [#hide].
  public Frame show(MemorySegment memory, long at, long bytes) {
    view.show(memory, at, bytes);
    return frame;
  }

  /// The frame refuses to be read from now on.
  public void hide() {
    view.hide();
  }
}
