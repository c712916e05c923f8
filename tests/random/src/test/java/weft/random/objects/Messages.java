// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import weft.random.objects.Plan.Act;
import weft.random.objects.Plan.Doing;
import weft.random.objects.Plan.Fate;
import weft.random.objects.Plan.Mode;
import weft.random.objects.Plan.Node;
import weft.random.objects.Plan.Phase;
import weft.random.objects.Plan.Place;
import weft.random.objects.Plan.Step;
import weft.random.objects.Plan.Task;
import weft.random.objects.Plan.Thing;
import weft.random.objects.Plan.Way;

/// Plans the messages of one phase: who sends each, how, and what its handler does.
final class Messages {
  /// The sender of a message, as far as it limits how the message can be sent.
  private enum From {
    RANK,
    OBJECT,
    /// An object that may end, so that the message is sent by a rank if it has ended.
    EITHER
  }

  private static final int DEEPEST = 6;
  private static final int MOST_BYTES = 300_000;

  private final Plan plan;
  private final Phase phase;
  private final SplittableRandom random;

  /// Messages whose handlers may send more, with their depths.
  private final List<Node> parents = new ArrayList<>();

  private final List<Integer> depths = new ArrayList<>();

  /// Large payloads that the phase may still have.
  private int large;

  Messages(Plan plan, Phase phase, SplittableRandom random) {
    this.plan = plan;
    this.phase = phase;
    this.random = random;
    this.large = random.nextInt(4) == 0 ? 8 : 1 + random.nextInt(2);
  }

  private int slot() {
    return random.nextInt(Plan.SLOTS);
  }

  private Node node(int... to) {
    var node = new Node(plan.nodes.size(), phase.number, random.nextLong(), to);
    plan.nodes.add(node);
    if (phase.mode != Mode.NONE && random.nextInt(3) > 0) {
      node.spin = 10 + random.nextInt(50);
    }
    return node;
  }

  private List<Step> script(int slot) {
    return phase.scripts.get(slot);
  }

  // Messages that must be sent.

  /// Messages from one slot before and after the end of `thing`, which it sends too.
  void end(Thing thing) {
    int slot = slot();
    int before = random.nextInt(3);
    for (int i = 0; i < 6; i++) {
      Node node = node(thing.id);
      if (i == before) {
        node.acts.add(new Act(Doing.END, 0, 0));
        node.way = Way.WORDS2;
      } else {
        node.fate = i < before ? Fate.HANDLED : Fate.UNDELIVERED;
        choose(node, From.EITHER);
      }
      script(slot).add(new Step(Task.SEND, node, 0, 0));
    }
  }

  /// As many contributions of an element, each after a message from anyone.
  void gives(Thing thing, int contributions) {
    for (int i = 0; i < contributions; i++) {
      Node node = node(thing.id);
      node.give = true;
      attach(node);
    }
  }

  /// Contributions that one slot asks for, before it removes the element.
  void givesThenRemove(Thing thing, int contributions) {
    int slot = slot();
    for (int i = 0; i < contributions; i++) {
      Node node = node(thing.id);
      node.give = true;
      choose(node, From.RANK);
      script(slot).add(new Step(Task.SEND, node, 0, 0));
    }
    script(slot).add(Planner.step(Task.REMOVE, thing.id, 0));
    Node late = node(thing.id);
    late.fate = Fate.UNDELIVERED;
    choose(late, From.RANK);
    script(slot).add(new Step(Task.SEND, late, 0, 0));
  }

  /// A contribution for which the inserter of `child` asks right after the insertion.
  Node givenByInserter(Thing child, Thing parent) {
    Node node = node(child.id);
    node.give = true;
    choose(node, parent.isSteady(phase.number) ? From.OBJECT : From.EITHER);
    parents.add(node);
    depths.add(1);
    return node;
  }

  /// The contributions of the array that does not change: by broadcasts, sections or one by one.
  void givesOfFixed() {
    List<Thing> fixed = plan.things.stream().filter(it -> it.place == Place.FIXED).toList();
    for (int round = 0; round < phase.fixedRounds; round++) {
      if (random.nextInt(3) == 0) {
        attach(broadcast(fixed.get(0), true));
        continue;
      }
      for (int at = 0; at < fixed.size(); ) {
        int count = Math.min(1 + random.nextInt(4), fixed.size() - at);
        int[] to = fixed.subList(at, at + count).stream().mapToInt(it -> it.id).toArray();
        Node node = node(to);
        node.give = true;
        attach(node);
        at += count;
      }
    }
    for (int round = 0; round < phase.fixedRounds; round++) {
      if (random.nextBoolean()) {
        Thing thing = target();
        Node node = node(thing.id);
        node.fate = fateOf(thing);
        choose(node, From.RANK);
        phase.results.put(firstFixedRound() + round, node);
      }
    }
  }

  private int firstFixedRound() {
    return plan.phases.stream()
        .filter(it -> it.number < phase.number)
        .mapToInt(it -> it.fixedRounds)
        .sum();
  }

