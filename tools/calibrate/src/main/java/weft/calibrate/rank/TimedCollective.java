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
/// If every rank needs something of every other, or there are two ranks that are the root in turn,
/// then calls follow each other without a barrier: none can begin before the one before it has
/// ended at the rank that it needs. Else a barrier follows each call, and the time of as many
/// barriers is subtracted.
final class TimedCollective implements Timed {
  private static final int WAYS = 2;

  private final Group group;
  private final Subject subject;
  private final Choices choices;
  private final Operation[] calls = new Operation[WAYS];
  private final boolean isInARow;

  TimedCollective(Group group, Subject subject, Choices usual, Buffers buffers) {
    this.group = group;
    this.subject = subject;
    Collective collective = subject.collective();
    this.choices = choices(subject, collective, usual);
    int count = Math.max(1, Math.toIntExact(subject.bytes() / Double.BYTES));
    buffers.room(count * group.size());
    boolean isAll = !collective.hasRoot() && !isScan(collective);
    this.isInARow = isAll || group.size() == 2;
    for (int way = 0; way < WAYS; way++) {
      int root = group.size() == 2 ? way : 0;
      calls[way] = call(collective, count, root, buffers, way);
    }
  }

  private static boolean isScan(Collective collective) {
    return collective == Collective.SCAN || collective == Collective.EXSCAN;
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
          Operation.reduce(
              root, buffers.data(from, count), buffers.data(to, count), Operator.SUM);
      case ALLREDUCE ->
          Operation.allreduce(buffers.data(from, count), buffers.data(to, count), Operator.SUM);
      case GATHER -> Operation.gather(root, buffers.data(from, count), buffers.data(to, all));
      case SCATTER -> Operation.scatter(root, buffers.data(from, all), buffers.data(to, count));
      case ALLGATHER -> Operation.allgather(buffers.data(from, count), buffers.data(to, all));
      case ALLTOALL -> Operation.alltoall(buffers.data(from, all), buffers.data(to, all));
      case REDUCE_SCATTER ->
          Operation.reduceScatter(
              buffers.data(from, all), buffers.data(to, count), Operator.SUM);
      case SCAN ->
          Operation.scan(buffers.data(from, count), buffers.data(to, count), Operator.SUM);
      case EXSCAN ->
          Operation.exscan(buffers.data(from, count), buffers.data(to, count), Operator.SUM);
    };
  }

  @Override
  public long nanos(long count) {
    group.layout(subject.isRegistered() ? Layout.REGISTERED : Layout.ARRAYS);
    group.using(choices);
    group.run(calls[0]);
    group.barrier();
    if (isInARow) {
      long began = System.nanoTime();
      for (long i = 0; i < count; i++) {
        group.run(calls[(int) (i & 1)]);
      }
      return System.nanoTime() - began;
    }
    long began = System.nanoTime();
    for (long i = 0; i < count; i++) {
      group.barrier();
    }
    long between = System.nanoTime();
    for (long i = 0; i < count; i++) {
      group.run(calls[(int) (i & 1)]);
      group.barrier();
    }
    long ended = System.nanoTime();
    return Math.max(0, ended - between - (between - began));
  }
}
