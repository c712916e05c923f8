// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import weft.World;

/// A rank's part of Table 1.
final class PanelWork {
  private final World world;
  private final Mailbox mail;

  PanelWork(World world, Mailbox mail) {
    this.world = world;
    this.mail = mail;
  }

  /// What `cell` calls.
  Runnable call(Cell cell) {
    PanelCell asked = PanelCell.of(cell);
    Panel panel = asked.panel();
    if (!asked.column().equals(PanelCell.PLAIN)) {
      throw new IllegalArgumentException("this job knows no column " + asked.column());
    }
    var source = new double[panel.shareLength()];
    var workspace = new double[panel.workspaceLength()];
    var result = new double[panel.shareLength()];
    return new PlainPatterns(mail, panel, world.rank(), source, workspace, result)
        .named(asked.pattern(), asked.way());
  }
}