  private Node broadcast(Thing first, boolean give) {
    Node node = node(first.id);
    node.way = random.nextBoolean() ? Way.ALL_WORDS : Way.ALL_BYTES;
    node.bytes = node.way == Way.ALL_BYTES ? size() : 0;
    node.give = give;
    node.spin = 0;
    return node;
  }

  /// The insertion of an element while no round is open, and the first messages to it.
  void insertion(Thing thing) {
    int who = random.nextInt(3);
    Node first = node(thing.id);
    Node performer = who == 2 ? performer() : null;
    if (performer != null) {
      performer.acts.add(new Act(Doing.INSERT, thing.id, 0));
      choose(first, From.OBJECT);
      performer.children.add(first);
    } else {
      Task task = who == 0 ? Task.INSERT : Task.INSERT_BY_RANK;
      script(thing.slot).add(new Step(task, null, thing.id, slot()));
      if (task == Task.INSERT) {
        choose(first, From.RANK);
        script(thing.slot).add(new Step(Task.SEND, first, 0, 0));
      } else {
        first.fate = fateOf(thing);
        attach(first);
      }
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      Node other = node(thing.id);
      other.fate = fateOf(thing);
      attach(other);
    }
  }

  /// A message to a baby.
  Node leaf(Thing baby, Fate fate, int via) {
    Node node = node(baby.id);
    node.fate = fate;
    node.via = via;
    choose(node, From.EITHER);
    return node;
  }

  /// What becomes of a message that anyone sends to `thing` in this phase.
  private Fate fateOf(Thing thing) {
    if (thing.ends == phase.number || thing.born == phase.number && thing.earlier > 0) {
      return Fate.EITHER;
    }
    return thing.isAlive(phase.number) ? Fate.HANDLED : Fate.UNDELIVERED;
  }

  // Random messages.

  /// A random object, rather one of a few: they then get many messages.
  private Thing target() {
    while (true) {
      int of = plan.things.size();
      Thing it =
          plan.things.get(
              random.nextBoolean() ? random.nextInt(of) : random.nextInt(Math.min(of, 6)));
      boolean dead = it.place == Place.FREE && it.ends < phase.number && random.nextInt(8) == 0;
      if (it.place != Place.BABY && (it.isAlive(phase.number) || dead)) {
        return it;
      }
    }
  }

  /// The random messages of the phase.
  void fill() {
    int count = (phase.mode == Mode.NONE ? 40 : 90) + random.nextInt(60);
    for (int i = 0; i < count; i++) {
      int dice = random.nextInt(40);
      Thing thing = target();
      if (dice == 0 && (thing.place == Place.GRID || thing.place == Place.FIXED)) {
        attach(broadcast(thing, false));
      } else if (dice < 4 && thing.place == Place.FIXED) {
        int size = plan.fixedSize;
        int first = thing.id - thing.index;
        int[] to =
            random
                .ints(0, size)
                .map(it -> first + it)
                .distinct()
                .limit(Math.min(3, size))
                .toArray();
        attach(node(to));
      } else {
        Node node = node(thing.id);
        node.fate = fateOf(thing);
        attach(node);
      }
    }
  }

  /// Decides who sends `node`, and what its handler does.
  private void attach(Node node) {
    int depth = 0;
    From from = From.RANK;
    if (parents.isEmpty() || random.nextInt(10) < 4) {
      List<Step> script = script(phase.gather >= 0 && random.nextBoolean() ? phase.gather : slot());
      script.add(random.nextInt(script.size() + 1), new Step(Task.SEND, node, 0, 0));
    } else {
      int of = random.nextInt(parents.size());
      Node parent = parents.get(of);
      depth = depths.get(of) + 1;
      from = context(parent);
      parent.children.add(node);
    }
    if (random.nextInt(6) == 0) {
      node.via = slot();
      from = From.RANK;
    }
    if (!node.isBroadcast()) {
      choose(node, from);
      act(node);
    }
    if (depth < DEEPEST && node.isNumbered() && node.to.length == 1 && !node.isBroadcast()) {
      parents.add(node);
      depths.add(depth);
    }
  }

  /// Who sends the children of `parent`.
  private From context(Node parent) {
    if (parent.fate == Fate.HANDLED) {
      return plan.thing(parent.to[0]).isSteady(phase.number) ? From.OBJECT : From.EITHER;
    }
    return parent.fate == Fate.EITHER ? From.EITHER : From.RANK;
  }

