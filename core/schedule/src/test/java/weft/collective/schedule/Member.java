// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// One rank of a [ScheduleMachine].
final class Member {
  private final ScheduleMachine machine;
  private final Random random;
  final Shape shape;
  final Schedule schedule = new Schedule();
  final Area in;
  final int inBase;
  final Area out;
  final int outBase;
  private final Area temp;
  private final Map<Integer, Area> stages = new HashMap<>();
  private final Deque<Area> chunks = new ArrayDeque<>();
  private final int[] lastUse;
  boolean called;
  private boolean entered;
  int at;
  boolean complete;
  byte[] result = new byte[0];

  private int received = -1;
  private byte[] block = new byte[0];
  private Area.@Nullable Exposure shown;
  private final List<Operand> operands = new ArrayList<>();
  private final List<Area.Offer> targets = new ArrayList<>();

  /// What is kept for a fold: where it can be read, or the bytes.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Operand(int peer, Area.@Nullable Exposure shown, byte[] block, int bytes) {
    /// For the first and last time.
    byte[] read(int bytes) {
      byte[] now = shown == null ? block : shown.read();
      ScheduleMachine.check(
          now.length == bytes && this.bytes == bytes, "%d bytes of an operand of %d", bytes, peer);
      if (shown != null) {
        shown.finish();
        shown.letGo();
      }
      return now;
    }
  }

  Member(
      ScheduleMachine machine,
      Shape shape,
      Algorithms.Entry entry,
      Area in,
      int inBase,
      Area out,
      int outBase) {
    this.machine = machine;
    this.random = machine.random;
    this.shape = shape;
    this.in = in;
    this.inBase = inBase;
    this.out = out;
    this.outBase = outBase;
    entry.write(shape, schedule);
    temp = new Area("TEMP", (int) schedule.temp(), random);
    lastUse = new int[schedule.length()];
    int receive = -1;
    for (int i = 0; i < schedule.length(); i++) {
      if (schedule.kind(i) == Schedule.RECEIVE) {
        receive = i;
        lastUse[i] = i;
      } else if (readsBlock(i)) {
        ScheduleMachine.check(
            receive >= 0, "step %d of rank %d: no block was received", i, shape.rank());
        lastUse[receive] = i;
      } else if (letsGo(schedule.kind(i))) {
        receive = -1;
      }
    }
  }

  private static boolean letsGo(byte kind) {
    return kind == Schedule.FRESH || kind == Schedule.DRAIN || kind == Schedule.TARGET;
  }

  private boolean readsBlock(int step) {
    return switch (schedule.kind(step)) {
      case Schedule.SEND, Schedule.COPY, Schedule.REDUCE, Schedule.REDUCE_LEFT, Schedule.OPERAND ->
          Region.of(schedule.from(step)) == Region.BLOCK;
      default -> false;
    };
  }

  private Area area(long place) {
    int stage = Region.stageOf(place);
    if (stage >= 0) {
      Area area = stages.get(stage);
      if (area == null) {
        throw new AssertionError("stage %d has no chunk".formatted(stage));
      }
      return area;
    }
    long region = Region.of(place);
    ScheduleMachine.check(region != Region.BLOCK, "a block is no memory");
    ScheduleMachine.check(entered, "%s before the call", Region.describe(place));
    return region == Region.IN ? in : region == Region.OUT ? out : temp;
  }

  private int offset(long place) {
    long region = Region.of(place);
    int base = region == Region.IN ? inBase : region == Region.OUT ? outBase : 0;
    return base + (int) Region.offset(place);
  }

  private byte[] read(long place, int bytes) {
    if (Region.of(place) == Region.BLOCK) {
      byte[] all = shown == null ? block : shown.read();
      int from = (int) Region.offset(place);
      ScheduleMachine.check(
          from + bytes <= all.length, "%d bytes of %s", bytes, Region.describe(place));
      return Arrays.copyOfRange(all, from, from + bytes);
    }
    Area area = area(place);
    int from = offset(place);
    ScheduleMachine.check(
        from + bytes <= area.data.length, "%d bytes of %s", bytes, Region.describe(place));
    area.mayRead(from, bytes);
    return Arrays.copyOfRange(area.data, from, from + bytes);
  }

  /// Does the next step; says whether it could.
  boolean step() {
    if (complete) {
      return false;
    }
    if (at == schedule.length()) {
      letGo();
      ScheduleMachine.check(
          stages.values().stream().noneMatch(Area::isOffered), "a stage ends that is offered");
      ScheduleMachine.check(
          operands.isEmpty() && targets.isEmpty(), "operands are left, and no fold");
      if (in.isHeld() || out.isHeld() || temp.isHeld()) {
        return false;
      }
      complete = true;
      result = out.data.clone();
      in.garble(random);
      out.garble(random);
      temp.garble(random);
      return true;
    }
    try {
      if (!step(at)) {
        return false;
      }
    } catch (AssertionError e) {
      throw new AssertionError(
          "rank %d, step %d: %s".formatted(shape.rank(), at, e.getMessage()), e);
    }
    if (received >= 0 && lastUse[received] == at && shown != null) {
      shown.finish();
    }
    at++;
    return true;
  }

  private void letGo() {
    if (shown != null) {
      shown.letGo();
      shown = null;
    }
  }

  private boolean step(int i) {
    byte kind = schedule.kind(i);
    if (!entered && kind != Schedule.ENTER) {
      boolean isEarly =
          kind == Schedule.RECEIVE
              || (kind == Schedule.SEND && Region.of(schedule.from(i)) == Region.BLOCK);
      ScheduleMachine.check(isEarly && shape.forward(), "this step may not stand before the call");
    }
    int bytes = (int) schedule.bytes(i);
    switch (kind) {
      case Schedule.ENTER -> entered = called;
      case Schedule.SEND -> send(schedule.peer(i), schedule.from(i), bytes);
      case Schedule.RECEIVE -> {
        return receive(i, schedule.peer(i), bytes);
      }
      case Schedule.FRESH -> {
        return fresh(Region.stageOf(schedule.to(i)), bytes);
      }
      case Schedule.DRAIN -> {
        letGo();
        return !in.isHeld() && !out.isHeld() && stages.values().stream().noneMatch(Area::isOffered);
      }
      case Schedule.OFFER -> offer(schedule.peer(i), schedule.to(i), bytes);
      case Schedule.TARGET -> {
        return target(schedule.peer(i));
      }
      case Schedule.OPERAND -> keep(schedule.peer(i), bytes);
      case Schedule.FOLD -> fold(schedule.to(i), schedule.from(i), bytes);
      default -> combine(kind, schedule.to(i), schedule.from(i), bytes);
    }
    return kind != Schedule.ENTER || entered;
  }

  private void combine(byte kind, long to, long from, int bytes) {
    Area area = writable(to, bytes);
    int at = offset(to);
    byte[] source = read(from, bytes);
    if (kind == Schedule.COPY) {
      System.arraycopy(source, 0, area.data, at, bytes);
      return;
    }
    ScheduleMachine.check(bytes % shape.element() == 0, "an element is cut: %d bytes", bytes);
    if (kind == Schedule.REDUCE) {
      machine.combine.apply(area.data, at, source, 0, area.data, at, bytes);
    } else {
      machine.combine.apply(source, 0, area.data, at, area.data, at, bytes);
    }
  }

  private Area writable(long to, int bytes) {
    ScheduleMachine.check(Region.of(to) != Region.IN, "the contribution is written");
    Area area = area(to);
    int at = offset(to);
    ScheduleMachine.check(
        at + bytes <= area.data.length, "%d bytes to %s", bytes, Region.describe(to));
    ScheduleMachine.check(bytes > 0, "a step for nothing");
    area.mayWrite(at, bytes);
    return area;
  }

  private void send(int peer, long from, int bytes) {
    ScheduleMachine.check(
        peer != shape.rank() && peer >= 0 && peer < shape.size(), "a send to %d", peer);
    Deque<SentMessage> queue = machine.queues[shape.rank()][peer];
    if (bytes == 0) {
      queue.add(new SentMessage(0, new byte[0], null, false));
      return;
    }
    byte[] now = read(from, bytes);
    if (Region.of(from) == Region.BLOCK) {
      int offset = (int) Region.offset(from);
      Area.Exposure again =
          shown != null && (machine.isLazy || random.nextBoolean())
              ? shown.passOn(offset, bytes)
              : null;
      queue.add(new SentMessage(bytes, now, again, false));
      return;
    }
    int draw =
        machine.eagerly == Integer.MAX_VALUE ? machine.eagerly : random.nextInt(machine.eagerly);
    if (draw == 0) {
      queue.add(new SentMessage(bytes, now, null, false));
      return;
    }
    long region = Region.of(from);
    boolean isReadable =
        region == Region.IN
            ? shape.inShared()
            : region == Region.OUT ? shape.outShared() : region != Region.TEMP && shape.shared();
    Area.Exposure exposure = area(from).expose(offset(from), bytes);
    queue.add(new SentMessage(bytes, now, exposure, !isReadable || draw == 1));
  }

  private void offer(int peer, long to, int bytes) {
    boolean canBe = Region.of(to) == Region.OUT ? shape.outShared() : Region.stageOf(to) >= 0;
    ScheduleMachine.check(canBe && shape.shared(), "%s cannot be offered", Region.describe(to));
    machine.queues[shape.rank()][peer].add(new SentMessage(area(to).offer(offset(to), bytes)));
  }

  private boolean target(int peer) {
    letGo();
    SentMessage message = machine.queues[peer][shape.rank()].poll();
    if (message == null) {
      return false;
    }
    Area.Offer offer = message.offer();
    if (offer == null) {
      throw new AssertionError("rank %d has sent data, and no offer".formatted(peer));
    }
    targets.add(offer);
    return true;
  }

  /// What is read in place is held until the fold, and read only there.
  private void keep(int peer, int bytes) {
    ScheduleMachine.check(
        operands.isEmpty() || operands.getLast().peer < peer,
        "operands in another order than ranks");
    operands.add(new Operand(peer, shown, block, bytes));
    shown = null;
  }

  private void fold(long to, long from, int bytes) {
    var parts = new ArrayList<byte[]>();
    int own = 0;
    for (Operand operand : operands) {
      parts.add(operand.read(bytes));
      own += operand.peer < shape.rank() ? 1 : 0;
    }
    operands.clear();
    parts.add(own, read(from, bytes));
    byte[] all = parts.removeFirst().clone();
    for (byte[] part : parts) {
      ScheduleMachine.check(bytes % shape.element() == 0, "an element is cut: %d bytes", bytes);
      machine.combine.apply(all, 0, part, 0, all, 0, bytes);
    }
    if (to != Region.NOWHERE) {
      System.arraycopy(all, 0, writable(to, bytes).data, offset(to), bytes);
    }
    for (Area.Offer target : targets) {
      target.put(all);
    }
    targets.clear();
  }

  private boolean receive(int i, int peer, int bytes) {
    // It may say that it is done with the last one when it comes here, or when the next has come.
    if (machine.isQuick) {
      letGo();
    }
    SentMessage message = machine.queues[peer][shape.rank()].poll();
    if (message == null) {
      return false;
    }
    letGo();
    received = i;
    ScheduleMachine.check(message.offer() == null, "receives an offer of %d", peer);
    ScheduleMachine.check(
        message.bytes() == bytes,
        "receives %d bytes from %d, which sent %d",
        bytes,
        peer,
        message.bytes());
    shown = message.shown();
    block = message.carried();
    if (shown != null && message.isPulled()) {
      block = shown.read();
      shown.finish();
      letGo();
    }
    return true;
  }

  private boolean fresh(int k, int bytes) {
    letGo();
    ScheduleMachine.check(k >= 0 && k < Region.STAGES, "stage %d", k);
    ScheduleMachine.check(bytes > 0, "an empty stage");
    Area before = stages.remove(k);
    ScheduleMachine.check(
        before == null || !before.isOffered(), "stage %d is given up, but offered", k);
    int held = 0;
    for (Area chunk : chunks) {
      held += chunk.isHeld() || stages.containsValue(chunk) ? 1 : 0;
    }
    if (held >= shape.chunks()) {
      return false;
    }
    Area chunk = new Area("STAGE" + k, bytes, random);
    stages.put(k, chunk);
    chunks.add(chunk);
    chunks.removeIf(old -> {
      boolean isFree = !old.isHeld() && !stages.containsValue(old);
      if (isFree) {
        old.garble(random);
      }
      return isFree;
    });
    return true;
  }

  boolean isQuiet() {
    return chunks.stream().noneMatch(Area::isHeld);
  }
}
