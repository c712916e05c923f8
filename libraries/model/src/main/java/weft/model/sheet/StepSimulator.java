// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.StepRules;
import weft.model.Platform;
import weft.model.TauLopCost.CostTerm;

/// Executes the steps of ranks in the time of a model. All ranks begin at 0. A rank does one thing
/// at a time, in the order of its schedule, and waits where the engine would: at a receive, a
/// target, a fresh stage without a free chunk, a drain, and at the end for the readers of its
/// memory.
final class StepSimulator {
  private static final int READY = -1;
  private static final int MOVES = -2;
  private static final int NEEDS_CHUNK = -3;
  private static final int NEEDS_READERS = -4;
  private static final int OVER = -5;

  private final PricedRanks steps;
  private final Overheads costs;
  private final Movements movements;
  private final EventQueue events = new EventQueue();
  private final HeldMemory memory;
  private final int[] at;
  private final int[] phase;

  /// By rank: one of the constants, or the send that it waits for.
  private final int[] waits;

  private final int[] block;
  private final int[][] stages;
  private final int[][] kept;
  private final int[] operands;
  private final int[] targets;
  private final double[] finished;
  private final int[] lastCause;

  /// By index: when the step ended, the step that ended its wait, and the movements at once.
  private final double[] end;

  /// By index: when the rank went on after the step.
  private final double[] left;

  private final int[] cause;

  /// By rank: when its movement began.
  private final double[] began;

  private final @Nullable Charges charges;

  /// @param charges where to note what steps cost; null if nobody asks
  StepSimulator(
      PricedRanks steps, Overheads costs, Movements movements, @Nullable Charges charges) {
    this.charges = charges;
    this.steps = steps;
    this.costs = costs;
    this.movements = movements;
    int ranks = steps.size();
    int count = steps.first()[ranks];
    this.memory = new HeldMemory(count, ranks);
    this.at = new int[ranks];
    this.phase = new int[ranks];
    this.waits = new int[ranks];
    this.block = new int[ranks];
    this.stages = new int[ranks][0];
    this.kept = new int[ranks][0];
    this.operands = new int[ranks];
    this.targets = new int[ranks];
    this.finished = new double[ranks];
    this.lastCause = new int[ranks];
    this.began = new double[ranks];
    Arrays.fill(lastCause, -1);
    this.end = new double[count];
    this.left = new double[count];
    this.cause = new int[count];
    Arrays.fill(end, Double.NaN);
    Arrays.fill(cause, -1);
    Arrays.fill(waits, READY);
    Arrays.fill(block, -1);
  }

  /// Executes everything.
  void run() {
    for (int rank = 0; rank < steps.size(); rank++) {
      events.add(costs.start(), rank);
      charge(
          steps.first()[rank],
          0,
          costs.start(),
          () -> List.of(new CostTerm(1, "c", costs.start())));
    }
    double now = 0;
    while (true) {
      double next = movements.next(now);
      if (!events.isEmpty()) {
        next = Math.min(next, events.time());
      }
      if (next == Double.POSITIVE_INFINITY) {
        break;
      }
      now = next;
      while (!events.isEmpty() && events.time() <= now) {
        advance(events.remove(), now);
      }
      for (int rank = movements.end(now); rank >= 0; rank = movements.end(now)) {
        waits[rank] = READY;
        charge(steps.first()[rank] + at[rank], began[rank], now, movements::terms);
        phase[rank]++;
        advance(rank, now);
      }
    }
    for (int rank = 0; rank < steps.size(); rank++) {
      if (waits[rank] != OVER) {
        throw new IllegalStateException(
            "rank %d waits for ever at step %d".formatted(steps.ranks()[rank], at[rank]));
      }
    }
  }

  private void charge(int index, double begin, double end, Supplier<List<CostTerm>> terms) {
    if (charges != null && end > begin && charges.wants(index)) {
      charges.add(index, begin, end, terms.get());
    }
  }

