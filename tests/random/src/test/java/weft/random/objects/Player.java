// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import weft.Counters;
import weft.GlobalPointer;
import weft.Rsr2;
import weft.WeftException;
import weft.World;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.Balanced;
import weft.mobile.MobileCounters;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.balance.Balance;
import weft.mobile.balance.BalancePolicy;
import weft.outofcore.Residence;
import weft.outofcore.ResidenceCounters;
import weft.overlap.Channel;
import weft.random.SeedsProgram;
import weft.random.SeedsProgram.Tally;
import weft.random.objects.Ledger.Column;
import weft.random.objects.Plan.Mode;
import weft.random.objects.Plan.Node;
import weft.random.objects.Plan.Phase;
import weft.random.objects.Plan.Place;
import weft.random.objects.Plan.Step;
import weft.random.objects.Plan.Thing;
import weft.random.objects.Plan.Together;

/// Plays the bodies of a plan on one rank, and compares all that it sees with the model.
final class Player implements SeedsProgram.Run {
  /// What each object counts for the limit of `--objects`.
  static final int BYTES = 1000;

  private final World world;
  private final Group group;
  private final MobileObjects objects;
  private final Residence residence;
  private final Plan plan;
  private final Model model;
  private final Tally tally;
  private final Actor actor;
  private final Rsr2 announce;

  private final List<Double> gridReals = new ArrayList<>();
  private final List<Long> gridWholes = new ArrayList<>();
  private final List<Double> fixedReals = new ArrayList<>();
  private final List<Long> fixedWholes = new ArrayList<>();
  private final List<Long> evenWholes = new ArrayList<>();
  private final Map<Integer, Node> results = new HashMap<>();

  private final long[] pushed = new long[2];
  private GlobalPointer puts = new GlobalPointer(0, 0);

  /// The checkpoints of this run; null if there are none.
  private final @Nullable PlayerStates states;

  /// Where the run is: the phase, and the number of steps of its scripts that were made.
  private int at;

  private int step;

  /// Whether this run began in the middle of the phase, without what was put before.
  private boolean restarted;

  Player(World world, Plan plan, String prefix, Tally tally) {
    this(world, plan, prefix, tally, false);
  }

  /// @param saves whether the run saves checkpoints
  Player(World world, Plan plan, String prefix, Tally tally, boolean saves) {
    this.world = world;
    this.plan = plan;
    this.tally = tally;
    this.model = new Model(plan);
    this.group = Group.world(world);
    this.objects = MobileObjects.of(world);
    this.actor = new Actor(world, objects, plan, tally);
    actor.cells = new Requests(objects.type(prefix + "cell", Cell.plain(actor)), actor);
    actor.boxes = new Requests(objects.type(prefix + "box", Cell.ofRecord(actor)), actor);
    int first = plan.gridSize;
    actor.grid = actor.cells.type.array(prefix + "grid", plan.gridSize, it -> new Cell((int) it));
    actor.fixed =
        actor.boxes.type.array(prefix + "fixed", plan.fixedSize, it -> new Cell(first + (int) it));
    actor.gridReal =
        actor.grid.reduction(
            prefix + "grid real", Double::sum, (round, it) -> result(gridReals, round, it));
    actor.gridWhole =
        actor.grid.longReduction(
            prefix + "grid whole", Numbers::fold, (round, it) -> result(gridWholes, round, it));
    actor.fixedReal =
        actor.fixed.reduction(
            prefix + "fixed real", Double::sum, (round, it) -> result(fixedReals, round, it));
    actor.fixedWhole =
        actor.fixed.longReduction(prefix + "fixed whole", Numbers::fold, this::fixedWhole);
    long[] even = LongStream.range(0, plan.fixedSize).filter(it -> it % 2 == 0).toArray();
    actor.evenWhole =
        actor
            .fixed
            .section(even)
            .longReduction(
                prefix + "even whole", Numbers::fold, (round, it) -> result(evenWholes, round, it));
    this.announce = register(prefix);
    plan.phases.forEach(it -> results.putAll(it.results));
    this.states = saves ? new PlayerStates(world, actor, tally) : null;
    this.residence = Residence.of(objects);
    actor.saves = saves || residence.limit() > 0;
    // A limit of memory means a number of objects, whatever their payloads are.
    actor.cells.type.bytes(it -> BYTES);
    actor.boxes.type.bytes(it -> BYTES);
  }

