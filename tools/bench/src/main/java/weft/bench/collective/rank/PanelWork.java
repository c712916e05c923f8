// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import weft.World;
import weft.bench.collective.Cell;
import weft.bench.collective.Panel;
import weft.bench.collective.PanelCell;
import weft.collective.Group;
import weft.collective.schedule.Choices;

/// A rank's part of Table 1. The first call of each pattern is checked.
final class PanelWork {
  private final World world;
  private final Group group;
  private final ArrayMailbox mail;
  private final Choices choices;
  private final Buffer source;
  private final Buffer workspace;
  private final Buffer result;
  private final Set<Cell> checked = new HashSet<>();

  /// Creates the work with data in Java arrays or in the registered heap.
  PanelWork(World world, Group group, ArrayMailbox mail, boolean registered, Choices choices) {
    this.world = world;
    this.group = group;
    this.mail = mail;
    this.choices = choices;
    this.source = new Buffer(world, registered);
    this.workspace = new Buffer(world, registered);
    this.result = new Buffer(world, registered);
  }

  /// The action of `cell`.
  Runnable of(Cell cell) {
    PanelCell asked = PanelCell.of(cell);
    Panel panel = asked.panel();
    source.room(panel.shareLength());
    workspace.room(panel.workspaceLength());
    result.room(panel.shareLength());
    Runnable call = call(asked);
    if (checked.add(cell)) {
      check(asked, call);
    }
    return call;
  }

  private Runnable call(PanelCell asked) {
    String pattern = asked.pattern();
    String way = asked.way();
    Panel panel = asked.panel();
    if (asked.column().equals(PanelCell.PLAIN)) {
      return new PlainPatterns(
              mail, panel, world.rank(), source.array(), workspace.array(), result.array())
          .named(pattern, way);
    }
    group.using(choices(asked));
    return new ChunkedPatterns(world, group, panel, source, workspace, result).named(pattern, way);
  }

  /// The choices with the tree or the ring, and the chunks of the table of choices.
  private Choices choices(PanelCell asked) {
    String name = ChunkedPatterns.collective(asked.pattern(), asked.way()).name();
    var cell =
        new Cell(
            world.size(), name.toLowerCase(Locale.ROOT).replace('_', '-'), 0, asked.way(), 0, 0);
    return TimedCalls.choices(cell, choices);
  }

  private void check(PanelCell asked, Runnable call) {
    Panel panel = asked.panel();
    boolean spread = asked.pattern().equals("spread");
    for (int i = 0; i < panel.workspaceLength(); i++) {
      workspace.set(i, spread ? -1 : Contents.value(world.rank(), i));
    }
    for (int i = 0; i < panel.shareLength(); i++) {
      source.set(i, Contents.value(world.rank(), place(panel, world.rank(), i)));
      result.set(i, -1);
    }
    call.run();
    for (int owner = 0; owner < panel.ranks(); owner++) {
      for (int i = 0; i < panel.shareLength(); i++) {
        int at = place(panel, owner, i);
        if (spread) {
          expect(asked, at, workspace.get(at), Contents.value(owner, at));
        } else if (owner == world.rank()) {
          double sum = 0;
          for (int rank = 0; rank < panel.ranks(); rank++) {
            sum += Contents.value(rank, at);
          }
          expect(asked, at, result.get(i), sum);
        }
      }
    }
  }

  private void expect(PanelCell asked, int at, double found, double expected) {
    if (found != expected) {
      throw new IllegalStateException(
          asked + ", rank " + world.rank() + ": " + found + " at " + at + ", not " + expected);
    }
  }

  /// The index of element `i` of the columns of `owner` in the workspace.
  private static int place(Panel panel, int owner, int i) {
    return panel.first(owner) + i / panel.length() * panel.stride() + i % panel.length();
  }
}