  /// Charges a time for which overheads `o(bytes)`, or a part of one, were the reason.
  private void chargeOverhead(int index, int rank, int peer, long bytes, double begin, double end) {
    charge(index, begin, end, () -> List.of(overhead(rank, peer, bytes, end - begin)));
  }

  private CostTerm overhead(int rank, int peer, long bytes, double time) {
    String channel = Platform.superscript(costs.channel(rank, peer, bytes));
    double factor = time / costs.overhead(rank, peer, bytes);
    boolean isWhole = Math.abs(factor - Math.rint(factor)) < 1e-6 && factor > 0.5;
    return new CostTerm(
        isWhole ? Math.rint(factor) : factor, "o" + channel + "(" + bytes + ")", time);
  }

  private double combined(int index, long bytes, double now) {
    double until = now + costs.combine(bytes);
    charge(
        index,
        now,
        until,
        () -> List.of(new CostTerm(1, "g(" + bytes + ")", costs.combine(bytes))));
    return until;
  }

  private void advance(int rank, double now) {
    Schedule schedule = steps.schedules()[rank];
    while (at[rank] < schedule.length()) {
      int index = steps.first()[rank] + at[rank];
      double until = step(rank, schedule, at[rank], index, now);
      if (Double.isNaN(until)) {
        return; // It waits.
      }
      if (until > now) {
        events.add(until, rank);
        return;
      }
    }
    finish(rank, now);
  }

  /// Executes one phase of a step. Returns when the rank goes on; NaN if something else says it.
  private double step(int rank, Schedule schedule, int step, int index, double now) {
    return switch (schedule.kind(step)) {
      case Schedule.SEND -> send(rank, schedule, step, index, now);
      case Schedule.OFFER -> {
        if (steps.receivers()[index] >= 0) {
          memory.announceCall(index, rank);
        }
        yield sent(rank, index, schedule.peer(step), now);
      }
      case Schedule.RECEIVE, Schedule.TARGET -> receive(rank, schedule, step, index, now);
      case Schedule.COPY -> copy(rank, schedule, step, index, now);
      case Schedule.REDUCE, Schedule.REDUCE_LEFT ->
          done(rank, index, combined(index, schedule.bytes(step), now));
      case Schedule.OPERAND -> {
        keep(rank, block[rank]);
        operands[rank]++;
        block[rank] = -1;
        yield done(rank, index, now);
      }
      case Schedule.FOLD -> fold(rank, schedule, step, index, now);
      case Schedule.FRESH -> fresh(rank, schedule, step, index, now);
      case Schedule.DRAIN -> {
        double until = release(rank, index, now);
        if (until > now) {
          yield until;
        }
        if (memory.isUnserved(rank)) {
          waits[rank] = NEEDS_READERS;
          yield Double.NaN;
        }
        yield done(rank, index, now);
      }
      default -> done(rank, index, now);
    };
  }

  /// Ends a step at a time. A rank that waits for it as a message goes on.
  private double done(int rank, int index, double until) {
    return done(rank, index, until, until);
  }

  /// Ends a step with a message without bytes: the rank goes on before it arrives.
  private double sent(int rank, int index, int peer, double now) {
    double busy = costs.busy(rank, peer, 0);
    chargeOverhead(index, rank, peer, 0, now, now + costs.overhead(rank, peer, 0));
    return done(rank, index, now + costs.overhead(rank, peer, 0), now + busy);
  }

  private double done(int rank, int index, double until, double goesOn) {
    end[index] = until;
    left[index] = goesOn;
    at[rank]++;
    phase[rank] = 0;
    byte kind = steps.schedules()[rank].kind(index - steps.first()[rank]);
    if (kind == Schedule.SEND || kind == Schedule.OFFER) {
      if (steps.size() <= 2) {
        for (int other = 0; other < steps.size(); other++) {
          deliver(other, index, until);
        }
      } else {
        deliver(steps.schedules()[rank].peer(index - steps.first()[rank]), index, until);
      }
    }
    return goesOn;
  }

