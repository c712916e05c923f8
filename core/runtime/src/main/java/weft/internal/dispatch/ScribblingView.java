// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A view that overwrites each payload when its handler has returned, for the debug mode. So no
/// program relies on bytes that usually remain for a while.
public final class ScribblingView implements PayloadView {
  private static final byte GONE = (byte) 0xDE;

  private final PayloadView view;
  private @Nullable MemorySegment memory;
  private long base;
  private long length;

  public ScribblingView(PayloadView view) {
    this.view = view;
  }

  @Override
  public void show(MemorySegment memory, long base, long length) {
    this.memory = memory;
    this.base = base;
    this.length = length;
    view.show(memory, base, length);
  }

  @Override
  public void hide() {
    if (memory != null) {
      memory.asSlice(base, length).fill(GONE);
    }
    view.hide();
  }

  @Override
  public MemorySegment memory() {
    return view.memory();
  }

  @Override
  public long base() {
    return view.base();
  }

  @Override
  public long length() {
    return view.length();
  }
}
