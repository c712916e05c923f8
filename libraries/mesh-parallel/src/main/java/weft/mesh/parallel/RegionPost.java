// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import weft.codec.Writer;

/// What a region sends by. Messages from one region to another arrive exactly once and in order.
interface RegionPost {
  /// Begins a message.
  Writer begin();

  /// Sends what was written since [#begin] to a region, which may be the sender itself.
  void send(int region);

  /// Lets [MeshRegion#work] run once more, when no message waits.
  void again();
}