  private void deliver(int rank, int send, double time) {
    if (waits[rank] == send) {
      resume(rank, time, send);
    }
  }

  private void resume(int rank, double time, int why) {
    waits[rank] = READY;
    if (at[rank] < steps.schedules()[rank].length()) {
      cause[steps.first()[rank] + at[rank]] = why;
    } else {
      lastCause[rank] = why;
    }
    events.add(time, rank);
  }

  private double send(int rank, Schedule schedule, int step, int index, double now) {
    int peer = schedule.peer(step);
    long bytes = schedule.bytes(step);
    DeliveryWay way = steps.way(index);
    if (way != DeliveryWay.EAGER) {
      announce(rank, schedule, step, index, way);
      return sent(rank, index, peer, now);
    }
    return switch (phase[rank]) {
      case 0 -> {
        phase[rank] = 1;
        double until = now + costs.overhead(rank, peer, bytes);
        chargeOverhead(index, rank, peer, bytes, now, until);
        yield until;
      }
      case 1 -> move(rank, steps.ranks()[rank], peer, bytes, MovementKind.BETWEEN, now);
      default -> done(rank, index, now);
    };
  }

  private double move(int rank, int source, int target, long bytes, MovementKind kind, double now) {
    waits[rank] = MOVES;
    began[rank] = now;
    movements.begin(rank, source, target, bytes, kind, now);
    return Double.NaN;
  }

  private void announce(int rank, Schedule schedule, int step, int index, DeliveryWay way) {
    if (way == DeliveryWay.EMPTY || steps.receivers()[index] < 0) {
      return;
    }
    long from = schedule.from(step);
    int stage = Region.stageOf(from);
    if (stage >= 0) {
      memory.announceChunk(index, stages[rank][stage] - 1);
    } else if (Region.of(from) == Region.BLOCK) {
      memory.announceBlock(index, block[rank]);
    } else {
      memory.announceCall(index, rank);
    }
  }

  private double receive(int rank, Schedule schedule, int step, int index, double now) {
    int peer = schedule.peer(step);
    long bytes = schedule.bytes(step);
    int send = steps.senders()[index];
    DeliveryWay way = steps.way(send);
    if (phase[rank] <= 1) {
      double until = release(rank, index, now);
      if (until > now) {
        return until;
      }
      phase[rank] = 2;
    }
    if (phase[rank] == 2) {
      if (Double.isNaN(end[send])) {
        waits[rank] = send;
        return Double.NaN;
      }
      if (end[send] > now) {
        cause[index] = send;
        return end[send];
      }
      if (way == DeliveryWay.KEPT) {
        long pieces = (bytes + steps.piece() - 1) / steps.piece();
        phase[rank] = 3;
        double until = now + pieces * costs.overhead(rank, peer, 0);
        chargeOverhead(index, rank, peer, 0, now, until);
        return until;
      }
    } else if (phase[rank] == 3) {
      return move(rank, peer, steps.ranks()[rank], bytes, MovementKind.PULL, now);
    } else {
      served(send, now, index);
    }
    arrived(rank, schedule, step, index, way);
    return done(rank, index, now);
  }

  private void arrived(int rank, Schedule schedule, int step, int index, DeliveryWay way) {
    if (schedule.kind(step) == Schedule.TARGET) {
      memory.received(index);
      keep(rank, index);
      targets[rank]++;
    } else if (way != DeliveryWay.EMPTY
        && !(way == DeliveryWay.KEPT
            && StepRules.isOnlyCopied(schedule, step, schedule.bytes(step)))) {
      memory.received(index);
      block[rank] = index;
    }
  }

