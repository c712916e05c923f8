// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;

/// The unused workspaces of one rank.
final class WorkspacePool {
  private @Nullable Workspace free;
  private int taken;

  Workspace take() {
    taken++;
    Workspace workspace = free;
    if (workspace == null) {
      return new Workspace();
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

  /// The number in use.
  int taken() {
    return taken;
  }
}
