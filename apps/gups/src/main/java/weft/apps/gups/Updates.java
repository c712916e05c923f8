// SPDX-License-Identifier: Apache-2.0
package weft.apps.gups;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Atomics;
import weft.Rsr1;
import weft.World;
import weft.overlap.Channel;
import weft.overlap.WordChannel;

/// Makes one rank's part of the updates, in one of three ways.
///
/// HPCC's rule: no rank may have more than 1024 updates in flight. Atomics are done when the call
/// returns or soon after, and a fence bounds them. Requests are sent in batches of 512. After each
/// batch a mark is sent to every rank, which answers it after making the updates before it. Two
/// batches later, all marks of a batch must have been answered.
final class Updates {
  /// The most updates of one rank that may be in flight.
  static final int LOOK_AHEAD = 1024;

  private static final int BATCH = LOOK_AHEAD / 2;
  private static final int BETWEEN_POLLS = 64;

  private final World world;
  private final Atomics atomics;
  private final Rsr1 update;
  private final WordChannel updates;
  private final Rsr1 mark;
  private final Rsr1 answer;
  private final long[] unanswered = new long[2];
  private final BooleanSupplier areAnswered = this::areAnswered;
  private int awaited;
  private @Nullable Table table;

  /// Registers the handlers; [#attach] sets the table later.
  Updates(World world) {
    this.world = world;
    this.atomics = world.memory().atomics();
    this.update = world.rsr1("gups.update", (source, random) -> table().update(random));
    this.updates = Channel.words(world, "gups.updates", (source, random) -> table().update(random));
    this.answer = world.rsr1("gups.answer", (source, parity) -> unanswered[(int) parity]--);
    this.mark = world.rsr1("gups.mark", this::onMark);
  }

  private void onMark(int source, long parity) {
    answer.send(source, parity);
  }

  /// Sets the table. Every rank must call this before any rank updates.
  void attach(Table table) {
    this.table = table;
  }

  private Table table() {
    return Objects.requireNonNull(table);
  }

  /// Makes the updates `from` to `to` of the stream, and returns the exclusive or of their numbers.
  /// Then updates of other ranks may still be in flight, but none of this rank.
  long make(GupsOptions.Way way, long from, long to) {
    return switch (way) {
      case ALL -> throw new IllegalArgumentException("all is not one way");
      case ATOMICS -> byAtomics(from, to);
      case RSR -> byRequests(from, to, false);
      case AGGREGATED -> byRequests(from, to, true);
    };
  }

  private long byAtomics(long from, long to) {
    Table table = table();
    long random = RandomStream.at(from);
    long parity = 0;
    for (long i = from; i < to; i++) {
      random = RandomStream.next(random);
      parity ^= random;
      long index = table.index(random);
      int owner = table.owner(index);
      // Own words are updated this way, too: one word must not get two kinds of updates.
      atomics.xor(table.part(owner), (index - table.first(owner)) * Long.BYTES, random);
      if ((i & (LOOK_AHEAD - 1)) == LOOK_AHEAD - 1) {
        world.memory().fence();
        world.poll();
      }
    }
    world.memory().fence();
    return parity;
  }

  private long byRequests(long from, long to, boolean aggregated) {
    Table table = table();
    long random = RandomStream.at(from);
    long parity = 0;
    int batch = 0;
    for (long i = from; i < to; i += BATCH) {
      awaitAnswers(batch & 1);
      long end = Math.min(to, i + BATCH);
      for (long j = i; j < end; j++) {
        random = RandomStream.next(random);
        parity ^= random;
        int owner = table.owner(table.index(random));
        if (owner == world.rank()) {
          table.update(random);
        } else if (aggregated) {
          updates.push(owner, random);
        } else {
          update.send(owner, random);
        }
        if ((j & (BETWEEN_POLLS - 1)) == 0) {
          world.poll();
        }
      }
      if (aggregated) {
        // The marks follow the updates that have left.
        updates.flush();
      }
      sendMarks(batch++ & 1);
    }
    awaitAnswers(0);
    awaitAnswers(1);
    return parity;
  }

  private void sendMarks(int parity) {
    unanswered[parity] = world.size() - 1L;
    for (int rank = 0; rank < world.size(); rank++) {
      if (rank != world.rank()) {
        mark.send(rank, parity);
      }
    }
  }

  private void awaitAnswers(int parity) {
    awaited = parity;
    if (!areAnswered()) {
      world.pollUntil(areAnswered);
    }
  }

  private boolean areAnswered() {
    return unanswered[awaited] == 0;
  }
}
