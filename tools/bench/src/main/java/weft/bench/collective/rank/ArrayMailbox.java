// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import weft.Frame;
import weft.RsrN;
import weft.World;

/// Plain send and receive of arrays of doubles over Weft's messages, as a program could implement
/// them. An arriving array is copied into a buffer and kept there, in order per sender.
final class ArrayMailbox {
  private final World world;
  private final RsrN message;
  private final List<Queue<double[]>> arrived = new ArrayList<>();
  private final Queue<double[]> free = new ArrayDeque<>();
  private final int room;

  /// Registers the handler, for messages of up to `room` doubles.
  ArrayMailbox(World world, int room) {
    this.world = world;
    this.room = room;
    for (int rank = 0; rank < world.size(); rank++) {
      arrived.add(new ArrayDeque<>());
    }
    this.message = world.rsrN("mail", this::arrive);
  }

  private void arrive(int source, Frame frame) {
    double[] buffer = buffer();
    frame.copyTo(0, buffer, 0, (int) (frame.size() / Double.BYTES));
    arrived.get(source).add(buffer);
  }

  /// A buffer for packing, which the caller returns later.
  double[] buffer() {
    double[] buffer = free.poll();
    return buffer == null ? new double[room] : buffer;
  }

  /// Gives a buffer back.
  void giveBack(double[] buffer) {
    free.add(buffer);
  }

  /// Sends the first `count` doubles. The caller may change them when this returns.
  void send(int target, double[] buffer, int count) {
    message.send(target, buffer, 0, count);
  }

  /// Waits for the next message from `source`. The caller gives the buffer back.
  double[] receive(int source) {
    Queue<double[]> queue = arrived.get(source);
    world.pollUntil(() -> !queue.isEmpty());
    return queue.remove();
  }
}
