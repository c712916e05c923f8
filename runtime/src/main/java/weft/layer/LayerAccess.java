// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.Frame;
import weft.World;
import weft.internal.dispatch.PayloadView;
import weft.internal.launch.RankRuntime;
import weft.internal.rank.Pending;

/// Gives [Layer] the private parts of public types, which set it when they are loaded.
public abstract class LayerAccess {
  private static volatile @Nullable LayerAccess access;

  /// For [World] alone.
  protected LayerAccess() {}

  /// The rank behind a world.
  protected abstract RankRuntime runtime(World world);

  /// The operation behind a completion.
  protected abstract Pending pending(Completion completion);

  /// A frame of its own for a library.
  protected abstract Frame frame();

  /// What points a frame at payloads.
  protected abstract PayloadView view(Frame frame);

  /// Called once, when [World] is loaded.
  public static void set(LayerAccess access) {
    LayerAccess.access = access;
  }

  /// What was set: a world exists, so it was.
  static LayerAccess get() {
    LayerAccess known = access;
    if (known == null) {
      throw new IllegalStateException("there is no world yet");
    }
    return known;
  }
}
