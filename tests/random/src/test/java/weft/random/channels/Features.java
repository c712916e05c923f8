// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import java.util.Set;
import java.util.TreeSet;
import weft.random.channels.Plan.Act;
import weft.random.channels.Plan.Node;
import weft.random.channels.Plan.Phase;
import weft.random.channels.Plan.Segment;
import weft.random.channels.Plan.Way;

/// What programs must reach, so that a test that passes has tested something.
final class Features {
  static final String BY_HANDLER = " by a handler";
  static final String IN_A_WAIT = "a handler pushed to the target of a waiting push";
  static final String IN_A_LARGE_WAIT =
      "a handler pushed to the target of a waiting push of a large record";
  static final String PUSH_BY_HANDLER = "push by a handler";
  static final String PUSH_BY_LOOP = "push by a handler of a loop";
  static final String REFUSED = "refused tryPush";
  static final String REFUSED_LOOP = "refused tryPush of a loop";
  static final String ARRAY = "push of an array";
  static final String FLUSH = "flush";
  static final String RESIZED = "buffers resized";
  static final String RESIZED_FULL = "buffers resized while records were buffered";
  static final String BUFFERS = "number of buffers set";
  static final String TELL = "request after a flush";
  static final String BOUND = "time bound set";
  static final String PUT = "put";
  static final String CLOSED = "push after close refused";
  static final String LATER = "record of a later step";
  static final String OVERLAPPED = "computation between two polls";
  static final String BACKLOG = "record of a handler in the backlog";
  static final String FULL = "buffer sent because it was full";
  static final String IDLE = "buffer sent because the rank was idle";
  static final String LATE = "buffer sent because of a time bound";
  static final String ALONE = "record sent alone";
  static final String WAITED = "push or flush that waited";
  static final String SAVED = "tuner saved and loaded";

  static final Set<String> OF_FULL_RINGS = Set.of(BACKLOG, FULL, IDLE, WAITED);

  static final Set<String> OF_MANY_SEEDS =
      Set.of(IN_A_WAIT, IN_A_LARGE_WAIT, REFUSED, RESIZED_FULL, LATER, OVERLAPPED, LATE, ALONE);

  private Features() {}

  static String through(Way way) {
    return "record through " + way;
  }

  static String tuner(int number) {
    return "tuner " + Tuners.name(number);
  }

  /// The features that follow from a plan, however its ranks run.
  static Set<String> of(Plan plan) {
    var features = new TreeSet<String>();
    features.add(CLOSED);
    features.add(tuner(plan.steps.tuner()));
    features.add(SAVED);
    if (!plan.steps.pushes().isEmpty()) {
      features.add(PUSH_BY_LOOP);
    }
    for (Phase phase : plan.phases) {
      for (Segment segment : phase.segments()) {
        segment
            .bySlot()
            .forEach(ops -> ops.forEach(op -> op.acts().forEach(act -> add(features, act, ""))));
      }
    }
    for (Node node : plan.nodes) {
      features.add(node.way == Way.ARRAYS ? ARRAY : through(node.way));
      if (!node.children.isEmpty()) {
        features.add(PUSH_BY_HANDLER);
      }
      node.acts.forEach(act -> add(features, act, BY_HANDLER));
    }
    return features;
  }

  private static void add(Set<String> features, Act act, String who) {
    if (act.way() == Way.REQUESTS) {
      return;
    }
    switch (act.doing()) {
      case FLUSH -> features.add(FLUSH + who);
      case RESIZE -> features.add(RESIZED + who);
      case BUFFERS -> features.add(BUFFERS + who);
      case WITHIN -> features.add(BOUND);
      case TELL -> {
        if (who.isEmpty() || act.way() != Way.ARRAYS) {
          features.add(TELL + who);
        }
      }
      case PUT -> features.add(PUT);
      default -> {}
    }
  }
}
