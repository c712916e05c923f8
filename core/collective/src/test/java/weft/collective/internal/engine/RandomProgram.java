// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import weft.collective.schedule.Algorithm;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;

/// Random schedules for all ranks that fit each other, carried out here in one order while they are
/// made up: so what must come out is known. Whatever an algorithm may do occurs in them.
///
/// What a schedule must not do does not occur: no place is written while it may be read; what
/// others have of a rank's memory when that waits for its readers (a fresh stage, a drain) is not
/// passed on later, for it would wait for what comes behind.
final class RandomProgram implements Algorithm {
  private static final int STAGES = 4;

  /// What a rank's memory holds after the steps so far.
  private static final class State {
    final Schedule schedule = new Schedule();
    boolean entered;
    byte[] in = {};
    byte[] out = {};
    byte[] temp = {};
    byte @Nullable [] block;

    /// Whose memory the block may still be in.
    int origin;

    /// Whether that rank has begun to wait for its readers.
    boolean late;

    final byte[] @Nullable [] stages = new byte[STAGES][];
    final boolean[] stageSent = new boolean[STAGES];
    final List<long[]> outSent = new ArrayList<>();
    final List<long[]> tempSent = new ArrayList<>();
  }

  /// Bytes somewhere.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record HeapPlace(long place, byte[] bytes, int from, int length) {}

  private final SimOperation operation;
  private final Random random;
  private final int element;
  private final int temp;
  private final State[] states;
  private final int eager;
  private final boolean shared;

  RandomProgram(SimOperation operation, SimSettings settings, Random random) {
    this.operation = operation;
    this.random = random;
    this.element = operation.element;
    this.eager = settings.eager();
    this.shared = settings.shared();
    int elements = (int) operation.bytes / element;
    this.temp = random.nextInt(elements + 1) * element;
    this.states = new State[operation.size()];
    for (int rank = 0; rank < states.length; rank++) {
      var state = new State();
      state.in = operation.input(rank);
      state.out = operation.before(rank);
      states[rank] = state;
      if (!operation.forward || random.nextBoolean()) {
        enter(state);
      }
    }
    int events = 5 + random.nextInt(10 + 5 * states.length);
    for (int i = 0; i < events; i++) {
      event();
    }
    for (State state : states) {
      enter(state);
    }
  }

  byte[] expected(int rank) {
    return states[rank].out;
  }

  private void enter(State state) {
    if (!state.entered) {
      state.entered = true;
      state.schedule.enter();
      state.schedule.temp(temp);
      if (temp > 0) {
        state.schedule.copy(Region.TEMP, Region.IN, temp);
        state.temp = Arrays.copyOf(state.in, temp);
      }
    }
  }

  private void event() {
    int rank = random.nextInt(states.length);
    int dice = random.nextInt(100);
    if (dice < 60 && states.length > 1) {
      send(rank);
    } else if (dice < 75) {
      copy(states[rank]);
    } else if (dice < 90) {
      reduce(states[rank]);
    } else if (dice < 95) {
      fresh(rank);
    } else if (dice < 97 || !shared || states.length == 1) {
      drain(rank);
    } else {
      fold(rank);
    }
  }

  private int other(int rank) {
    return (rank + 1 + random.nextInt(states.length - 1)) % states.length;
  }

  private void send(int rank) {
    State state = states[rank];
    int peer = other(rank);
    if (random.nextInt(10) == 0) {
      nothing(rank, peer);
      return;
    }
    HeapPlace from = readable(state);
    boolean passesOn = from != null && Region.of(from.place) == Region.BLOCK;
    if (from == null || (passesOn && state.late)) {
      return;
    }
    int origin = passesOn ? state.origin : rank;
    int most = from.length;
    int length =
        switch (random.nextInt(4)) {
          case 0 -> Math.min(most, Math.max(0, eager - 2 + random.nextInt(5)));
          case 1 -> most;
          default -> random.nextInt(most + 1);
        };
    int skip = random.nextInt((most - length) / element + 1) * element;
    long place = from.place + skip;
    var bytes = new byte[length];
    System.arraycopy(from.bytes, from.from + skip, bytes, 0, length);
    state.schedule.send(peer, place, length);
    sent(state, place, length);
    deliver(rank, peer, bytes, origin);
  }

  /// A message of no bytes: the target lets go of what it held.
  private void nothing(int rank, int peer) {
    State state = states[rank];
    long place = state.block != null ? Region.BLOCK : Region.IN;
    if (state.block == null) {
      enter(state);
    }
    state.schedule.send(peer, place, 0);
    deliver(rank, peer, new byte[0], rank);
  }

