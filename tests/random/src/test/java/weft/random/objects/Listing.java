// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.List;
import weft.random.objects.Plan.Act;
import weft.random.objects.Plan.Gift;
import weft.random.objects.Plan.Node;
import weft.random.objects.Plan.Phase;
import weft.random.objects.Plan.Step;
import weft.random.objects.Plan.Thing;

/// A plan as text.
final class Listing {
  private final Plan plan;
  private final StringBuilder out = new StringBuilder();

  private Listing(Plan plan) {
    this.plan = plan;
  }

  static String of(Plan plan) {
    var listing = new Listing(plan);
    listing.line(
        0,
        "grid of %d cells, fixed array of %d boxes; slot s is rank s %% ranks; #n is message n,"
            + " s:BYTES its size",
        plan.gridSize,
        plan.fixedSize);
    plan.phases.forEach(listing::phase);
    return listing.out.toString();
  }

  @SuppressWarnings("AnnotateFormatMethod")
  private void line(int depth, String format, Object... arguments) {
    out.repeat("  ", depth).append(format.formatted(arguments)).append('\n');
  }

  private void phase(Phase phase) {
    line(
        0,
        "phase %d: policy %s%s, rounds of grid %d, of fixed %d",
        phase.number,
        phase.mode,
        phase.gather < 0 ? "" : ", all objects on slot " + phase.gather,
        phase.gridRounds,
        phase.fixedRounds);
    for (Thing thing : plan.things) {
      if (thing.ends == phase.number && thing.born < phase.number) {
        line(1, "%s ends", thing);
      }
    }
    for (int id : phase.creates) {
      Thing thing = plan.thing(id);
      line(
          1,
          "slot %d creates %s%s",
          thing.slot,
          thing,
          thing.other < 0 ? "" : " on slot " + thing.other);
    }
    for (int slot = 0; slot < Plan.SLOTS; slot++) {
      List<Step> script = phase.scripts.get(slot);
      line(1, "slot %d:", slot);
      for (int i = 0; i < script.size(); i++) {
        step(i, script.get(i));
      }
    }
    phase.meetings.forEach((at, it) -> line(1, "all, after step %d: %s", at, it));
    phase.results.forEach((round, node) -> node(1, "result " + round + " of fixed sends ", node));
    plan.gifts.forEach((key, gift) -> gift(phase, (int) (key / 1000), (int) (key % 1000), gift));
  }

  private void gift(Phase phase, int thing, int k, Gift gift) {
    boolean now =
        plan.thing(thing).ends == phase.number && gift.ends
            || gift.before.stream().anyMatch(it -> plan.thing(it).born == phase.number)
            || gift.after.stream().anyMatch(it -> plan.thing(it).born == phase.number);
    if (now) {
      line(
          1,
          "contribution %d of %s: inserts %s before, %s after%s",
          k,
          plan.thing(thing),
          gift.before.stream().map(plan::thing).toList(),
          gift.after.stream().map(plan::thing).toList(),
          gift.ends ? ", ends" : "");
      gift.then.forEach(it -> node(2, "", it));
    }
  }

  private void step(int at, Step step) {
    Node node = step.node();
    if (node != null) {
      node(2, at + " " + step.task() + " ", node);
      return;
    }
    String what =
        switch (step.task()) {
          case MOVE, NUDGE -> plan.thing(step.a()) + " to slot " + step.b();
          case LOOK, INSERT, REMOVE -> plan.thing(step.a()).toString();
          case INSERT_BY_RANK -> plan.thing(step.a()) + " on slot " + step.b();
          case PUT, PUSH -> step.a() + " to slot " + step.b();
          case SEND, CALL, STEP, POLL, WAIT, PAUSE -> "";
        };
    line(2, "%d %s %s", at, step.task(), what);
  }

  private void node(int depth, String before, Node node) {
    line(
        depth,
        "%s#%d to %s %s s:%d%s%s%s%s%s",
        before,
        node.id,
        plan.name(node.to),
        node.way,
        node.bytes,
        node.fate == Plan.Fate.HANDLED ? "" : " " + node.fate,
        node.via < 0 ? "" : " by slot " + node.via,
        node.give ? " contributes" : "",
        node.throwing ? " throws" : "",
        node.spin == 0 ? "" : " works " + node.spin + " µs");
    for (Act act : node.acts) {
      String what =
          switch (act.doing()) {
            case MOVE_OTHER, NUDGE, LOOK, BABY, INSERT -> plan.thing(act.a()) + " " + act.b();
            case MOVE, MOVE_TWICE, MOVE_NOT, PIN, POLL, GROW, END, PUSH, AGAIN ->
                act.a() + " " + act.b();
          };
      line(depth + 1, "%s %s", act.doing(), what);
      act.third().forEach(it -> node(depth + 2, "beside: ", it));
      act.before().forEach(it -> node(depth + 2, "before the end: ", it));
      act.after().forEach(it -> node(depth + 2, "after the end: ", it));
    }
    node.children.forEach(it -> node(depth + 1, "", it));
  }
}
