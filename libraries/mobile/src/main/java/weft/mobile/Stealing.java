// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import weft.layer.UncountedWords;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;
import weft.mobile.balance.StealPolicy;
import weft.mobile.internal.protocol.Resident;

/// Moves objects with mail to ranks without. A rank without mail asks two random ranks in turn. If
/// neither gives it an object, it registers with its lifelines: the ranks whose numbers differ in
/// one bit. These give it an object later. It then stops asking, so an idle job sends nothing.
final class Stealing {
  private static final int ASK = 1;
  private static final int NOTHING = 2;
  private static final int GIVEN = 3;
  private static final int LIFELINE = 4;
  private static final int VICTIMS = 2;
  private static final int NOBODY = -1;

  private final ObjectRank rank;
  private final UncountedWords words;
  private final SplittableRandom random;
  private final BitSet waiters = new BitSet();
  private @Nullable StealPolicy policy;

  /// Whether this rank has ever begun to steal, and a rank that has asked it before it did.
  private boolean begun;

  private int askedBy = NOBODY;

  private boolean asked;
  private int failures;
  private int lifelinesAsked;
  private long arrived;
  private long messages;

  Stealing(ObjectRank rank) {
    this.rank = rank;
    this.random = new SplittableRandom(rank.rank());
    this.words =
        rank.layer
            .messages()
            .uncountedWords(
                "weft mobile steal", (source, kind, b, c, d) -> heard(source, (int) kind));
  }

  void start(StealPolicy policy) {
    this.policy = policy;
    begun = true;
    failures = 0;
    lifelinesAsked = 0;
    if (rank.layer.size() > 1) {
      rank.runner.whenIdle(this::idle);
      rank.runner.afterSteps(this::push);
    }
  }

  void stop() {
    if (policy != null) {
      policy = null;
      waiters.clear();
      rank.runner.whenIdle(null);
      rank.runner.afterSteps(null);
    }
  }

  /// What this rank says at the end of the job if others asked it for objects in vain, since it has
  /// never begun to steal; empty otherwise.
  String missed() {
    return begun || askedBy == NOBODY
        ? ""
        : "weft: Rank "
            + askedBy
            + " has asked rank "
            + rank.rank()
            + " for objects, which gives none: rank "
            + rank.rank()
            + " has never called MobileObjects.stealWhenIdle. Call it on every rank.";
  }

  /// Runs when no object on this rank has mail: asks another rank, or registers with a lifeline.
  private void idle() {
    if (asked) {
      return;
    }
    long now = rank.router.counts().came() + rank.runner.handled;
    if (now != arrived) {
      arrived = now;
      failures = 0;
      lifelinesAsked = 0;
    }
    if (failures < VICTIMS) {
      int victim = random.nextInt(rank.layer.size() - 1);
      asked = trySend(victim < rank.rank() ? victim : victim + 1, ASK);
      return;
    }
    for (; 1 << lifelinesAsked < rank.layer.size(); lifelinesAsked++) {
      int other = rank.rank() ^ 1 << lifelinesAsked;
      if (other < rank.layer.size() && !trySend(other, LIFELINE)) {
        return;
      }
    }
  }

  private boolean trySend(int target, int kind) {
    boolean sent = words.trySend(target, kind, 0, 0, 0);
    messages += sent ? 1 : 0;
    return sent;
  }

  /// Answers in a handler. The asking rank asks no other rank before it has the answer.
  private void answer(int target, int kind) {
    words.send(target, kind, 0, 0, 0);
    messages++;
  }

  /// The number of messages this rank has sent to steal.
  long messages() {
    return messages;
  }

  private void heard(int source, int kind) {
    if (!begun && (kind == ASK || kind == LIFELINE)) {
      askedBy = source;
    }
    switch (kind) {
      case ASK -> answer(source, give(source) ? GIVEN : NOTHING);
      case NOTHING -> {
        asked = false;
        failures++;
      }
      case GIVEN -> asked = false;
      case LIFELINE -> waiters.set(source);
      default ->
          throw new IllegalStateException(
              "rank " + source + " sent the unknown steal message " + kind);
    }
  }

  /// Gives objects to one waiting rank, if enough objects have mail here.
  private void push() {
    if (waiters.isEmpty()) {
      return;
    }
    int waiter = waiters.nextSetBit(0);
    // Cleared first: the waiter may have run the first objects and wait again before the last one
    // has left.
    waiters.clear(waiter);
    if (!give(waiter)) {
      waiters.set(waiter);
    }
  }

  /// Gives waiting objects to `target`, and returns whether any left. Each send may run handlers,
  /// which may move or give away the objects of this list. So each is looked at again.
  private boolean give(int target) {
    StealPolicy policy = this.policy;
    if (policy == null || rank.router.ready() < 2) {
      return false;
    }
    List<Resident> waiting = new ArrayList<>();
    rank.router.forEachReady(waiting::add);
    waiting.removeIf(it -> !rank.moves.mayLeave(it));
    var all = new long[waiting.size()];
    var loads = new double[all.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = waiting.get(i).word();
      loads[i] = waiting.get(i).waiting() + waiting.get(i).repeats();
    }
    var known = new Loads(2, all, new int[all.length], loads);
    var moves = new Moves(known);
    policy.give(known, moves);
    boolean any = false;
    for (int i = 0; i < all.length; i++) {
      Resident object = waiting.get(i);
      if (moves.target(i) == 1 && rank.moves.mayLeave(object)) {
        rank.moves.move(object, target);
        any = true;
      }
    }
    if (any) {
      rank.layer.counts().move();
    }
    return any;
  }
}