  private void deliver(int rank, int peer, byte[] bytes, int origin) {
    State state = states[peer];
    state.schedule.receive(rank, bytes.length);
    state.block = bytes;
    state.origin = origin;
    state.late = false;
  }

  private static void sent(State state, long place, int length) {
    int stage = Region.stageOf(place);
    long begin = Region.offset(place);
    if (stage >= 0) {
      state.stageSent[stage] = true;
    } else if (Region.of(place) == Region.OUT) {
      state.outSent.add(new long[] {begin, begin + length});
    } else if (Region.of(place) == Region.TEMP) {
      state.tempSent.add(new long[] {begin, begin + length});
    }
  }

  private static boolean overlaps(List<long[]> sent, long begin, long end) {
    for (long[] range : sent) {
      if (begin < range[1] && range[0] < end) {
        return true;
      }
    }
    return false;
  }

  /// Some place whose content is known; before a rank enters only the block that has come.
  private @Nullable HeapPlace readable(State state) {
    if (state.block != null && (!state.entered || random.nextInt(3) > 0)) {
      return new HeapPlace(Region.BLOCK, state.block, 0, state.block.length);
    }
    enter(state);
    int stage = random.nextInt(STAGES);
    byte[] staged = state.stages[stage];
    if (staged != null && random.nextBoolean()) {
      return new HeapPlace(Region.stage(stage), staged, 0, staged.length);
    }
    return switch (random.nextInt(3)) {
      case 0 -> new HeapPlace(Region.IN, state.in, 0, state.in.length);
      case 1 -> new HeapPlace(Region.OUT, state.out, 0, state.out.length);
      default -> temp == 0 ? null : new HeapPlace(Region.TEMP, state.temp, 0, temp);
    };
  }

  /// Some whole elements that nobody may be reading.
  private @Nullable HeapPlace writable(State state) {
    int stage = random.nextInt(STAGES);
    byte[] staged = state.stages[stage];
    if (staged != null && !state.stageSent[stage] && random.nextBoolean()) {
      return elements(Region.stage(stage), staged);
    }
    boolean out = temp == 0 || random.nextInt(3) > 0;
    HeapPlace all = out ? elements(Region.OUT, state.out) : elements(Region.TEMP, state.temp);
    if (all == null) {
      return null;
    }
    long begin = Region.offset(all.place);
    List<long[]> sent = out ? state.outSent : state.tempSent;
    return overlaps(sent, begin, begin + all.length) ? null : all;
  }

  private @Nullable HeapPlace elements(long place, byte[] bytes) {
    int count = bytes.length / element;
    if (count == 0) {
      return null;
    }
    int from = random.nextInt(count);
    int length = 1 + random.nextInt(count - from);
    return new HeapPlace(place + (long) from * element, bytes, from * element, length * element);
  }

  /// Two places that do not overlap, of the same length; [0] is written.
  private HeapPlace @Nullable [] pair(State state) {
    enter(state);
    HeapPlace to = writable(state);
    HeapPlace from = readable(state);
    if (to == null || from == null || Region.of(to.place) == Region.of(from.place)) {
      return null;
    }
    int length = Math.min(to.length, from.length / element * element);
    if (length == 0) {
      return null;
    }
    return new HeapPlace[] {
      new HeapPlace(to.place, to.bytes, to.from, length),
      new HeapPlace(from.place, from.bytes, from.from, length)
    };
  }

  private void copy(State state) {
    HeapPlace[] pair = pair(state);
    if (pair != null) {
      state.schedule.copy(pair[0].place, pair[1].place, pair[0].length);
      System.arraycopy(pair[1].bytes, pair[1].from, pair[0].bytes, pair[0].from, pair[0].length);
    }
  }

  private void reduce(State state) {
    HeapPlace[] pair = pair(state);
    if (pair == null) {
      return;
    }
    HeapPlace to = pair[0];
    HeapPlace from = pair[1];
    if (random.nextBoolean()) {
      state.schedule.reduce(to.place, from.place, to.length);
      operation.operator.combine(
          to.bytes, to.from, from.bytes, from.from, to.bytes, to.from, to.length);
    } else {
      state.schedule.reduceLeft(to.place, from.place, to.length);
      operation.operator.combine(
          from.bytes, from.from, to.bytes, to.from, to.bytes, to.from, to.length);
    }
  }

  private void letGo(int rank) {
    enter(states[rank]);
    states[rank].block = null;
    for (State state : states) {
      state.late |= state.origin == rank;
    }
  }