  /// Registers what ranks send to ranks.
  private Rsr2 register(String prefix) {
    Rsr2 announce =
        world.rsr2(prefix + "announce", (source, thing, word) -> actor.words[(int) thing] = word);
    actor.relay = world.rsr2(prefix + "relay", (source, node, word) -> actor.relayed(node, word));
    actor.nudge =
        world.rsr3(
            prefix + "nudge", (source, thing, slot, c) -> actor.nudged((int) thing, (int) slot));
    actor.insert =
        world.rsr1(
            prefix + "insert",
            (source, thing) -> {
              actor.rankHandler();
              actor.insert((int) thing, "a rank's handler");
            });
    actor.channel =
        Channel.words(
            world,
            prefix + "words",
            (source, word) -> {
              actor.rankHandler();
              pushed[0]++;
              pushed[1] += Numbers.mix(word);
            });
    return announce;
  }

  /// Calls `action` at each handler of an object.
  void onHandler(Runnable action) {
    actor.onHandler = action;
  }

  private <T> void result(List<T> list, long round, T value) {
    Violation.unless(round == list.size(), "round %d after %d", round, list.size());
    list.add(value);
    tally.progress();
  }

  private void fixedWhole(long round, long value) {
    result(fixedWholes, round, value);
    Node node = results.get((int) round);
    if (node != null) {
      tally.reached("result that sends", 1);
      actor.send(node);
    }
  }

  @Override
  public long run() {
    MobileCounters before = objects.counters();
    Counters rankBefore = world.counters();
    long others = sum(objects.count()) - plan.gridSize - plan.fixedSize;
    puts = world.heap().mallocAll(8L * Math.max(1, plan.putTo.size()));
    if (states != null) {
      restore(states);
      others = 0;
    }
    actor.active = true;
    while (at < plan.phases.size()) {
      Phase phase = plan.phases.get(at);
      play(phase);
      check(phase, others);
      at++;
      step = 0;
      restarted = false;
      save("between phases");
    }
    actor.active = false;
    world.heap().freeAll(puts);
    MobileCounters after = objects.counters();
    Counters rankAfter = world.counters();
    tally.reached("forwarded", after.forwarded() - before.forwarded());
    for (int hops = 1; hops < after.byHops().length; hops++) {
      tally.reached("accepted after 2 hops or more", after.byHops()[hops] - before.byHops()[hops]);
    }
    tally.reached("sent in fragments", rankAfter.fragmented() - rankBefore.fragmented());
    tally.reached(
        "waited for room in a full ring", rankAfter.backlogged() - rankBefore.backlogged());
    ResidenceCounters kept = residence.counters();
    tally.reached("object left memory", kept.left());
    tally.reached("object came back to memory", kept.entered());
    tally.reached("mail on disk", kept.mailStored());
    tally.reached("looked at an object on disk", kept.waited());
    tally.reached("messages handled", after.handled() - before.handled());
    Ledger sums = actor.ledger.sums(group);
    return world.rank() == 0 ? digest(sums) : 0;
  }

  private long digest(Ledger sums) {
    long digest =
        Model.results(gridReals, gridWholes)
            + Model.results(fixedReals, fixedWholes)
            + Model.results(fixedReals, evenWholes);
    for (int i = 0; i < plan.things.size(); i++) {
      digest += Model.part(i, sums.get(Column.COUNT, i), sums.get(Column.SUM, i));
    }
    return digest;
  }

  private long sum(long value) {
    return group.allreduce(value, Operator.SUM);
  }

  private boolean isMine(int slot) {
    return actor.rank(slot) == world.rank();
  }

