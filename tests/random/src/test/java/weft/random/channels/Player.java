// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import weft.GlobalPointer;
import weft.Rsr2;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.overlap.Channel;
import weft.overlap.ChannelCounters;
import weft.overlap.WordChannel;
import weft.random.SeedsProgram;
import weft.random.SeedsProgram.Tally;
import weft.random.channels.Plan.Act;
import weft.random.channels.Plan.Node;
import weft.random.channels.Plan.Op;
import weft.random.channels.Plan.Phase;
import weft.random.channels.Plan.Segment;
import weft.random.channels.Plan.Way;

/// Plays one rank of a program: pushes what the plan says, and checks what arrives.
///
/// The tag of a record holds the number of its node, and its number among the records of this
/// channel from this rank to that one. That number is taken when the push is called.
final class Player implements SeedsProgram.Run {
  private static final int STAMP_BITS = 40;

  private final World world;
  private final Plan plan;
  private final Tally tally;
  private final Group all;
  private final Map<Way, Wire> wires = new EnumMap<>(Way.class);
  private final Rsr2 tell;
  private final LoopPlayer loop;
  private final BitSet seen = new BitSet();

  private long entered;

  /// Whether a handler runs.
  private boolean handling;

  long digest;
  private GlobalPointer cells = GlobalPointer.NULL;

  Player(World world, Plan plan, String prefix, Tally tally) {
    this.world = world;
    this.plan = plan;
    this.tally = tally;
    this.all = Group.world(world);
    for (Way way : Way.values()) {
      Wire.Receiver to = (source, tag, check, payload) -> receive(way, source, tag, check, payload);
      wires.put(way, Wires.of(world, way, prefix + way, to));
    }
    this.tell =
        world.rsr2(
            prefix + "tell",
            (source, way, count) -> {
              long got = wire(Way.values()[(int) way]).got[source];
              Violation.unless(
                  got >= count,
                  "rank %d has flushed %d records of %s, and %d have arrived",
                  source,
                  count,
                  Way.values()[(int) way],
                  got);
            });
    this.loop = new LoopPlayer(world, plan, prefix, tally, this);
  }

  private Wire wire(Way way) {
    Wire wire = wires.get(way);
    if (wire == null) {
      throw new IllegalStateException("no wire for " + way);
    }
    return wire;
  }

  int rank(int slot) {
    return slot % world.size();
  }

  boolean isMine(int slot) {
    return rank(slot) == world.rank();
  }

  // The program.

  @Override
  public long run() {
    cells = world.heap().mallocAll(8L * Plan.SLOTS * Plan.CELLS);
    int last = plan.phases.size() - 1;
    for (int i = 0; i < last; i++) {
      play(plan.phases.get(i));
      end(plan.phases.get(i));
    }
    loop.run(all);
    world.quiesce();
    plan.steps.pushes().values().forEach(this::checkSeen);
    play(plan.phases.get(last));
    close();
    end(plan.phases.get(last));
    checkCells();
    checkCounters();
    world.heap().freeAll(cells);
    return digest;
  }

  private void play(Phase phase) {
    for (Segment segment : phase.segments()) {
      long mine = 0;
      for (int slot = 0; slot < Plan.SLOTS; slot++) {
        if (isMine(slot)) {
          segment.bySlot().get(slot).forEach(this::play);
          mine += segment.values()[slot];
          digest += Plan.mix(Model.total(segment));
        }
      }
      long total = all.allreduce(mine, Operator.SUM);
      Violation.unless(total == Model.total(segment), "the sum of a segment is %d", total);
    }
    world.memory().fence();
  }

  private void play(Op op) {
    tally.progress();
    List<Node> nodes = op.nodes();
    if (nodes.isEmpty()) {
      op.acts().forEach(this::act);
    } else if (nodes.get(0).way == Way.ARRAYS) {
      pushArray(nodes);
    } else {
      nodes.forEach(this::push);
    }
  }

  // Pushing.

