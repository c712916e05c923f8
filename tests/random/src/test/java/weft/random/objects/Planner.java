// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import weft.random.objects.Plan.Act;
import weft.random.objects.Plan.Doing;
import weft.random.objects.Plan.Fate;
import weft.random.objects.Plan.Gift;
import weft.random.objects.Plan.Mode;
import weft.random.objects.Plan.Node;
import weft.random.objects.Plan.Phase;
import weft.random.objects.Plan.Place;
import weft.random.objects.Plan.Step;
import weft.random.objects.Plan.Task;
import weft.random.objects.Plan.Thing;
import weft.random.objects.Plan.Together;

/// Makes the plan of a seed: which objects there are in each phase, and what must happen to them.
/// [Messages] decides who sends what.
final class Planner {
  private static final int PHASES = 5;
  private static final int INDEXES = 30;

  private final SplittableRandom random;
  private final Plan plan;

  /// Indexes of removed elements, each with the phase of the removal.
  private final List<int[]> removed = new ArrayList<>();

  /// The number of elements that each index of the grid had.
  private final int[] incarnations = new int[INDEXES];

  private Planner(long seed) {
    this.plan = new Plan(seed);
    this.random = new SplittableRandom(Numbers.mix(seed + 1));
  }

  static Plan plan(long seed) {
    var planner = new Planner(seed);
    planner.arrays();
    // Few seeds in a row have each mode, and phases of both kinds.
    for (int i = 0; i < PHASES; i++) {
      var phase = new Phase(i);
      long turn = Math.floorMod(seed * PHASES + i, Mode.values().length);
      phase.mode = Mode.values()[(int) turn];
      planner.plan.phases.add(phase);
      planner.fill(phase, Math.floorMod(seed + i, 2) == 0);
    }
    return planner.plan;
  }

  private void arrays() {
    plan.gridSize = 8 + random.nextInt(8);
    plan.fixedSize = 5 + random.nextInt(8);
    for (int i = 0; i < plan.gridSize; i++) {
      add(Place.GRID, i, false);
    }
    for (int i = 0; i < plan.fixedSize; i++) {
      add(Place.FIXED, i, true);
    }
  }

  private Thing add(Place place, int index, boolean box) {
    int earlier = place == Place.GRID ? incarnations[index]++ : 0;
    var thing = new Thing(plan.things.size(), place, index, earlier, box);
    plan.things.add(thing);
    return thing;
  }

  private void fill(Phase phase, boolean rounds) {
    if (phase.mode != Mode.NONE || random.nextInt(3) == 0) {
      phase.gather = random.nextInt(Plan.SLOTS);
    }
    var messages = new Messages(plan, phase, random);
    free(phase, messages);
    if (rounds) {
      phase.gridRounds = 1 + random.nextInt(3);
      phase.fixedRounds = 1 + random.nextInt(3);
      changeDuringRounds(phase, messages);
      messages.givesOfFixed();
    } else {
      removeQuietly(phase, messages);
    }
    messages.fill();
    if (!rounds) {
      insertQuietly(phase, messages);
    }
    babies(phase, messages);
    messages.tasks();
    together(phase);
  }

  /// Single objects: some begin, some end.
  private void free(Phase phase, Messages messages) {
    List<Thing> alive = steady(phase, Place.FREE);
    for (int i = phase.number == 0 ? 8 : random.nextInt(4); i > 0; i--) {
      Thing thing = add(Place.FREE, -1, random.nextBoolean());
      thing.born = phase.number;
      thing.slot = random.nextInt(Plan.SLOTS);
      thing.other = random.nextBoolean() ? random.nextInt(Plan.SLOTS) : -1;
      phase.creates.add(thing.id);
    }
    for (int i = Math.min(alive.size() / 2, 3); i > 0; i--) {
      Thing thing = alive.remove(random.nextInt(alive.size()));
      thing.ends = phase.number;
      messages.end(thing);
    }
  }

  private List<Thing> steady(Phase phase, Place place) {
    var list = new ArrayList<Thing>();
    for (Thing it : plan.things) {
      if (it.place == place && it.isSteady(phase.number)) {
        list.add(it);
      }
    }
    return list;
  }

  private int baseRound(Phase phase) {
    return plan.phases.stream()
        .filter(it -> it.number < phase.number)
        .mapToInt(it -> it.gridRounds)
        .sum();
  }