  private void play(Phase phase) {
    actor.phase = phase.number;
    group.barrier();
    if (step == 0) {
      begin(phase);
    }
    Policies.set(objects, phase.mode, plan.seed);
    while (step < phase.steps()) {
      for (int slot = 0; slot < Plan.SLOTS; slot++) {
        List<Step> script = phase.scripts.get(slot);
        if (isMine(slot) && step < script.size()) {
          step(script.get(step));
        }
      }
      Together meeting = phase.meetings.get(step);
      step++;
      if (meeting != null) {
        meet(meeting, phase, step - 1);
      }
    }
    world.memory().fence();
    if (states == null) {
      world.quiesce();
    } else {
      states.quiesce(this::state);
    }
    Policies.set(objects, Mode.NONE, 0);
    world.quiesce();
    long handled = actor.handled;
    group.barrier();
    world.poll();
    Violation.unless(actor.handled == handled, "handlers have run after the quiescence");
  }

  private void begin(Phase phase) {
    for (int id : phase.creates) {
      Thing thing = plan.thing(id);
      if (isMine(thing.slot)) {
        create(thing);
      }
    }
    if (phase.gather >= 0) {
      for (Thing thing : plan.things) {
        if (isHere(thing)) {
          actor.move(thing.id, phase.gather);
        }
      }
    }
    world.quiesce(); // now all ranks know the words
  }

  // Checkpoints.

  private PlayerStates.State state() {
    return new PlayerStates.State(
        new int[] {at, step, actor.stamp},
        actor.ledger.numbers(),
        actor.words.clone(),
        pushed.clone(),
        gridReals.stream().mapToDouble(it -> it).toArray(),
        longs(gridWholes),
        fixedReals.stream().mapToDouble(it -> it).toArray(),
        longs(fixedWholes),
        longs(evenWholes));
  }

  private static long[] longs(List<Long> list) {
    return list.stream().mapToLong(it -> it).toArray();
  }

  private void save(String where) {
    if (states != null) {
      states.save(this::state, where);
    }
  }

  private void restore(PlayerStates states) {
    PlayerStates.State sum = states.restored();
    if (sum == null) {
      return;
    }
    at = sum.place()[0];
    step = sum.place()[1];
    actor.stamp = sum.place()[2];
    restarted = step > 0;
    System.arraycopy(sum.words(), 0, actor.words, 0, actor.words.length);
    if (world.rank() == 0) {
      actor.ledger.add(sum.ledger());
      pushed[0] = sum.pushed()[0];
      pushed[1] = sum.pushed()[1];
      Arrays.stream(sum.gridReals()).forEach(gridReals::add);
      Arrays.stream(sum.gridWholes()).forEach(gridWholes::add);
      Arrays.stream(sum.fixedReals()).forEach(fixedReals::add);
      Arrays.stream(sum.fixedWholes()).forEach(fixedWholes::add);
      Arrays.stream(sum.evenWholes()).forEach(evenWholes::add);
    }
  }

  private void create(Thing thing) {
    var state = new Cell(thing.id);
    boolean elsewhere = thing.other >= 0;
    var type = actor.requests(thing).type;
    MobilePointer<Cell> made =
        elsewhere ? type.createOn(actor.rank(thing.other), state) : type.create(state);
    for (int rank = 0; rank < world.size(); rank++) {
      announce.send(rank, thing.id, made.word());
    }
  }

  private boolean isHere(Thing thing) {
    boolean named =
        thing.place != Place.BABY && (thing.place != Place.FREE || actor.words[thing.id] != 0);
    return named && thing.isAlive(actor.phase) && objects.isHere(actor.pointer(thing));
  }