  void push(Node node) {
    Wire wire = wire(node.way);
    int target = rank(node.to);
    byte[] payload = Contents.of(node);
    if (node.tries && node.bytes + 64 < world.frameBytes() && tries(wire, node, target, payload)) {
      return;
    }
    long before = wire.byHandlers[target];
    long tag = tag(node, wire.next[target]++);
    count(wire, target);
    wire.push(target, tag, node.key, payload);
    if (!handling) {
      tally.reached(
          Features.IN_A_WAIT,
          node.way != Way.REQUESTS && wire.byHandlers[target] != before ? 1 : 0);
      tally.reached(
          Features.IN_A_LARGE_WAIT,
          node.bytes > world.frameBytes() && wire.byHandlers[target] != before ? 1 : 0);
    }
  }

  private void count(Wire wire, int target) {
    if (handling) {
      wire.byHandlers[target]++;
      tally.reached(Features.PUSH_BY_HANDLER, 1);
    }
  }

  /// Tries until the record is pushed; a handler tries once. Returns whether it was.
  private boolean tries(Wire wire, Node node, int target, byte[] payload) {
    while (!wire.tryPush(target, tag(node, wire.next[target]), node.key, payload)) {
      tally.reached(Features.REFUSED, 1);
      if (handling) {
        return false;
      }
      world.poll();
    }
    wire.next[target]++;
    count(wire, target);
    return true;
  }

  private static long tag(Node node, long stamp) {
    return (long) node.id << STAMP_BITS | stamp;
  }

  private void pushArray(List<Node> nodes) {
    Wire wire = wire(Way.ARRAYS);
    int target = rank(nodes.get(0).to);
    // Handlers never push to this channel, so nothing gets between two words.
    var words = new long[nodes.size() + 3];
    for (int i = 0; i < nodes.size(); i++) {
      words[i + 2] = tag(nodes.get(i), wire.next[target]++);
    }
    if (wire.channel() instanceof WordChannel channel) {
      channel.push(target, words, 2, nodes.size());
      tally.reached(Features.ARRAY, 1);
    }
  }

  // Acts.

  private void act(Act act) {
    switch (act.doing()) {
      case POLL -> world.poll();
      case PAUSE -> LockSupport.parkNanos(act.b());
      case PUT -> {
        var value = new long[] {plan.cells[act.a()][act.b()]};
        long at = 8L * (act.a() * Plan.CELLS + act.b());
        world.memory().put(value, 0, cells.at(rank(act.a())), at, 1);
        tally.reached(Features.PUT, 1);
      }
      default -> {
        Channel channel = wire(act.way()).channel();
        if (channel != null) {
          act(act, channel, handling ? Features.BY_HANDLER : "");
        }
      }
    }
  }

  private void act(Act act, Channel channel, String who) {
    int target = rank(act.a());
    switch (act.doing()) {
      case FLUSH -> {
        channel.flush();
        tally.reached(Features.FLUSH + who, 1);
      }
      case FLUSH_ONE -> channel.flush(target);
      case TRY_FLUSH -> channel.tryFlush(target);
      case RESIZE -> {
        tally.reached(Features.RESIZED + who, 1);
        tally.reached(Features.RESIZED_FULL, channel.isFlushed() ? 0 : 1);
        channel.bufferBytes(Math.clamp(act.b(), 64, world.frameBytes()));
      }
      case BUFFERS -> {
        channel.buffers(act.b());
        tally.reached(Features.BUFFERS + who, 1);
      }
      case WITHIN -> {
        channel.within(Duration.ofNanos(act.b()));
        tally.reached(Features.BOUND, 1);
      }
      case TELL -> {
        // The words of an array that waits are numbered already.
        if (!handling || act.way() != Way.ARRAYS) {
          long pushed = wire(act.way()).next[target];
          if (act.b() % 2 == 0) {
            channel.flush(target);
          } else {
            channel.flush();
          }
          tell.send(target, act.way().ordinal(), pushed);
          tally.reached(Features.TELL + who, 1);
        }
      }
      default -> throw new IllegalArgumentException(act.toString());
    }
  }

  // Arrivals.

