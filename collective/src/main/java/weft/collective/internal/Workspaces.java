// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The workspace memory of one rank's operations.
final class Workspaces {
  private final List<Workspace> all = new ArrayList<>();
  private @Nullable Workspace free;
  private int taken;

  Workspace take() {
    taken++;
    Workspace workspace = free;
    if (workspace == null) {
      workspace = new Workspace();
      all.add(workspace);
      return workspace;
    }
    free = workspace.next;
    workspace.next = null;
    return workspace;
  }

  void give(Workspace workspace) {
    taken--;
    workspace.next = free;
    free = workspace;
  }

  /// How many are in use.
  int taken() {
    return taken;
  }

  void close() {
    all.forEach(Workspace::close);
    all.clear();
    free = null;
  }
}