  private void step(Step step) {
    switch (step.task()) {
      case SEND -> actor.send(Objects.requireNonNull(step.node()));
      case CALL -> call(Objects.requireNonNull(step.node()));
      case MOVE -> tally.reached("moved by a body", actor.move(step.a(), step.b()) ? 1 : 0);
      case NUDGE -> actor.nudge.send(actor.rank(step.a() + step.b()), step.a(), step.b(), 0);
      case LOOK -> actor.look(step.a());
      case STEP -> tally.reached("step by the body", objects.step());
      case POLL -> world.poll();
      case WAIT -> {
        long enough = actor.handled + 3;
        long end = System.nanoTime() + 500_000;
        world.pollUntil(() -> actor.handled >= enough || System.nanoTime() > end);
      }
      case PAUSE -> LockSupport.parkNanos(100_000);
      case INSERT -> actor.insert(step.a(), "a body");
      case INSERT_BY_RANK -> actor.insert.send(actor.rank(step.b()), step.a());
      case REMOVE -> {
        actor.grid.remove(plan.thing(step.a()).index);
        tally.reached("removed", 1);
      }
      case PUT -> {
        long value = Numbers.mix(step.a());
        world.memory().putLong(puts.at(actor.rank(step.b())), 8L * step.a(), value);
        tally.reached("one-sided put", 1);
      }
      case PUSH -> {
        actor.channel.push(actor.rank(step.b()), step.a());
        tally.reached("record of a channel", 1);
      }
    }
  }

  private void call(Node node) {
    Thing thing = plan.thing(node.to[0]);
    Requests requests = actor.requests(thing);
    try {
      actor.answer(requests.callSync(actor.pointer(thing), node, actor.tag(node, null)));
      Violation.unless(!node.throwing, "the call %d did not throw", node.id);
    } catch (WeftException e) {
      if (!node.throwing) {
        throw e;
      }
      actor.threw(node, e);
    }
    tally.reached("call that a body waits for", 1);
  }

  private void meet(Together meeting, Phase phase, int at) {
    long key = Numbers.mix(plan.seed + 100L * phase.number + at);
    switch (meeting) {
      case BALANCE_GREEDY -> balance(Balance.greedyRefine(1.05), "greedyRefine");
      case BALANCE_ROTATE -> balance(Balance.rotate(), "rotate");
      case BALANCE_RANDOM -> balance(Balance.random(key), "random");
      case BALANCE_OWN -> balance(Policies::moveMost, "a policy of its own");
      case COMPACT -> {
        objects.compact();
        tally.reached("compact in the middle", 1);
        save("in the middle of a phase");
      }
      case ALLREDUCE -> {
        int size = world.size();
        Violation.unless(sum(world.rank() + 1) == size * (size + 1L) / 2, "allreduce is wrong");
        String text = group.broadcast(Math.floorMod(key, size), "k" + key, Codecs.of(String.class));
        Violation.unless(text.equals("k" + key), "broadcast is wrong");
        tally.reached("collective operation in the middle", 1);
      }
      case BARRIER -> group.barrier();
      case SWITCH -> {
        Mode[] all = Mode.values();
        Policies.set(objects, all[1 + Math.floorMod((int) key, all.length - 1)], key);
        tally.reached("policy changed in the middle", 1);
      }
    }
  }

  private void balance(BalancePolicy policy, String name) {
    Balanced done = objects.balance(policy);
    long[] numbers = {done.moves(), -done.moves(), done.objects(), -done.objects()};
    group.allreduce(numbers, Operator.MAX);
    Violation.unless(
        numbers[0] == -numbers[1] && numbers[2] == -numbers[3], "ranks differ in %s", done);
    tally.reached("moves of balance by " + name, world.rank() == 0 ? done.moves() : 0);
  }

  // The comparison with the model.