  /// Elements that elements insert when they contribute, and that end when they contribute.
  private void changeDuringRounds(Phase phase, Messages messages) {
    int base = baseRound(phase);
    List<Thing> members = steady(phase, Place.GRID);
    for (int i = random.nextInt(3); i > 0 && members.size() > 4; i--) {
      Thing thing = members.remove(random.nextInt(members.size()));
      thing.ends = phase.number;
      int contributions = 1 + random.nextInt(phase.gridRounds);
      thing.toRound = base + contributions;
      removed.add(new int[] {thing.index, phase.number});
      if (random.nextBoolean()) {
        plan.gift(thing.id, thing.toRound - 1 - thing.fromRound).ends = true;
        messages.gives(thing, contributions);
      } else {
        messages.givesThenRemove(thing, contributions);
      }
    }
    for (Thing it : members) {
      messages.gives(it, phase.gridRounds);
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      Thing parent = members.get(random.nextInt(members.size()));
      int round = base + random.nextInt(phase.gridRounds);
      boolean before = random.nextBoolean();
      Thing child = inserted(phase);
      if (child == null) {
        return;
      }
      child.fromRound = before ? round : round + 1;
      Gift gift = plan.gift(parent.id, round - parent.fromRound);
      (before ? gift.before : gift.after).add(child.id);
      int own = base + phase.gridRounds - child.fromRound;
      if (child.earlier > 0) {
        for (int j = 0; j < own; j++) {
          gift.then.add(messages.givenByInserter(child, parent));
        }
      } else {
        messages.gives(child, own);
      }
    }
  }

  /// A new element of the grid, with a new index or one of a removed element; null if there is no
  /// index.
  private @org.jspecify.annotations.Nullable Thing inserted(Phase phase) {
    int reused = -1;
    for (int i = 0; i < removed.size() && reused < 0; i++) {
      if (removed.get(i)[1] < phase.number && !isUsed(removed.get(i)[0], phase)) {
        reused = removed.remove(i)[0];
      }
    }
    int index = reused;
    for (int i = 0; i < INDEXES && index < 0; i++) {
      index = incarnations[i] == 0 ? i : -1;
    }
    if (index < 0) {
      return null;
    }
    Thing thing = add(Place.GRID, index, false);
    thing.born = phase.number;
    thing.slot = random.nextInt(Plan.SLOTS);
    return thing;
  }

  /// Returns whether messages to the removed element `index` are planned in this phase.
  private boolean isUsed(int index, Phase phase) {
    return plan.nodes.stream()
        .filter(it -> it.phase == phase.number)
        .map(it -> plan.thing(it.to[0]))
        .anyMatch(it -> it.place == Place.GRID && it.index == index);
  }

  /// Elements that bodies remove while no round is open.
  private void removeQuietly(Phase phase, Messages messages) {
    int base = baseRound(phase);
    List<Thing> members = steady(phase, Place.GRID);
    for (int i = random.nextInt(4); i > 0 && members.size() > 4; i--) {
      Thing thing = members.remove(random.nextInt(members.size()));
      thing.ends = phase.number;
      thing.toRound = base;
      removed.add(new int[] {thing.index, phase.number});
      messages.givesThenRemove(thing, 0);
    }
  }

  /// Elements that bodies, handlers of ranks and handlers of objects insert while no round is open.
  private void insertQuietly(Phase phase, Messages messages) {
    int base = baseRound(phase);
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      Thing thing = inserted(phase);
      if (thing != null) {
        thing.fromRound = base;
        messages.insertion(thing);
      }
    }
  }

  /// Objects that a handler creates and ends.
  private void babies(Phase phase, Messages messages) {
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      Node parent = messages.performer();
      if (parent != null) {
        Thing baby = add(Place.BABY, -1, random.nextBoolean());
        baby.born = phase.number;
        baby.ends = phase.number;
        int where = random.nextBoolean() ? -1 : random.nextInt(Plan.SLOTS);
        var act =
            new Act(
                Doing.BABY,
                baby.id,
                where,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        parent.acts.add(act);
        for (int j = 0; j < 2; j++) {
          act.before().add(messages.leaf(baby, Fate.HANDLED, -1));
          act.after().add(messages.leaf(baby, Fate.UNDELIVERED, -1));
          act.third().add(messages.leaf(baby, Fate.EITHER, random.nextInt(Plan.SLOTS)));
        }
      }
    }
  }

  private void together(Phase phase) {
    Together[] all = Together.values();
    for (int i = 1 + random.nextInt(3); i > 0 && phase.steps() > 1; i--) {
      Together it = all[random.nextInt(all.length)];
      boolean balances = it.ordinal() < Together.COMPACT.ordinal();
      boolean mixes = Math.floorMod(plan.seed + phase.number, 3) == 0;
      if (it == Together.SWITCH && (phase.mode == Mode.NONE || !mixes)
          || balances && phase.mode != Mode.NONE && !mixes) {
        it = Together.ALLREDUCE; // its own policy moves objects alone
      }
      phase.meetings.put(random.nextInt(phase.steps()), it);
    }
  }

  /// A step without a message.
  static Step step(Task task, int a, int b) {
    return new Step(task, null, a, b);
  }
}