  private void fresh(int rank) {
    letGo(rank);
    State state = states[rank];
    int stage = random.nextInt(STAGES);
    long most = Math.min(operation.chunk / element * element, state.in.length);
    int bytes = (1 + random.nextInt((int) (most / element))) * element;
    long place = state.schedule.fresh(stage, bytes);
    int from = random.nextInt((state.in.length - bytes) / element + 1) * element;
    state.schedule.copy(place, Region.IN + from, bytes);
    state.stages[stage] = Arrays.copyOfRange(state.in, from, from + bytes);
    state.stageSent[stage] = false;
  }

  private void drain(int rank) {
    letGo(rank);
    State state = states[rank];
    state.schedule.drain();
    state.outSent.clear();
  }

  /// Another rank combines what it and some others have, and writes it into a stage, or a part of
  /// it, and perhaps to its own result.
  private void fold(int rank) {
    fresh(rank);
    State state = states[rank];
    int stage = random.nextInt(STAGES);
    byte[] staged = state.stages[stage];
    if (staged == null || state.stageSent[stage]) {
      return;
    }
    int peer = other(rank);
    letGo(peer);
    Schedule folder = states[peer].schedule;
    int length = (1 + random.nextInt(Math.min(staged.length, state.in.length) / element)) * element;
    int at = random.nextInt(staged.length - length + 1);
    boolean isFirst = random.nextBoolean();
    if (isFirst) {
      state.schedule.offer(peer, Region.stage(stage) + at, length);
      folder.target(rank, length);
    }
    int own = random.nextInt((states[peer].in.length - length) / element + 1) * element;
    byte[] all = combined(peer, own, length);
    if (!isFirst) {
      state.schedule.offer(peer, Region.stage(stage) + at, length);
      folder.target(rank, length);
    }
    HeapPlace to = writable(states[peer]);
    if (to == null || Region.of(to.place) != Region.OUT || to.length < length) {
      folder.fold(Region.NOWHERE, Region.IN + own, length);
    } else {
      folder.fold(to.place, Region.IN + own, length);
      System.arraycopy(all, 0, to.bytes, to.from, length);
    }
    System.arraycopy(all, 0, staged, at, length);
    drain(rank);
  }

  /// Some ranks send a part of what they have to `folder`, which has its own at `own`.
  private byte[] combined(int folder, int own, int length) {
    byte[] all = {};
    for (int rank = 0; rank < states.length; rank++) {
      int from = own;
      byte[] in = states[rank].in;
      if (rank != folder) {
        if (random.nextBoolean()) {
          continue;
        }
        enter(states[rank]);
        from = random.nextInt((in.length - length) / element + 1) * element;
        states[rank].schedule.send(folder, Region.IN + from, length);
        states[folder].schedule.operand(rank, length);
      }
      if (all.length == 0) {
        all = Arrays.copyOfRange(in, from, from + length);
      } else {
        operation.operator.combine(all, 0, in, from, all, 0, length);
      }
    }
    return all;
  }

  @Override
  public void write(Shape shape, Schedule schedule) {
    Schedule made = states[shape.rank()].schedule;
    schedule.temp(made.temp());
    for (int at = 0; at < made.length(); at++) {
      int peer = made.peer(at);
      long to = made.to(at);
      long from = made.from(at);
      long bytes = made.bytes(at);
      switch (made.kind(at)) {
        case Schedule.ENTER -> schedule.enter();
        case Schedule.SEND -> schedule.send(peer, from, bytes);
        case Schedule.RECEIVE -> {
          if (at + 1 < made.length() && made.kind(at + 1) == Schedule.OPERAND) {
            schedule.operand(peer, bytes);
          } else {
            schedule.receive(peer, bytes);
          }
        }
        case Schedule.COPY -> schedule.copy(to, from, bytes);
        case Schedule.REDUCE -> schedule.reduce(to, from, bytes);
        case Schedule.REDUCE_LEFT -> schedule.reduceLeft(to, from, bytes);
        case Schedule.FRESH -> schedule.fresh(Region.stageOf(to), bytes);
        case Schedule.DRAIN -> schedule.drain();
        case Schedule.OFFER -> schedule.offer(peer, to, bytes);
        case Schedule.TARGET -> schedule.target(peer, bytes);
        case Schedule.OPERAND -> {} // with its receive
        case Schedule.FOLD -> schedule.fold(to, from, bytes);
        default -> throw new IllegalStateException("step " + made.kind(at));
      }
    }
  }
}
