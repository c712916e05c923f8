// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import weft.collective.internal.data.ElementType;
import weft.collective.internal.reduction.Combiner;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Shape;
import weft.memory.span.Levels;
import weft.memory.span.Span;

/// The thing itself: a [Core] under simulation.
final class CorePort implements SimPort {
  /// Operators as the core wants them.
  private static final class Combines extends Combiner {
    private final SimOperator operator;

    Combines(SimOperator operator) {
      super(operator.name(), operator.element(), operator.commutes());
      this.operator = operator;
    }

    @Override
    protected void combineChecked(
        Span to, long at, Span left, long leftAt, Span right, long rightAt, long bytes) {
      byte[] result = bytes(left, leftAt, bytes);
      operator.combine(result, 0, bytes(right, rightAt, bytes), 0, result, 0, (int) bytes);
      to.copyFrom(at, MemorySegment.ofArray(result), 0, bytes);
    }

    private static byte[] bytes(Span span, long at, long bytes) {
      var copy = new byte[(int) bytes];
      span.copyTo(at, MemorySegment.ofArray(copy), 0, bytes);
      return copy;
    }
  }

  /// A call, and how often it was said to be done.
  private static final class Running implements Started {
    final GroupCall call = new GroupCall();
    int told;

    /// Whether it has only kept its place so far.
    boolean kept;

    @Override
    public boolean isDone() {
      if (kept) {
        return false;
      }
      if (told > 1 || call.isDone() != (told == 1)) {
        throw new AssertionError("told " + told + " times, done: " + call.isDone());
      }
      return told == 1;
    }
  }

  private final Core core;
  private final SimWire wire;
  private final int firstSequence;
  private final boolean queues;

  /// Which operations keep their places before they start.
  private final Random random;

  private final List<Runnable> kept = new ArrayList<>();
  private final Map<SimGroup, Context> contexts = new HashMap<>();

  CorePort(SimWire wire, SimSettings settings, List<SimOperation> operations) {
    this.wire = wire;
    // Numbers of operations wrap around.
    this.queues = (settings.seed() & 2) == 0 && settings.outstanding() <= 8;
    this.random = new Random(settings.seed() + wire.rank());
    this.firstSequence = (settings.seed() & 1) == 0 ? 0 : Integer.MAX_VALUE - 6;
    var limits =
        new EngineLimits(
            settings.eager(),
            settings.tokens(),
            settings.window(),
            settings.piece(),
            settings.shared());
    this.core =
        new Core(
            wire,
            limits,
            (shape, algorithm, element) -> {
              SimOperation operation = operations.get(algorithm);
              shape
                  .pipeline(operation.chunk, operation.chunks)
                  .memory(settings.shared(), false, false)
                  .eager(settings.eager());
              return operation.forward;
            },
            (collective, algorithm) -> operations.get(algorithm).algorithm);
  }

  @Override
  public void join(SimGroup group) {
    int[] members = group.members().stream().mapToInt(Integer::intValue).toArray();
    Context context = core.join(group.id(), group.id(), members);
    context.next = firstSequence;
    context.done = firstSequence;
    for (int member = 0; member < members.length; member++) {
      context.progress.get(member).done = firstSequence;
    }
    contexts.put(group, context);
  }

  private Context context(SimGroup group) {
    Context context = contexts.get(group);
    if (context == null) {
      throw new AssertionError("rank " + wire.rank() + " is not in group " + group.id());
    }
    return context;
  }

  @Override
  public boolean mayStart(SimGroup group) {
    // What has no room waits for its turn; in every other run that is tried.
    return queues || context(group).hasRoom();
  }

  @Override
  public Started start(SimOperation operation, Shape shape, SimData in, SimData out) {
    var running = new Running();
    GroupCall call = running.call;
    call.shape.copy(shape);
    set(call.in, in);
    set(call.out, out);
    call.combiner = operation.combines() ? new Combines(operation.operator) : null;
    call.whenDone = () -> running.told++;
    call.signature =
        Signature.of(
            operation.collective,
            operation.number,
            type(operation.element),
            operation.operator.ordinal(),
            operation.hasParts(),
            operation.root);
    call.agreed = Signature.isPairwise(call.signature) ? 0 : operation.bytes;
    Context context = context(operation.group);
    int dice = queues ? random.nextInt(4) : 0;
    if (dice == 1) {
      var nothing = new GroupCall();
      core.calls().reserve(context, nothing);
      kept.add(() -> core.calls().giveUp(context, nothing));
    }
    if (dice >= 2) {
      core.calls().reserve(context, call);
      running.kept = true;
      kept.add(() -> {
        running.kept = false;
        core.calls().startReserved(context, call);
      });
    } else {
      core.calls().start(context, call);
    }
    return running;
  }

  @Override
  public boolean settle() {
    if (kept.isEmpty()) {
      return false;
    }
    kept.remove(random.nextInt(kept.size())).run();
    return true;
  }

  @Override
  public void remind() {
    core.sendCalled();
  }

  private static ElementType type(int element) {
    for (ElementType type : ElementType.values()) {
      if (type.bytes() == element) {
        return type;
      }
    }
    throw new AssertionError("no type has " + element + " bytes");
  }

  private static void set(Span span, SimData data) {
    if (data.owners() == 1) {
      span.setRows(data.memory(), data.offset(), data.rows(), data.rowBytes(), data.stride());
      return;
    }
    Levels byOwners =
        Levels.of(data.rowBytes())
            .times(data.rows() / data.owners(), data.owners() * data.stride())
            .times(data.owners(), data.stride());
    span.setLevels(data.memory(), data.offset(), byOwners);
  }

  @Override
  public void arrive(
      int source, long a, long b, long c, long d, MemorySegment memory, long at, long bytes) {
    core.arrive(source, a, b, c, d, memory, at, bytes);
  }

  @Override
  public String leftOver() {
    var text = new StringBuilder();
    contexts.forEach((group, context) -> {
      for (Slot slot : context.slots) {
        if (slot.active) {
          text.append(describe(group, slot));
        }
      }
      if (!context.isIdle()) {
        text.append("done ").append(context.done).append(", members:");
        for (int rank = 0; rank < context.size(); rank++) {
          Context.Member member = context.progress.get(rank);
          text.append(" done ").append(member.done);
          text.append(member.asked ? " asked" : "");
          text.append(member.wants ? " wants " + member.wanted : "");
          text.append(rank + 1 < context.size() ? "," : "; ");
        }
      }
    });
    if (core.open() != 0) {
      text.append(core.open()).append(" things not given back");
    }
    return text.toString();
  }

  private static String describe(SimGroup group, Slot slot) {
    var text = new StringBuilder("operation " + slot.sequence + " of group " + group.id());
    text.append(slot.entered ? "" : ", not called").append(slot.stalled ? ", stalled" : "");
    Compiled compiled = slot.compiled;
    if (compiled == null) {
      text.append(", without a schedule");
    } else if (slot.step < compiled.schedule.length()) {
      int step = slot.step;
      text.append(", at step ").append(step).append(", of kind ");
      text.append(compiled.schedule.kind(step)).append(" with ");
      text.append(compiled.schedule.peer(step));
    }
    text.append(", ").append(slot.unserved).append(" unserved, ").append(slot.missing);
    text.append(" missing, ").append(slot.chunks).append(" chunks, ").append(slot.arrivals);
    return text.append(" arrivals; ").toString();
  }

  @Override
  public void close() {
    core.close();
  }
}
