// SPDX-License-Identifier: Apache-2.0
package weft.calibrate.rank;

import java.util.Arrays;
import weft.Frame;
import weft.Rsr0;
import weft.RsrN;
import weft.World;
import weft.model.measured.Subject;

/// Remote service requests between two ranks or more, with their data copied out of each.
final class Messages {
  /// The messages of a train.
  static final int TRAIN = 10;

  /// The first number of a message that is answered, and of one of a ring.
  private static final double LAST = 1;

  private static final double OF_RING = 2;

  private final World world;
  private final RsrN there;
  private final RsrN back;
  private final RsrN wagon;
  private final Rsr0 ticket;
  private double[] data = new double[0];
  private long seen;

  /// Messages of rings that have arrived here, and that were sent from here.
  private long arrived;

  private long inRing;

  /// Registers the handlers.
  Messages(World world) {
    this.world = world;
    this.there = world.rsrN("calibrate.there", this::answer);
    this.back = world.rsrN("calibrate.back", this::returned);
    this.wagon = world.rsrN("calibrate.wagon", this::wagon);
    this.ticket = world.rsr0("calibrate.ticket", source -> seen++);
  }

  private void answer(int source, Frame payload) {
    int count = take(payload);
    back.send(source, data, 0, count);
  }

  private void returned(int source, Frame payload) {
    take(payload);
    seen++;
  }

  private void wagon(int source, Frame payload) {
    take(payload);
    double kind = payload.getDouble(0);
    if (kind == OF_RING) {
      arrived++;
    } else if (kind == LAST) {
      ticket.send(source);
    }
  }

  private int take(Frame payload) {
    int count = (int) (payload.size() / Double.BYTES);
    room(count);
    payload.copyTo(0, data, 0, count);
    return count;
  }

  private void room(int count) {
    if (data.length < count) {
      data = new double[count];
    }
  }

  /// Half the time of messages there and back, between the ranks that the subject's variant names.
  Timed message(Subject subject) {
    int[] ranks = ranks(subject);
    int count = Math.max(1, (int) (subject.bytes() / Double.BYTES));
    return times -> {
      room(count);
      if (world.rank() != ranks[0]) {
        return 0;
      }
      data[0] = 0;
      long began = System.nanoTime();
      for (long i = 0; i < times; i++) {
        long before = seen;
        there.send(ranks[1], data, 0, count);
        world.pollUntil(() -> seen != before);
      }
      return (System.nanoTime() - began) / 2;
    };
  }

  /// Messages of one rank to two others, until both have answered.
  Timed oneToTwo(Subject subject) {
    int[] ranks = ranks(subject);
    int count = Math.max(1, (int) (subject.bytes() / Double.BYTES));
    return times -> {
      room(count);
      if (world.rank() != ranks[0]) {
        return 0;
      }
      long began = System.nanoTime();
      for (long i = 0; i < times; i++) {
        long before = seen;
        data[0] = LAST;
        wagon.send(ranks[1], data, 0, count);
        wagon.send(ranks[2], data, 0, count);
        world.pollUntil(() -> seen == before + 2);
      }
      return System.nanoTime() - began;
    };
  }

  private static int[] ranks(Subject subject) {
    return subject.algorithm().equals(Subject.PLAIN)
        ? new int[] {0, 1}
        : Arrays.stream(subject.algorithm().split("-")).mapToInt(Integer::parseInt).toArray();
  }

  /// Messages from each rank to the next, at the same time.
  Timed ring(long bytes) {
    int count = Math.max(1, (int) (bytes / Double.BYTES));
    return times -> {
      room(count);
      long began = System.nanoTime();
      for (long i = 0; i < times; i++) {
        data[0] = OF_RING;
        wagon.send(world.next(), data, 0, count);
        inRing++;
        // A rank sends again when it has the message of the one before it, so none is far ahead.
        world.pollUntil(() -> arrived >= inRing);
      }
      return System.nanoTime() - began;
    };
  }

  /// What each further message of a train takes.
  Timed train(long bytes) {
    int count = Math.max(1, (int) (bytes / Double.BYTES));
    return times -> {
      room(count);
      if (world.rank() != 0) {
        return 0;
      }
      long one = trains(1, count, times);
      long many = trains(TRAIN, count, times);
      return Math.max(0, many - one) / (TRAIN - 1);
    };
  }

  private long trains(int length, int count, long times) {
    long began = System.nanoTime();
    for (long i = 0; i < times; i++) {
      long before = seen;
      for (int k = 1; k <= length; k++) {
        data[0] = k == length ? LAST : 0;
        wagon.send(1, data, 0, count);
      }
      world.pollUntil(() -> seen != before);
    }
    return System.nanoTime() - began;
  }

  /// The time for which a sender is busy with a message that finds room.
  Timed sending(long bytes) {
    int count = Math.max(1, (int) (bytes / Double.BYTES));
    return times -> {
      room(count);
      if (world.rank() != 0) {
        return 0;
      }
      long sum = 0;
      for (long i = 0; i < times; i++) {
        long before = seen;
        data[0] = LAST;
        long began = System.nanoTime();
        for (int k = 0; k < TRAIN; k++) {
          wagon.send(1, data, 0, count);
        }
        sum += System.nanoTime() - began;
        world.pollUntil(() -> seen == before + TRAIN);
      }
      return sum / TRAIN;
    };
  }
}
