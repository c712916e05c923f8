// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Executes the schedules of all ranks over byte arrays, in a random order, as badly as is allowed.
///
/// Messages are in order per ordered pair. Whether a message carries its bytes, is pulled, or lets
/// the receiver read in place is drawn for each. What is read in place is read when the receiver
/// uses it, and let go of only at its next receive, fresh or drain, or at its end. Ranks call the
/// operation early, late, or only when nobody else can go on. A stage that is free again, and the
/// user's memory once the operation is complete, are overwritten with garbage.
final class Machine {
  /// One rank.
  final class Member {
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
    private int at;
    boolean complete;
    byte[] result = new byte[0];

    private int received = -1;
    private byte[] block = new byte[0];
    private Area.@Nullable Exposure shown;

    Member(Shape shape, Algorithms.Entry entry, Area in, int inBase, Area out, int outBase) {
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
          check(receive >= 0, "step %d of rank %d: no block was received", i, shape.rank());
          lastUse[receive] = i;
        } else if (schedule.kind(i) == Schedule.FRESH || schedule.kind(i) == Schedule.DRAIN) {
          receive = -1;
        }
      }
    }

    private boolean readsBlock(int step) {
      return switch (schedule.kind(step)) {
        case Schedule.SEND, Schedule.COPY, Schedule.REDUCE, Schedule.REDUCE_LEFT ->
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
      check(region != Region.BLOCK, "a block is no memory");
      check(entered, "%s before the call", Region.describe(place));
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
        check(from + bytes <= all.length, "%d bytes of %s", bytes, Region.describe(place));
        return Arrays.copyOfRange(all, from, from + bytes);
      }
      Area area = area(place);
      int from = offset(place);
      check(from + bytes <= area.data.length, "%d bytes of %s", bytes, Region.describe(place));
      return Arrays.copyOfRange(area.data, from, from + bytes);
    }

    /// Does the next step; says whether it could.
    boolean step() {
      if (complete) {
        return false;
      }
      if (at == schedule.length()) {
        letGo();
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
        check(isEarly && shape.forward(), "this step may not stand before the call");
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
          return !in.isHeld() && !out.isHeld();
        }
        default -> combine(kind, schedule.to(i), schedule.from(i), bytes);
      }
      return kind != Schedule.ENTER || entered;
    }

    private void combine(byte kind, long to, long from, int bytes) {
      check(Region.of(to) != Region.IN, "the contribution is written");
      Area area = area(to);
      int at = offset(to);
      check(at + bytes <= area.data.length, "%d bytes to %s", bytes, Region.describe(to));
      check(bytes > 0, "a step for nothing");
      area.mayWrite(at, bytes);
      byte[] source = read(from, bytes);
      if (kind == Schedule.COPY) {
        System.arraycopy(source, 0, area.data, at, bytes);
        return;
      }
      check(bytes % shape.element() == 0, "an element is cut: %d bytes", bytes);
      if (kind == Schedule.REDUCE) {
        combine.apply(area.data, at, source, 0, area.data, at, bytes);
      } else {
        combine.apply(source, 0, area.data, at, area.data, at, bytes);
      }
    }

    private void send(int peer, long from, int bytes) {
      check(peer != shape.rank() && peer >= 0 && peer < shape.size(), "a send to %d", peer);
      Deque<Message> queue = queues[shape.rank()][peer];
      if (bytes == 0) {
        queue.add(new Message(0, new byte[0], null, false));
        return;
      }
      byte[] now = read(from, bytes);
      if (Region.of(from) == Region.BLOCK) {
        int offset = (int) Region.offset(from);
        Area.Exposure again =
            shown != null && (isLazy || random.nextBoolean()) ? shown.passOn(offset, bytes) : null;
        queue.add(new Message(bytes, now, again, false));
        return;
      }
      int draw = eagerly == Integer.MAX_VALUE ? eagerly : random.nextInt(eagerly);
      if (draw == 0) {
        queue.add(new Message(bytes, now, null, false));
        return;
      }
      long region = Region.of(from);
      boolean isReadable =
          region == Region.IN
              ? shape.inShared()
              : region == Region.OUT ? shape.outShared() : region != Region.TEMP && shape.shared();
      Area.Exposure exposure = area(from).expose(offset(from), bytes);
      queue.add(new Message(bytes, now, exposure, !isReadable || draw == 1));
    }

    private boolean receive(int i, int peer, int bytes) {
      // It may say that it is done with the last one when it comes here, or when the next has come.
      if (isQuick) {
        letGo();
      }
      Message message = queues[peer][shape.rank()].poll();
      if (message == null) {
        return false;
      }
      letGo();
      received = i;
      check(
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
      check(k >= 0 && k < Region.STAGES, "stage %d", k);
      check(bytes > 0, "an empty stage");
      stages.remove(k);
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

  private final Random random;
  private final Combine combine;

  /// One of so many messages carries its bytes.
  private int eagerly;

  /// Whether a block is let go of when its rank comes to the next receive, not when that has come.
  private boolean isQuick;

  /// Whether what is passed on is always read where it stands.
  private boolean isLazy;

  final Member[] members;
  private final Deque<Message>[][] queues;

  @SuppressWarnings({"unchecked", "rawtypes"})
  Machine(int size, Random random, Combine combine) {
    this.random = random;
    this.combine = combine;
    this.eagerly = 2 + random.nextInt(8);
    this.isQuick = random.nextBoolean();
    members = new Member[size];
    queues = new Deque[size][size];
    for (Deque[] row : queues) {
      Arrays.setAll(row, i -> new ArrayDeque<Message>());
    }
  }

  /// Lets every message carry its bytes.
  void carryAll() {
    eagerly = 1;
  }

  /// Lets no message carry its bytes where they can be read in place, and holds them for as long as
  /// may be. A rank goes on when something has come or is let go of, whatever else may happen: so
  /// if ranks can wait for each other in any order of things, they do so in every one like this.
  void carryNone() {
    eagerly = Integer.MAX_VALUE;
    isQuick = false;
    isLazy = true;
  }

  @SuppressWarnings("AnnotateFormatMethod")
  static void check(boolean condition, String message, Object... arguments) {
    if (!condition) {
      throw new AssertionError(message.formatted(arguments));
    }
  }

  /// Runs until nobody can go on; ranks call as `calls` says, but those that do not `come` never.
  void run(Calls calls, IntPredicate come) {
    int size = members.length;
    // Some ranks are slower than others.
    int[] pace = new int[size];
    Arrays.setAll(pace, i -> 1 << random.nextInt(4));
    int patience = 1 + random.nextInt(30);
    for (Member member : members) {
      member.called = calls == Calls.FIRST && come.test(member.shape.rank());
    }
    while (true) {
      int rank = random.nextInt(size);
      boolean moved = false;
      for (int i = 0; i < size && !moved; i++) {
        Member member = members[(rank + i) % size];
        for (int n = 0; n < pace[member.shape.rank()] && member.step(); n++) {
          moved = true;
        }
      }
      if (calls == Calls.LAST ? !moved : !moved || random.nextInt(patience) == 0) {
        if (!call(come) && !moved) {
          return;
        }
      }
    }
  }

  private boolean call(IntPredicate come) {
    int first = random.nextInt(members.length);
    for (int i = 0; i < members.length; i++) {
      Member member = members[(first + i) % members.length];
      if (!member.called && come.test(member.shape.rank())) {
        member.called = true;
        return true;
      }
    }
    return false;
  }

  /// Fails unless everybody is through and nothing is left.
  void checkEnd() {
    for (Member member : members) {
      if (!member.complete) {
        throw new AssertionError("deadlock: " + where());
      }
      check(member.isQuiet(), "rank %d has chunks that are read", member.shape.rank());
      for (Deque<Message> queue : queues[member.shape.rank()]) {
        check(queue.isEmpty(), "a message of rank %d is left over", member.shape.rank());
      }
    }
  }

  private String where() {
    StringBuilder text = new StringBuilder();
    for (Member member : members) {
      boolean done = member.at == member.schedule.length();
      text.append(
          "%n rank %d at step %d of %d: %s"
              .formatted(
                  member.shape.rank(),
                  member.at,
                  member.schedule.length(),
                  done
                      ? "end"
                      : "kind "
                          + member.schedule.kind(member.at)
                          + " peer "
                          + member.schedule.peer(member.at)));
    }
    return text.toString();
  }
}
