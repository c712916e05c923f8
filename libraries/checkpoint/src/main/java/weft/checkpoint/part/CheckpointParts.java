// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.part;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import weft.World;
import weft.layer.Layer;

/// The parts of one rank's state that checkpoints hold.
public final class CheckpointParts {
  private final List<CheckpointPart> parts = new ArrayList<>();

  private CheckpointParts() {}

  /// The parts of this rank.
  public static CheckpointParts of(World world) {
    return Layer.of(world).keep("checkpoints", CheckpointParts.class, CheckpointParts::new);
  }

  /// Adds a part. Every rank adds the same parts in the same order.
  public void add(CheckpointPart part) {
    parts.add(part);
  }

  /// All parts, in order.
  public List<CheckpointPart> all() {
    return Collections.unmodifiableList(parts);
  }
}
