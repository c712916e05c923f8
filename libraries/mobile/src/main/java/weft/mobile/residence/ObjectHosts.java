// SPDX-License-Identifier: Apache-2.0
package weft.mobile.residence;

import org.jspecify.annotations.Nullable;
import weft.World;
import weft.layer.Layer;

/// Where a keeper finds the objects of a rank.
public final class ObjectHosts {
  private @Nullable ObjectHost host;

  private ObjectHosts() {}

  private static ObjectHosts of(World world) {
    return Layer.of(world).keep("mobile objects", ObjectHosts.class, ObjectHosts::new);
  }

  /// Sets the objects of a rank.
  public static void set(ObjectHost host) {
    of(host.world()).host = host;
  }

  /// The objects of the rank behind `world`; null if it has none.
  public static @Nullable ObjectHost get(World world) {
    return of(world).host;
  }
}
