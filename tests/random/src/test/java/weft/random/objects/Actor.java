// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.WeftException;
import weft.World;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileReduction;
import weft.mobile.Self;
import weft.mobile.Undelivered;
import weft.overlap.WordChannel;
import weft.random.SeedsProgram.Tally;
import weft.random.objects.Plan.Act;
import weft.random.objects.Plan.Fate;
import weft.random.objects.Plan.Gift;
import weft.random.objects.Plan.Node;
import weft.random.objects.Plan.Place;
import weft.random.objects.Plan.Thing;
import weft.random.objects.Plan.Way;

/// Plays the handlers of one rank: checks what arrives, and does what the plan says.
final class Actor implements Requests.Receiver, Cell.Moving {
  private static final int LARGE = 100_000;

  /// The first number of senders that are ranks.
  private static final int RANKS = 4096;

  private static final int STAMP_BITS = 31;
  private static final int NODE_SHIFT = 44;

  private final World world;
  private final MobileObjects objects;
  private final Plan plan;
  final Tally tally;
  final Ledger ledger;

  // Set after the registration.
  Requests cells = unset();
  Requests boxes = unset();
  MobileArray<Cell> grid = unset();
  MobileArray<Cell> fixed = unset();
  MobileReduction gridReal = unset();
  MobileReduction gridWhole = unset();
  MobileReduction fixedReal = unset();
  MobileReduction fixedWhole = unset();

  /// Over the elements of the fixed array with even indexes.
  MobileReduction evenWhole = unset();

  Rsr2 relay = unset();
  Rsr3 nudge = unset();
  Rsr1 insert = unset();
  WordChannel channel = unset();

  /// The words of single objects.
  final long[] words;

  /// The number of the phase, and whether the program runs.
  int phase = -1;

  boolean active;

  /// Messages handled on this rank.
  long handled;

  /// The number of this rank's last message.
  int stamp;

  /// Whether checkpoints encode objects too, and whether objects are being restored.
  boolean saves;

  boolean restoring;

  /// Called at each handler of an object.
  Runnable onHandler = () -> {};

  private @Nullable Cell running;

  /// Objects whose move this rank has asked for.
  private final Set<Integer> askedHere = new HashSet<>();

  /// Calls of this rank whose results have not arrived.
  private final List<Completion> open = new ArrayList<>();

