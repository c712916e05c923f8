// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.lang.invoke.MethodHandles;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.Restored;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.random.SeedsProgram.Tally;

/// The checkpoints of a random program of objects.
final class PlayerStates {
  /// What the body of one rank knows.
  ///
  /// @param place the phase, the steps of its scripts that were made, and the number of the rank's
  ///   last message
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record State(
      int[] place,
      long[] ledger,
      long[] words,
      long[] pushed,
      double[] gridReals,
      long[] gridWholes,
      double[] fixedReals,
      long[] fixedWholes,
      long[] evenWholes) {}

  private static final Codec<State> STATE = Codecs.record(MethodHandles.lookup(), State.class);

  private final World world;
  private final Actor actor;
  private final Tally tally;
  private final Checkpoints<State> checkpoints;

  PlayerStates(World world, Actor actor, Tally tally) {
    this.world = world;
    this.actor = actor;
    this.tally = tally;
    this.checkpoints = Checkpoints.of(world, STATE);
  }

  void save(Supplier<State> state, String where) {
    boolean saved = checkpoints.save(state);
    tally.reached(
        saved ? "saved " + where : "not saved for an open call", world.rank() == 0 ? 1 : 0);
  }

  void quiesce(Supplier<State> state) {
    long before = number();
    checkpoints.quiesce(state);
    tally.reached("saved while objects worked", world.rank() == 0 ? number() - before : 0);
  }

  private long number() {
    Checkpoints.Saved last = checkpoints.last();
    return last == null ? 0 : last.number();
  }

  /// The sum of the states of all ranks that had saved; null if there are none.
  @Nullable State restored() {
    actor.restoring = true;
    Restored<State> restored = checkpoints.restored();
    actor.restoring = false;
    if (restored == null) {
      return null;
    }
    tally.reached("restarted", 1);
    State sum = restored.record();
    for (int rank = 1; rank < restored.ranks(); rank++) {
      State other = restored.record(rank);
      sum.place[2] = Math.max(sum.place[2], other.place[2]);
      add(sum.ledger, other.ledger);
      add(sum.pushed, other.pushed);
    }
    return sum;
  }

  private static void add(long[] sum, long[] more) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += more[i];
    }
  }
}
