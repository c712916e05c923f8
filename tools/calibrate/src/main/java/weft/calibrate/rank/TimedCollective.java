// SPDX-License-Identifier: Apache-2.0
package weft.calibrate.rank;

import java.util.List;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Layout;
import weft.model.measured.Subject;

/// Calls of a collective operation by one algorithm.
///
/// Calls with little data follow each other without a barrier, with each rank of two as the root in
/// turn, or the first in turn: so none can begin before the one before it has ended where it is
/// needed. Of much data it matters in whose cache it is, and of more ranks some are done early.
/// Then each call is timed by itself after a barrier, and the data is written anew before that.
final class TimedCollective implements Timed {
  private static final int WAYS = 2;

  /// The most bytes of calls that follow each other.
  private static final long IN_A_ROW = 1024;

  private final Group group;
  private final Subject subject;
  private final Choices choices;
  private final Operation[] calls = new Operation[WAYS];
  private final Group[] groups;
  private final Buffers buffers;
  private final int sent;
  private final int received;
  private final boolean isInARow;

  /// @param reversed the same ranks in the opposite order
  TimedCollective(Group group, Group reversed, Subject subject, Choices usual, Buffers buffers) {
    this.group = group;
    this.subject = subject;
    this.buffers = buffers;
    Collective collective = subject.collective();
    this.choices = choices(subject, collective, usual);
    int count = Math.max(1, Math.toIntExact(subject.bytes() / Double.BYTES));
    boolean isScan = collective == Collective.SCAN || collective == Collective.EXSCAN;
    boolean isAll = !collective.hasRoot() && !isScan;
    boolean isPair = group.size() == 2;
    this.isInARow = subject.bytes() <= IN_A_ROW && (isAll || isPair);
    this.groups = new Group[] {group, isScan && isInARow ? reversed : group};
    this.sent = sends(collective) ? count * group.size() : count;
    this.received = receives(collective) ? count * group.size() : count;
    for (int way = 0; way < WAYS; way++) {
      int root = isPair && isInARow ? way : 0;
      calls[way] = call(collective, count, root, buffers, isInARow ? way : 0);
    }
  }

  private static boolean sends(Collective collective) {
    return switch (collective) {
      case SCATTER, ALLTOALL, REDUCE_SCATTER -> true;
      default -> false;
    };
  }

  private static boolean receives(Collective collective) {
    return switch (collective) {
      case GATHER, ALLGATHER, ALLTOALL -> true;
      default -> false;
    };
  }

  /// The doubles that each buffer needs for a subject.
  static int room(Subject subject) {
    return subject.ranks() * Math.max(1, Math.toIntExact(subject.bytes() / Double.BYTES));
  }

  private static Choices choices(Subject subject, Collective collective, Choices usual) {
    if (subject.algorithm().equals(Subject.TABLE)) {
      return usual;
    }
    var rule =
        new Choices.Rule(
            collective,
            Integer.MAX_VALUE,
            Long.MAX_VALUE,
            Algorithms.get(collective, subject.algorithm()),
            subject.chunk() == 0 ? Choices.DEFAULT_CHUNK : subject.chunk(),
            Choices.DEFAULT_CHUNKS);
    return Choices.of(List.of(rule), usual.eager());
  }

  private Operation call(Collective collective, int count, int root, Buffers buffers, int from) {
    int to = 1 - from;
    int all = count * group.size();
    return switch (collective) {
      case BARRIER -> Operation.barrier();
      case BROADCAST -> Operation.broadcast(root, buffers.data(0, count));
      case REDUCE ->
          Operation.reduce(root, buffers.data(from, count), buffers.data(to, count), Operator.SUM);
      case ALLREDUCE ->
          Operation.allreduce(buffers.data(from, count), buffers.data(to, count), Operator.SUM);
      case GATHER -> Operation.gather(root, buffers.data(from, count), buffers.data(to, all));
      case SCATTER -> Operation.scatter(root, buffers.data(from, all), buffers.data(to, count));
      case ALLGATHER -> Operation.allgather(buffers.data(from, count), buffers.data(to, all));
      case ALLTOALL -> Operation.alltoall(buffers.data(from, all), buffers.data(to, all));
      case REDUCE_SCATTER ->
          Operation.reduceScatter(buffers.data(from, all), buffers.data(to, count), Operator.SUM);
      case SCAN -> Operation.scan(buffers.data(from, count), buffers.data(to, count), Operator.SUM);
      case EXSCAN ->
          Operation.exscan(buffers.data(from, count), buffers.data(to, count), Operator.SUM);
    };
  }

  @Override
  public long nanos(long count) {
    for (Group each : groups) {
      each.layout(subject.isRegistered() ? Layout.REGISTERED : Layout.ARRAYS);
      each.using(choices);
    }
    group.run(calls[0]);
    group.barrier();
    if (isInARow) {
      long began = System.nanoTime();
      for (long i = 0; i < count; i++) {
        int way = (int) (i & 1);
        groups[way].run(calls[way]);
      }
      return System.nanoTime() - began;
    }
    long sum = 0;
    for (long i = 0; i < count; i++) {
      if (subject.bytes() > 0) {
        buffers.renew(sent, received);
      }
      group.barrier();
      long began = System.nanoTime();
      group.run(calls[0]);
      sum += System.nanoTime() - began;
    }
    return sum;
  }
}