  private double copy(int rank, Schedule schedule, int step, int index, double now) {
    if (phase[rank] == 2) {
      return done(rank, index, now);
    }
    @Nullable DeliveryWay before = step == 0 ? null : steps.arrival(index - 1);
    if (CostSheet.isPulledThere(schedule, step, before)) {
      return done(rank, index, now);
    }
    if (StepRules.isOnePass(schedule, step)) {
      double until = combined(index, schedule.bytes(step), now);
      done(rank, index, until);
      return done(rank, index + 1, until);
    }
    phase[rank] = 1;
    int me = steps.ranks()[rank];
    // A block is in the memory of its sender, or in that through which it came.
    boolean isBlock = Region.of(schedule.from(step)) == Region.BLOCK;
    boolean isStage = Region.stageOf(schedule.to(step)) >= 0;
    MovementKind kind =
        isBlock ? MovementKind.BETWEEN : isStage ? MovementKind.WRITE : MovementKind.OWN;
    return move(rank, me, me, schedule.bytes(step), kind, now);
  }

  private double fold(int rank, Schedule schedule, int step, int index, double now) {
    if (phase[rank] == 0) {
      double until = now + costs.fold(schedule.bytes(step), operands[rank], targets[rank]);
      boolean isPaired = operands[rank] == targets[rank];
      int count = operands[rank] + targets[rank];
      for (int i = isPaired ? operands[rank] : 0; i < count; i++) {
        // One message acknowledges an operand and a target of one rank.
        until += acknowledgement(rank, kept[rank][i]);
      }
      double end = until;
      charge(index, now, end, () -> foldTerms(rank, schedule.bytes(step), end - now));
      phase[rank] = 1;
      return until;
    }
    for (int i = 0; i < operands[rank] + targets[rank]; i++) {
      if (kept[rank][i] >= 0) {
        letGo(kept[rank][i], now, index);
      }
    }
    operands[rank] = 0;
    targets[rank] = 0;
    return done(rank, index, now);
  }

  private List<CostTerm> foldTerms(int rank, long bytes, double time) {
    List<CostTerm> terms = new ArrayList<>(costs.foldTerms(bytes, operands[rank], targets[rank]));
    double rest = time - costs.fold(bytes, operands[rank], targets[rank]);
    for (int i = 0; i < operands[rank] + targets[rank] && rest > 1e-12; i++) {
      int receive = kept[rank][i];
      if (receive >= 0) {
        // All acknowledgements cost the same on one channel; the first names it.
        int peer = steps.schedules()[rank].peer(receive - steps.first()[rank]);
        terms.add(overhead(rank, peer, 0, rest));
        break;
      }
    }
    return terms;
  }

  private void keep(int rank, int receive) {
    int count = operands[rank] + targets[rank];
    if (count == kept[rank].length) {
      kept[rank] = Arrays.copyOf(kept[rank], Math.max(8, 2 * count));
    }
    kept[rank][count] = receive;
  }

  private double fresh(int rank, Schedule schedule, int step, int index, double now) {
    double until = release(rank, index, now);
    if (until > now) {
      return until;
    }
    int stage = Region.stageOf(schedule.to(step));
    if (stage >= stages[rank].length) {
      stages[rank] = Arrays.copyOf(stages[rank], stage + 1);
    }
    if (stages[rank][stage] > 0) {
      memory.releaseChunk(stages[rank][stage] - 1);
      stages[rank][stage] = 0;
    }
    if (memory.chunksInUse(rank) >= steps.chunks()) {
      waits[rank] = NEEDS_CHUNK;
      return Double.NaN;
    }
    stages[rank][stage] = memory.takeChunk(rank) + 1;
    return done(rank, index, now);
  }

  /// The time for which the rank is busy with it; none for an operand without bytes.
  private double acknowledgement(int rank, int receive) {
    if (receive < 0) {
      return 0;
    }
    int send = steps.senders()[receive];
    int step = receive - steps.first()[rank];
    return steps.way(send) == DeliveryWay.PLACE && memory.isLastReader(receive)
        ? costs.busy(rank, steps.schedules()[rank].peer(step), 0)
        : 0;
  }