  Actor(World world, MobileObjects objects, Plan plan, Tally tally) {
    this.world = world;
    this.objects = objects;
    this.plan = plan;
    this.tally = tally;
    this.ledger = new Ledger(plan.things.size());
    this.words = new long[plan.things.size()];
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // set before anything arrives
  private static <T> T unset() {
    return (T) null;
  }

  int rank(int slot) {
    return slot % world.size();
  }

  Requests requests(Thing thing) {
    return thing.box ? boxes : cells;
  }

  MobilePointer<Cell> pointer(Thing thing) {
    return pointer(thing, words[thing.id]);
  }

  private MobilePointer<Cell> pointer(Thing thing, long word) {
    return switch (thing.place) {
      case GRID -> grid.at(thing.index);
      case FIXED -> fixed.at(thing.index);
      case FREE -> requests(thing).type.pointer(words[thing.id]);
      case BABY -> requests(thing).type.pointer(word);
    };
  }

  // Sending.

  /// Sends a message for this rank.
  void send(Node node) {
    send(node, null, null, 0);
  }

  private void send(Node node, @Nullable Self<Cell> self, @Nullable Cell cell, long word) {
    if (node.via >= 0) {
      relay.send(rank(node.via), node.id, word);
    } else {
      transmit(node, self, cell, word);
    }
  }

  /// Sends `node` now: `self` is the object that sends, or null if the rank does.
  private void transmit(Node node, @Nullable Self<Cell> self, @Nullable Cell cell, long word) {
    Thing first = plan.thing(node.to[0]);
    Requests requests = requests(first);
    if (node.bytes >= LARGE) {
      tally.reached("payload of 100 KB or more", 1);
    }
    if (node.isBroadcast()) {
      tally.reached("broadcast to an array", 1);
      requests.send(node, first.place == Place.GRID ? grid : fixed, (long) node.id << NODE_SHIFT);
      return;
    }
    // A section is one send after the other. While one waits, this rank's handlers send too.
    boolean ordered = node.way != Way.SECTION || cell != null;
    long tag = ordered ? tag(node, cell) : (long) node.id << NODE_SHIFT;
    if (node.way == Way.SECTION) {
      tally.reached("broadcast to a section", 1);
      long[] indexes = Arrays.stream(node.to).mapToLong(it -> plan.thing(it).index).toArray();
      requests.send(node, fixed.section(indexes), tag);
      return;
    }
    MobilePointer<Cell> to = pointer(first, word);
    requests.send(
        node,
        to,
        tag,
        (by, target, value) -> {
          if (self != null && cell != null) {
            by.callBy(self, target, value, requests(plan.thing(cell.thing)));
          } else {
            Completion completion = world.completion();
            by.callBy(completion, target, value);
            completion.then(() -> finished(node, by, completion));
            open.add(completion);
          }
        });
  }

  long tag(Node node, @Nullable Cell cell) {
    int sender = cell == null ? RANKS + world.rank() : cell.thing;
    int number = cell == null ? ++stamp : ++cell.stamp;
    return (long) node.id << NODE_SHIFT | (long) sender << STAMP_BITS | number;
  }

  /// The result of a call of this rank has arrived.
  private void finished(Node node, Requests requests, Completion completion) {
    open.remove(completion);
    RuntimeException failure = completion.failure();
    if (node.fate == Fate.UNDELIVERED) {
      Violation.unless(
          failure instanceof WeftException
              && String.valueOf(failure.getMessage()).contains("ended"),
          "the call %s of an ended object ended with %s",
          node.id,
          failure);
      tally.reached("call of an ended object", 1);
      ledger.other(node.to[0], 1);
    } else if (node.throwing) {
      threw(node, failure);
    } else {
      answer(requests.call.result(completion));
    }
    tally.reached("call with a completion", 1);
  }

  void threw(Node node, @Nullable RuntimeException failure) {
    Violation.unless(
        failure instanceof WeftException
            && String.valueOf(failure.getMessage()).contains("as planned " + node.id),
        "the call %s ended with %s",
        node.id,
        failure);
    tally.reached("call that throws", 1);
    ledger.other(node.to[0], 1);
  }

  void answer(Requests.Answer answer) {
    Node node = plan.nodes.get((int) answer.key());
    Violation.unless(
        answer.value() == Numbers.answer(node.key), "the result of call %d is wrong", node.id);
    ledger.other(node.to[0], answer.value());
  }

  /// Fails if calls of this rank have no result.
  void checkCalls() {
    Violation.unless(open.isEmpty(), "%d calls have no result: %s", open.size(), open);
  }

  // Handlers of the rank.

  void relayed(long id, long word) {
    rankHandler();
    transmit(plan.nodes.get((int) id), null, null, word);
  }

  void nudged(int thing, int slot) {
    rankHandler();
    Cell current = running;
    if (current == null || current.thing != thing) {
      if (move(thing, slot)) {
        tally.reached("moved by a rank's handler", 1);
      }
    }
  }

  void rankHandler() {
    tally.progress();
    tally.reached("rank's handler inside an object's handler", running == null ? 0 : 1);
  }

  /// Moves an object if it is here.
  boolean move(int thing, int slot) {
    MobilePointer<Cell> pointer = pointer(plan.thing(thing));
    if (!objects.isHere(pointer)) {
      return false;
    }
    askedHere.add(thing);
    objects.migrate(pointer, rank(slot));
    return true;
  }

  /// Looks at an object if it is here.
  void look(int thing) {
    MobilePointer<Cell> pointer = pointer(plan.thing(thing));
    Cell cell = objects.inMemory(pointer);
    tally.reached("looked at an object in memory", cell == null ? 0 : 1);
    if (cell == null) {
      cell = objects.here(pointer);
    }
    if (cell != null) {
      Violation.unless(
          plan.thing(cell.thing).index == plan.thing(thing).index,
          "here(%d) is %d",
          thing,
          cell.thing);
      tally.reached("looked at an object", 1);
    }
  }

  void insert(int id, String who) {
    Thing thing = plan.thing(id);
    grid.insert(thing.index, new Cell(id));
    tally.reached("inserted by " + who, 1);
    tally.reached("index used again", thing.earlier > 0 ? 1 : 0);
  }

  // What arrives at objects.

  private void begin(Self<Cell> self, Cell cell) {
    Violation.unless(running == null, "a handler of an object runs inside that of %s", running);
    Violation.unless(active, "object %d runs when its program does not", cell.thing);
    running = cell;
    handled++;
    tally.progress();
    onHandler.run();
    Violation.unless(self.rank() == world.rank(), "Self.rank() is %d", self.rank());
    Violation.unless(
        cell.pins == 0 || cell.pinnedAt == world.rank(),
        "object %d moved though pinned",
        cell.thing);
    Thing thing = plan.thing(cell.thing);
    if (thing.place == Place.GRID || thing.place == Place.FIXED) {
      Violation.unless(self.index() == thing.index, "index %d at %s", self.index(), thing);
    }
  }

  private void done() {
    running = null;
  }

  /// Checks the sender, and that its messages arrive in order, each once.
  private void order(Self<Cell> self, Cell cell, long tag) {
    int sender = (int) (tag >>> STAMP_BITS) & 2 * RANKS - 1;
    int number = (int) (tag & (1L << STAMP_BITS) - 1);
    if (number == 0) {
      return;
    }
    if (sender >= RANKS) {
      Violation.unless(self.sender() == 0, "a rank sent, but the sender is %x", self.sender());
    } else {
      Thing from = plan.thing(sender);
      Violation.unless(
          from.place == Place.BABY || self.sender() == pointer(from).word(),
          "%s sent, but the sender is %x",
          from,
          self.sender());
    }
    Integer before = cell.last.put(sender, number);
    Violation.unless(
        before == null || before < number,
        "message %d of sender %d (%s) to %s comes after %d: node %d",
        number,
        sender,
        sender < RANKS ? plan.thing(sender) : "a rank",
        plan.thing(cell.thing),
        before,
        tag >>> NODE_SHIFT);
  }

  @Override
  public Node node(long tag) {
    return plan.nodes.get((int) (tag >>> NODE_SHIFT));
  }

  private void count(Cell cell, long value) {
    cell.count++;
    cell.sum += value;
    ledger.handled(cell.thing, value);
  }

  @Override
  public Requests.Answer handle(Self<Cell> self, Cell cell, long tag) {
    Node node = node(tag);
    begin(self, cell);
    order(self, cell, tag);
    Violation.unless(
        Arrays.stream(node.to).anyMatch(it -> it == cell.thing),
        "node %d for %s has reached %s",
        node.id,
        plan.name(node.to),
        plan.thing(cell.thing));
    Violation.unless(
        node.phase == phase, "node %d of phase %d in phase %d", node.id, node.phase, phase);
    Violation.unless(node.fate != Fate.UNDELIVERED, "node %d was handled after the end", node.id);
    count(cell, Numbers.mix(node.key));
    spin(node.spin);
    if (node.give) {
      give(self, cell);
    }
    for (Act act : node.acts) {
      act(self, cell, act);
    }
    for (Node child : node.children) {
      send(child, self, cell, 0);
    }
    done();
    if (node.throwing) {
      throw new IllegalStateException("as planned " + node.id);
    }
    return new Requests.Answer(node.id, Numbers.answer(node.key));
  }

  private static void spin(int micros) {
    long end = System.nanoTime() + 1000L * micros;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void bare(Self<Cell> self, Cell cell) {
    begin(self, cell);
    count(cell, 0);
    done();
  }

  @Override
  public void broadcast(Self<Cell> self, Cell cell, long tag) {
    Node node = node(tag);
    begin(self, cell);
    Violation.unless(node.phase == phase, "a broadcast of phase %d in phase %d", node.phase, phase);
    if (plan.thing(cell.thing).isSteady(phase)) {
      count(cell, Numbers.mix(node.key));
    } else {
      cell.others++;
    }
    if (node.give) {
      give(self, cell);
    }
    done();
  }

  @Override
  public void unpin(Self<Cell> self, Cell cell) {
    begin(self, cell);
    tally.reached("move waits for the last unpin", self.isLeaving() && cell.pins == 1 ? 1 : 0);
    self.unpin();
    cell.pins--;
    done();
  }

  /// One run for each that was asked for, though no two are pending at once.
  @Override
  public void repeat(Self<Cell> self, Cell cell) {
    begin(self, cell);
    Violation.unless(cell.repeats > 0, "object %d repeats, and was not asked to", cell.thing);
    Violation.unless(self.sender() == self.word(), "a repeat has the sender %x", self.sender());
    count(cell, Numbers.mix(cell.thing));
    if (--cell.repeats > 0) {
      requests(plan.thing(cell.thing)).again(self);
    }
    tally.reached("handler that runs once more", 1);
    done();
  }

  @Override
  public void answered(Self<Cell> self, Cell cell, Requests.Answer answer) {
    begin(self, cell);
    answer(answer);
    tally.reached("call by an object", 1);
    done();
  }

  @Override
  public void early(Cell cell, long sentAt) {
    tally.reached("sent before its element was inserted", sentAt < cell.bornAt ? 1 : 0);
  }

  @Override
  public void undelivered(Undelivered.Message message, long tag) {
    tally.progress();
    Violation.unless(tag >= 0, "undelivered: %s", message);
    Node node = node(tag);
    if (node.isBroadcast()) {
      return;
    }
    Violation.unless(node.fate != Fate.HANDLED, "node %d was not delivered", node.id);
    Violation.unless(
        node.phase == phase, "node %d of phase %d in phase %d", node.id, node.phase, phase);
    tally.reached("undelivered", 1);
    tally.reached("ended with messages under way", node.fate == Fate.EITHER ? 1 : 0);
    tally.reached("undelivered and sends", node.children.isEmpty() ? 0 : 1);
    ledger.other(node.to[0], Numbers.mix(node.key));
    node.children.forEach(this::send);
  }

  // What handlers of objects do.

  private void give(Self<Cell> self, Cell cell) {
    int k = cell.gives++;
    Gift gift = plan.gifts.getOrDefault(1000L * cell.thing + k, new Gift());
    gift.before.forEach(it -> insert(it, "an element before it contributes"));
    double real = Numbers.real(cell.thing, k);
    long whole = Numbers.whole(cell.thing, k);
    Thing thing = plan.thing(cell.thing);
    boolean isGrid = thing.place == Place.GRID;
    if (cell.thing % 4 == 0) {
      wrongKind(self, isGrid ? gridWhole : fixedWhole);
    }
    self.contributeLong(isGrid ? gridWhole : fixedWhole, whole);
    if (!isGrid && thing.index % 2 == 0) {
      self.contributeLong(evenWhole, whole);
    }
    self.contribute(isGrid ? gridReal : fixedReal, real);
    gift.after.forEach(it -> insert(it, "an element after it has contributed"));
    gift.then.forEach(it -> send(it, self, cell, 0));
    if (gift.ends) {
      tally.reached("ended after a contribution", 1);
      self.destroy();
    }
  }

  /// A contribution of the wrong kind is refused, and changes nothing.
  private void wrongKind(Self<Cell> self, MobileReduction ofLongs) {
    boolean refused = false;
    try {
      self.contribute(ofLongs, 0.5);
    } catch (IllegalArgumentException e) {
      refused = true;
    }
    Violation.unless(refused, "%s has contributed a double to a reduction of longs", self);
    tally.reached("contribution of the wrong kind", 1);
  }

  private void ask(Self<Cell> self, Cell cell, int slot) {
    cell.asked = true;
    self.migrate(rank(slot));
  }

  private void act(Self<Cell> self, Cell cell, Act act) {
    switch (act.doing()) {
      case MOVE -> ask(self, cell, act.a());
      case MOVE_TWICE -> {
        ask(self, cell, act.a());
        ask(self, cell, act.b());
      }
      case MOVE_NOT -> {
        ask(self, cell, act.a());
        self.migrate(world.rank());
        Violation.unless(!self.isLeaving(), "leaving though the move was taken back");
      }
      case PIN -> {
        self.pin();
        cell.pins++;
        cell.pinnedAt = world.rank();
        requests(plan.thing(cell.thing)).unpin(self.pointer());
        if (act.a() >= 0) {
          ask(self, cell, act.a());
        }
      }
      case MOVE_OTHER -> {
        if (act.a() != cell.thing && move(act.a(), act.b())) {
          tally.reached("moved by a handler of another object", 1);
        }
      }
      case NUDGE -> nudge.send(rank(act.a() + act.b()), act.a(), act.b(), 0);
      case LOOK -> {
        if (act.a() != cell.thing) {
          look(act.a());
        }
      }
      case POLL -> world.poll();
      case GROW -> cell.grow(act.a());
      case BABY -> baby(self, cell, act);
      case INSERT -> insert(act.a(), "a handler of an object");
      case END -> {
        tally.reached("ended", 1);
        self.destroy();
      }
      case AGAIN -> {
        cell.repeats += act.a();
        requests(plan.thing(cell.thing)).again(self);
      }
      case PUSH -> channel.push(rank(act.b()), act.a());
    }
  }

  private void baby(Self<Cell> self, Cell cell, Act act) {
    Thing thing = plan.thing(act.a());
    Requests requests = requests(thing);
    var state = new Cell(thing.id);
    MobilePointer<Cell> baby =
        act.b() < 0 ? requests.type.create(state) : requests.type.createOn(rank(act.b()), state);
    tally.reached("created in a handler", 1);
    tally.reached("created on another rank", act.b() >= 0 && rank(act.b()) != world.rank() ? 1 : 0);
    long word = baby.word();
    act.third().forEach(it -> send(it, self, cell, word));
    act.before().forEach(it -> send(it, self, cell, word));
    requests.end(baby);
    act.after().forEach(it -> send(it, self, cell, word));
  }

  // Objects that move.

  @Override
  public boolean leaves(Cell cell) {
    tally.reached("object of 100 KB or more moved", cell.ballast.length >= LARGE ? 1 : 0);
    boolean here = askedHere.remove(cell.thing); // whatever else holds
    return here || cell.asked || cell.fresh || saves;
  }

  @Override
  public void arrived(Cell cell, boolean asked) {
    if (restoring && cell.pins > 0) {
      cell.pinnedAt = world.rank();
      tally.reached("restored with pins", 1);
    }
    if (!asked && active) {
      Plan.Phase now = plan.phases.get(phase);
      Violation.unless(now.isBalanced(), "%s moved though nobody asked", plan.thing(cell.thing));
      tally.reached("moved by " + (now.isMixed() ? "several policies" : now.mode), 1);
    }
  }
}