  /// Chooses how `node` is sent.
  private void choose(Node node, From from) {
    if (node.to.length > 1) {
      node.way = Way.SECTION;
      return;
    }
    int dice = random.nextInt(20);
    boolean bare = dice < 2 && !node.give && node.acts.isEmpty() && node.fate == Fate.HANDLED;
    boolean mayCall =
        from != From.EITHER && node.fate == Fate.HANDLED
            || from == From.RANK && node.fate == Fate.UNDELIVERED;
    node.way =
        bare
            ? (dice == 0 ? Way.WORDS0 : Way.EMPTY)
            : dice < 6
                ? Way.values()[1 + random.nextInt(3)]
                : dice < 13
                    ? Way.values()[5 + random.nextInt(4)]
                    : dice < 16 || !mayCall ? Way.VALUE : Way.CALL;
    node.bytes = node.way.ordinal() >= Way.BYTES.ordinal() ? size() : 0;
    node.spin = node.isNumbered() ? node.spin : 0;
    boolean isCallOfARank = node.way == Way.CALL && from == From.RANK;
    if (isCallOfARank && node.fate == Fate.HANDLED && random.nextInt(6) == 0 && !node.give) {
      node.throwing = true;
    }
  }

  private int size() {
    int dice = random.nextInt(20);
    if (dice == 0 && large > 0) {
      large--;
      return 20_000 + random.nextInt(MOST_BYTES - 20_000);
    }
    // Around the frames of tiny rings, and those of the usual ones.
    return dice < 8
        ? random.nextInt(64)
        : dice < 14
            ? 400 + random.nextInt(200)
            : dice < 19 ? random.nextInt(3000) : random.nextInt(20_000);
  }

  private void act(Node node) {
    if (!node.isNumbered() || node.fate == Fate.UNDELIVERED || node.throwing) {
      return;
    }
    boolean ending = node.fate == Fate.EITHER;
    for (int i = random.nextInt(10) < 5 ? 1 + random.nextInt(2) : 0; i > 0; i--) {
      Thing other = target();
      int dice = random.nextInt(14);
      switch (dice) {
        case 0, 1, 2 -> add(node, Doing.MOVE, slot(), 0);
        case 3 -> add(node, Doing.MOVE_TWICE, slot(), slot());
        case 4 -> add(node, Doing.MOVE_NOT, slot(), 0);
        case 5, 6 -> {
          if (!ending && plan.thing(node.to[0]).isSteady(phase.number) && node.to.length == 1) {
            add(node, Doing.PIN, random.nextBoolean() ? slot() : -1, 0);
          }
        }
        case 7 -> add(node, Doing.MOVE_OTHER, other.id, slot());
        case 8 -> add(node, Doing.NUDGE, other.id, slot());
        case 9 -> add(node, Doing.LOOK, other.id, 0);
        case 10 -> add(node, Doing.POLL, 0, 0);
        case 11 -> {
          if (node.to.length == 1) {
            boolean much = large > 0 && random.nextInt(4) == 0;
            large -= much ? 1 : 0;
            add(node, Doing.GROW, random.nextInt(much ? MOST_BYTES : 300), 0);
          }
        }
        case 12 -> {
          if (!ending && plan.thing(node.to[0]).isSteady(phase.number)) {
            add(node, Doing.AGAIN, 1 + random.nextInt(4), 0);
          }
        }
        default -> {
          if (!ending && node.to.length == 1) {
            add(node, Doing.PUSH, random.nextInt(1 << 20), slot());
          }
        }
      }
    }
  }

  private static void add(Node node, Doing doing, int a, int b) {
    node.acts.add(new Act(doing, a, b));
  }

  /// A message whose handler surely runs, for an act that must happen once; null if there is none.
  @Nullable Node performer() {
    for (int i = 0; i < 50 && !parents.isEmpty(); i++) {
      Node node = parents.get(random.nextInt(parents.size()));
      if (node.fate == Fate.HANDLED && !node.throwing && context(node) == From.OBJECT) {
        return node;
      }
    }
    return null;
  }

  /// The other tasks of the bodies.
  void tasks() {
    Task[] all = Task.values();
    for (int slot = 0; slot < Plan.SLOTS; slot++) {
      for (int i = 3 + random.nextInt(6); i > 0; i--) {
        Task task = all[random.nextInt(all.length)];
        Step step =
            switch (task) {
              case MOVE, LOOK -> Planner.step(task, target().id, slot());
              case NUDGE -> Planner.step(task, target().id, slot());
              case CALL -> call();
              case PUT -> put();
              case PUSH -> Planner.step(task, random.nextInt(1 << 20), slot());
              case SEND, INSERT, INSERT_BY_RANK, REMOVE -> Planner.step(Task.POLL, 0, 0);
              case STEP, POLL, WAIT, PAUSE -> Planner.step(task, 0, 0);
            };
        List<Step> script = script(slot);
        script.add(random.nextInt(script.size() + 1), step);
      }
    }
  }

  private Step put() {
    int to = slot();
    plan.putTo.add(to);
    return Planner.step(Task.PUT, plan.putTo.size() - 1, to);
  }

  private Step call() {
    Thing thing = target();
    if (!thing.isSteady(phase.number)) { // what inserts it may wait for this body
      return Planner.step(Task.POLL, 0, 0);
    }
    Node node = node(thing.id);
    node.way = Way.CALL;
    node.bytes = size();
    node.throwing = random.nextInt(4) == 0;
    act(node);
    return new Step(Task.CALL, node, 0, 0);
  }
}