  /// Releases the present block. Returns when its acknowledgement is sent, and releases it then.
  private double release(int rank, int index, double now) {
    int receive = block[rank];
    if (receive < 0) {
      return now;
    }
    if (phase[rank] == 0) {
      phase[rank] = 1;
      double until = now + acknowledgement(rank, receive);
      if (until > now) {
        chargeOverhead(index, rank, peer(rank, receive), 0, now, until);
        return until;
      }
    }
    block[rank] = -1;
    letGo(receive, now, index);
    return now;
  }

  private void letGo(int receive, double now, int why) {
    int send = steps.senders()[receive];
    if (memory.releaseBlock(receive) && steps.way(send) == DeliveryWay.PLACE) {
      // The rank was busy with the acknowledgement; it arrives later.
      int rank = rankOf(receive);
      int peer = peer(rank, receive);
      double late = Math.max(0, costs.overhead(rank, peer, 0) - costs.busy(rank, peer, 0));
      chargeOverhead(why, rank, peer, 0, now, now + late);
      int waiting = served(send, now + late, why);
      if (waiting >= 0) {
        chargeOverhead(waiting, rank, peer, 0, now, now + late);
      }
    }
  }

  private int peer(int rank, int receive) {
    return steps.schedules()[rank].peer(receive - steps.first()[rank]);
  }

  /// The receiver of announced bytes, or the writer of an offer, is done with them. A block that
  /// was forwarded is then released too, from rank to rank. Returns the step of a rank that waited
  /// for it, or −1.
  private int served(int send, double now, int why) {
    int at = send;
    while (steps.receivers()[at] >= 0) {
      int rank = rankOf(at);
      int chunk = memory.chunk(at);
      int received = memory.block(at);
      if (received < 0) {
        boolean goesOn =
            chunk >= 0
                ? memory.releaseChunk(chunk) && waits[rank] == NEEDS_CHUNK
                : memory.isOfCall(at) && memory.servedCall(rank) && waits[rank] == NEEDS_READERS;
        if (goesOn) {
          resume(rank, now, why);
        }
        return goesOn ? Math.min(steps.first()[rank] + this.at[rank], last(rank)) : -1;
      }
      at = steps.senders()[received];
      if (!memory.releaseBlock(received) || steps.way(at) != DeliveryWay.PLACE) {
        return -1;
      }
    }
    return -1;
  }

  private int last(int rank) {
    return steps.first()[rank + 1] - 1;
  }

  int rankOf(int index) {
    int found = Arrays.binarySearch(steps.first(), index);
    int rank = found < 0 ? -found - 2 : found;
    while (steps.first()[rank + 1] == index) {
      rank++;
    }
    return rank;
  }

  private void finish(int rank, double now) {
    if (waits[rank] == OVER) {
      return;
    }
    double until = release(rank, last(rank), now);
    if (until > now) {
      events.add(until, rank);
      return;
    }
    for (int stage = 0; stage < stages[rank].length; stage++) {
      if (stages[rank][stage] > 0) {
        memory.releaseChunk(stages[rank][stage] - 1);
        stages[rank][stage] = 0;
      }
    }
    if (memory.isUnserved(rank)) {
      waits[rank] = NEEDS_READERS;
      return;
    }
    waits[rank] = OVER;
    finished[rank] = now;
  }

  /// When a priced rank is done.
  double finished(int rank) {
    return finished[rank];
  }

  /// The step of another rank that ended the wait of a priced rank at its end, or −1.
  int lastCause(int rank) {
    return lastCause[rank];
  }

  /// When a step ended; of a message, when it arrived.
  double end(int index) {
    return end[index];
  }

  /// When the rank went on after a step.
  double left(int index) {
    return left[index];
  }

  /// The step of another rank that ended the wait of a step, or −1.
  int cause(int index) {
    return cause[index];
  }
}
