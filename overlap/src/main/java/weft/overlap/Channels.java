// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.ArrayList;
import java.util.List;
import weft.World;
import weft.layer.Layer;

/// The channels of one rank: which of them hold something, and when that leaves by itself.
final class Channels {
  final Layer layer;
  private final List<Channel> all = new ArrayList<>();

  /// How many targets of all channels have something to leave.
  private int holding;

  /// [#pushed] and [Layer#completed] at the last look.
  private long pushed;

  private long completed;

  private Channels(Layer layer) {
    this.layer = layer;
    layer.setBuffers(this::look);
    layer.beforeQuiesce(this::flush);
    layer.atEnd(this::flush);
    layer.addRooms(this::requestWakes);
    layer.describe(this::describe);
  }

  static Channels of(World world) {
    Layer layer = Layer.of(world);
    return layer.keep("a channel", Channels.class, () -> new Channels(layer));
  }

  void add(Channel channel) {
    all.add(channel);
  }

  /// One target more, or one less, has something to leave.
  void holds(int change) {
    holding += change;
    if (holding == Math.max(change, 0)) {
      layer.holdBuffers(change > 0);
    }
  }

  /// In each poll, and in each round of a wait, while something is held: what is due leaves, and
  /// everything does when nothing was pushed and nothing arrived since the last look.
  private int look() {
    long pushed = 0;
    for (int i = 0; i < all.size(); i++) {
      pushed += all.get(i).pushed();
    }
    long completed = layer.completed();
    boolean idle = pushed == this.pushed && completed == this.completed;
    this.pushed = pushed;
    this.completed = completed;
    int sent = 0;
    for (int i = 0; i < all.size(); i++) {
      sent += all.get(i).sendDue(idle);
    }
    // What was sent is counted as completed; it is no arrival.
    this.completed = layer.completed();
    return sent;
  }

  private void flush() {
    for (int i = 0; i < all.size(); i++) {
      all.get(i).sendAll();
    }
  }

  private boolean requestWakes() {
    boolean room = false;
    for (int i = 0; holding > 0 && i < all.size(); i++) {
      room |= all.get(i).requestWakes();
    }
    return room;
  }

  /// For the report of who waits where; called by other threads.
  private String describe() {
    int held = holding;
    return held == 0 ? "" : "channels hold records for " + held + " targets";
  }
}