  private void receive(Way way, int source, long tag, long check, byte @Nullable [] payload) {
    enter();
    Wire wire = wire(way);
    long stamp = tag & (1L << STAMP_BITS) - 1;
    long expected = wire.got[source]++;
    int id = (int) (tag >>> STAMP_BITS);
    Violation.unless(id < plan.nodes.size(), "there is no node %d", id);
    Node node = plan.nodes.get(id);
    // Requests of handlers may get ahead of one that waits.
    Violation.unless(
        way == Way.REQUESTS || stamp == expected,
        "record %d of %s from rank %d comes where %d is due: %s",
        stamp,
        way,
        source,
        expected,
        node);
    Violation.unless(
        node.way == way && isMine(node.to) && rank(node.from) == source,
        "%s came from rank %d through %s",
        node,
        source,
        way);
    Violation.unless(!seen.get(id), "%s came twice", node);
    seen.set(id);
    Contents.check(node, check, payload);
    digest += Model.handled(node);
    node.acts.forEach(this::act);
    node.children.forEach(this::push);
    leave();
  }

  /// Enters a handler: none may run inside another one.
  void enter() {
    Violation.unless(!handling, "a handler runs inside another one");
    handling = true;
    tally.progress();
    Violation.unless(entered++ % 4 > 0 || isRefusedToWait(), "a handler of a record may wait");
  }

  private boolean isRefusedToWait() {
    try {
      world.pollUntil(() -> true);
    } catch (IllegalStateException e) {
      return true;
    }
    return false;
  }

  void leave() {
    handling = false;
  }

  // Checks.

  private void end(Phase phase) {
    world.quiesce();
    for (Segment segment : phase.segments()) {
      for (List<Op> ops : segment.bySlot()) {
        for (Op op : ops) {
          op.nodes().forEach(this::checkSeen);
        }
      }
    }
  }

  private void checkSeen(Node node) {
    Violation.unless(!isMine(node.to) || seen.get(node.id), "%s did not come", node);
    node.children.forEach(this::checkSeen);
  }

  private void close() {
    for (Way way : Way.values()) {
      Wire wire = wire(way);
      Channel channel = wire.channel();
      if (channel != null) {
        channel.close();
        try {
          wire.push(0, 0, 0, Contents.EMPTY);
          throw new Violation("a push to " + way + " after its close");
        } catch (IllegalStateException expected) {
          tally.reached(Features.CLOSED, 1);
        }
      }
    }
  }

  private void checkCells() {
    for (int slot = 0; slot < Plan.SLOTS; slot++) {
      if (isMine(slot)) {
        var mine = world.heap().segment(cells.at(world.rank()), 8L * Plan.SLOTS * Plan.CELLS);
        for (int i = 0; i < Plan.CELLS; i++) {
          long cell = mine.getAtIndex(ValueLayout.JAVA_LONG, slot * Plan.CELLS + i);
          if (plan.cells[slot][i] != 0) {
            Violation.unless(
                cell == plan.cells[slot][i], "cell %d of slot %d is %d", i, slot, cell);
            digest += cell;
          }
        }
      }
    }
  }

  private void checkCounters() {
    for (Way way : Way.values()) {
      Wire wire = wire(way);
      tally.reached(Features.through(way), sum(wire.got));
      if (wire.channel() != null) {
        checkCounters(way, wire, wire.channel().counters());
      }
    }
    tally.reached(Features.BACKLOG, world.counters().backlogged());
  }

  private void checkCounters(Way way, Wire wire, ChannelCounters counters) {
    Violation.unless(wire.channel() != null && wire.channel().isFlushed(), "%s holds records", way);
    Violation.unless(
        counters.pushed() == sum(wire.next), "%s counts %d pushed", way, counters.pushed());
    Violation.unless(
        counters.delivered() == sum(wire.got), "%s counts %d delivered", way, counters.delivered());
    tally.reached(Features.FULL, counters.full());
    tally.reached(Features.IDLE, counters.idle());
    tally.reached(Features.LATE, counters.late());
    tally.reached(Features.ALONE, counters.alone());
    tally.reached(Features.WAITED, counters.waited());
  }

  static long sum(long[] numbers) {
    return Arrays.stream(numbers).sum();
  }
}
