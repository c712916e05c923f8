// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.ArrayList;
import java.util.List;
import weft.World;
import weft.layer.Layer;
import weft.layer.LayerCounts;
import weft.layer.LayerMessages;

/// The channels of one rank. It sends their buffers when these are due or the rank is idle.
final class Channels {
  final Layer layer;
  private final LayerMessages messages;
  private final LayerCounts counts;
  private final List<BufferSender> all = new ArrayList<>();

  /// The number of targets, over all channels, with buffered records.
  private int holding;

  /// [#pushed] and [LayerCounts#completed] at the last call of [#look].
  private long pushed;

  private long completed;

  private Channels(Layer layer) {
    this.layer = layer;
    this.messages = layer.messages();
    this.counts = layer.counts();
    messages.setBuffers(this::look);
    layer.moments().beforeQuiesce(this::flush);
    layer.moments().atEnd(this::flush);
    layer.waiting().addRooms(this::requestWakes);
    layer.waiting().describe(this::describe);
  }

  static Channels of(World world) {
    Layer layer = Layer.of(world);
    return layer.keep("a channel", Channels.class, () -> new Channels(layer));
  }

  void add(BufferSender channel) {
    all.add(channel);
  }

  /// Records that one more target, or one fewer, has buffered records.
  void holds(int change) {
    holding += change;
    if (holding == Math.max(change, 0)) {
      messages.holdBuffers(change > 0);
    }
  }

  /// Sends the buffers that are due. If nothing was pushed and nothing arrived since the last call,
  /// it sends all buffers. It is called in each poll and each round of a wait while records are
  /// buffered.
  private int look() {
    long pushed = 0;
    for (int i = 0; i < all.size(); i++) {
      pushed += all.get(i).pushed.getAsLong();
    }
    long completed = counts.completed();
    boolean idle = pushed == this.pushed && completed == this.completed;
    this.pushed = pushed;
    this.completed = completed;
    int sent = 0;
    for (int i = 0; i < all.size(); i++) {
      sent += all.get(i).sendDue(idle);
    }
    // Buffers sent here also count as completed, but they are not arrivals.
    this.completed = counts.completed();
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

  /// Describes the buffered records for the standstill report. Other threads call it.
  private String describe() {
    int held = holding;
    return held == 0 ? "" : "channels hold records for " + held + " targets";
  }
}
