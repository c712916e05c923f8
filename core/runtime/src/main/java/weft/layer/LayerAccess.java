// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.Frame;
import weft.World;
import weft.internal.dispatch.PayloadView;
import weft.internal.launch.RankRuntime;
import weft.internal.rank.Pending;

/// Gives [Layer] access to private parts of public types. [World] sets it when it is loaded.
public abstract class LayerAccess {
  private static volatile @Nullable LayerAccess access;

  /// For [World] alone.
  protected LayerAccess() {}

  /// The rank behind a world.
  protected abstract RankRuntime runtime(World world);

  /// The operation behind a completion.
  protected abstract Pending pending(Completion completion);

  /// A new frame for a library.
  protected abstract Frame frame();

  /// The view that sets a frame to payloads.
  protected abstract PayloadView view(Frame frame);

  /// Called once, when [World] is loaded.
  public static void set(LayerAccess access) {
    LayerAccess.access = access;
  }

  /// The access that was set: a world exists, so [#set] was called.
  static LayerAccess get() {
    LayerAccess known = access;
    if (known == null) {
      throw new IllegalStateException("there is no world yet");
    }
    return known;
  }
}
