// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import weft.random.RandomJob;

/// The features that random programs of objects must reach, by the jobs that can reach them.
final class Features {
  /// On one rank too.
  private static final List<String> ALWAYS =
      List.of(
          "broadcast to a section",
          "broadcast to an array",
          "call by an object",
          "call of an ended object",
          "call that a body waits for",
          "call that throws",
          "call with a completion",
          "collective operation in the middle",
          "compact in the middle",
          "contribution of the wrong kind",
          "created in a handler",
          "ended",
          "ended after a contribution",
          "ended with messages under way",
          "handler that runs once more",
          "index used again",
          "inserted by a body",
          "inserted by a handler of an object",
          "inserted by a rank's handler",
          "inserted by an element after it has contributed",
          "inserted by an element before it contributes",
          "looked at an object",
          "looked at an object in memory",
          "messages handled",
          "one-sided put",
          "payload of 100 KB or more",
          "policy changed in the middle",
          "record of a channel",
          "removed",
          "result that sends",
          "round of reductions",
          "step by the body",
          "undelivered",
          "undelivered and sends");

  private static final List<String> BETWEEN_RANKS =
      List.of(
          "created on another rank",
          "forwarded",
          "moved by GREEDY",
          "moved by OWN_ALL",
          "moved by OWN_IDLE",
          "moved by RANDOM",
          "moved by ROTATE",
          "moved by STEAL",
          "moved by a body",
          "moved by a handler of another object",
          "moved by a rank's handler",
          "moved by several policies",
          "moves of balance by a policy of its own",
          "moves of balance by random",
          "moves of balance by rotate",
          "move waits for the last unpin",
          "object of 100 KB or more moved",
          "rank's handler inside an object's handler",
          "sent before its element was inserted",
          "sent in fragments");

  /// With a few objects in memory.
  static final List<String> ON_DISK =
      List.of("looked at an object on disk", "object came back to memory", "object left memory");

  /// Few plans of few seeds contain these.
  private static final List<String> OF_SOME_PLANS =
      List.of(
          "inserted by an element after it has contributed",
          "inserted by an element before it contributes",
          "moved by several policies",
          "policy changed in the middle",
          "sent before its element was inserted");

  /// The number of seeds from which all features are required.
  private static final int FEW = 4;

  private Features() {}

  static Set<String> of(RandomJob job) {
    var features = new TreeSet<String>(ALWAYS);
    if (job.ranks() > 1) {
      features.addAll(BETWEEN_RANKS);
    }
    if (job.ranks() > 2) {
      features.add("accepted after 2 hops or more");
    }
    if (job.ranks() > 1 && job.isTiny()) {
      features.add("waited for room in a full ring");
    }
    if (job.seeds() < FEW) {
      features.removeAll(OF_SOME_PLANS);
    }
    return features;
  }
}