  private void check(Phase phase, long others) {
    actor.checkCalls();
    int alive = 0;
    for (Thing thing : plan.things) {
      boolean exists = thing.isAlive(phase.number) && thing.ends > phase.number;
      alive += exists ? 1 : 0;
      actor.ledger.set(Column.HERE, thing.id, exists && isHere(thing) ? 1 : 0);
      if (thing.ends == phase.number && thing.place == Place.FREE) {
        Violation.unless(!objects.isHere(actor.pointer(thing)), "%s has not ended", thing);
      }
    }
    Ledger sums = actor.ledger.sums(group);
    long[] counts = model.counts.get(phase.number);
    long[] expected = model.sums.get(phase.number);
    for (Thing thing : plan.things) {
      int id = thing.id;
      Violation.unless(
          sums.get(Column.COUNT, id) == counts[id] && sums.get(Column.SUM, id) == expected[id],
          "after phase %d %s has seen %d messages (sum %x) instead of %d (sum %x)",
          phase.number,
          thing,
          sums.get(Column.COUNT, id),
          sums.get(Column.SUM, id),
          counts[id],
          expected[id]);
      boolean exists = thing.isAlive(phase.number) && thing.ends > phase.number;
      Violation.unless(
          sums.get(Column.HERE, id) == (exists ? 1 : 0),
          "after phase %d %s is on %d ranks",
          phase.number,
          thing,
          sums.get(Column.HERE, id));
      if (actor.ledger.get(Column.HERE, id) == 1) {
        check(thing, sums);
      }
    }
    Violation.unless(sum(objects.count()) - others == alive, "objects: not %d", alive);
    MobileCounters counters = objects.counters();
    Violation.unless(
        sum(counters.left() + counters.created() - counters.came()) == 0,
        "objects that left and came differ by %d on this rank",
        counters.left() + counters.created() - counters.came());
    checkRooms(phase);
    if (world.rank() == 0) {
      checkRounds(
          "grid",
          phase,
          model.gridRounds,
          model.gridReals,
          gridReals,
          model.gridWholes,
          gridWholes);
      checkRounds(
          "fixed",
          phase,
          model.fixedRounds,
          model.fixedReals,
          fixedReals,
          model.fixedWholes,
          fixedWholes);
      checkRounds(
          "a section of fixed",
          phase,
          model.fixedRounds,
          model.fixedReals,
          fixedReals,
          model.evenWholes,
          evenWholes);
    }
    group.barrier();
  }

  private void check(Thing thing, Ledger sums) {
    Cell cell = Objects.requireNonNull(objects.here(actor.pointer(thing)));
    Violation.unless(cell.thing == thing.id, "%s is %d", thing, cell.thing);
    Violation.unless(cell.pins == 0, "%s has %d pins", thing, cell.pins);
    Violation.unless(
        cell.count == sums.get(Column.HANDLED, thing.id)
            && cell.sum == sums.get(Column.HANDLED_SUM, thing.id),
        "%s remembers %d messages instead of %d",
        thing,
        cell.count,
        sums.get(Column.HANDLED, thing.id));
  }

  private void checkRooms(Phase phase) {
    long[] all = pushed.clone();
    group.allreduce(all, Operator.SUM);
    long[] expected = model.pushed.get(phase.number);
    Violation.unless(
        all[0] == expected[0] && all[1] == expected[1],
        "the channel has delivered %d records instead of %d",
        all[0],
        expected[0]);
    MemorySegment mine = world.heap().segment(puts, 8L * Math.max(1, plan.putTo.size()));
    for (List<Step> script : phase.scripts) {
      for (Step step : script) {
        if (step.task() == Plan.Task.PUT && isMine(step.b()) && !restarted) {
          Violation.unless(
              mine.getAtIndex(ValueLayout.JAVA_LONG, step.a()) == Numbers.mix(step.a()),
              "put %d has not arrived",
              step.a());
        }
      }
    }
  }

  private void checkRounds(
      String name,
      Phase phase,
      List<Integer> rounds,
      List<Double> reals,
      List<Double> ownReals,
      List<Long> wholes,
      List<Long> ownWholes) {
    int until = rounds.get(phase.number);
    Violation.unless(
        ownReals.equals(reals.subList(0, until)) && ownWholes.equals(wholes.subList(0, until)),
        "after phase %d the results of %s are %s %s instead of %s %s",
        phase.number,
        name,
        ownReals,
        ownWholes,
        reals.subList(0, until),
        wholes.subList(0, until));
    tally.reached("round of reductions", until);
  }
}
