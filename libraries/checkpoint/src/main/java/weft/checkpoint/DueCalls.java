// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;
import weft.World;
import weft.layer.Frames;
import weft.layer.Layer;

/// Decides for a loop at which of its calls a checkpoint is saved: the same one on all ranks. Only
/// rank 0 looks at the clock, in each of its calls. When a checkpoint is due it asks all ranks how
/// far they are, and chooses the first call that no rank has left yet. A rank that has answered
/// waits in its next call until it knows the chosen one. Answers are given in a handler, so a rank
/// that waits for another one answers too.
///
/// All messages are counted. So the job does not end between a question and its answers.
///
/// ```
/// due        -                                    from rank 0
/// earliest   first call that can be chosen here   to rank 0
/// chosen     number of the call                   from rank 0
/// ```
final class DueCalls {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  /// A rank whose body only computes polls in its calls, at most once in this time, in nanoseconds.
  private static final long BETWEEN_POLLS = 1_000_000;

  private static final long NONE = -1;

  private final World world;
  private final Layer layer;
  private final Frames questions;
  private final Frames answers;
  private final Frames choices;

  /// The number of the last call, and whether it is under way.
  private long calls;

  private boolean inside;

  /// Whether this rank has answered, and does not know the chosen call yet.
  private boolean asked;

  private long chosen = NONE;
  private long polled = System.nanoTime();

  // At rank 0.
  private int answered;
  private long earliest;

  DueCalls(World world, Layer layer) {
    this.world = world;
    this.layer = layer;
    this.questions =
        layer.messages().countedFrames("weft checkpoint due", "none", this::questionCame);
    this.answers =
        layer.messages().countedFrames("weft checkpoint earliest", "call", this::answerCame);
    this.choices =
        layer.messages().countedFrames("weft checkpoint chosen", "call", this::choiceCame);
  }

  /// Counts a call, and returns whether a checkpoint is saved in it.
  ///
  /// @param due the time from which one is due, of [System#nanoTime]; only that of rank 0 counts
  /// @param wanted whether one is asked for now; only what rank 0 knows counts
  boolean isDue(long due, BooleanSupplier wanted) {
    calls++;
    inside = true;
    if (chosen == NONE && !asked) {
      look(due, wanted);
    }
    if (asked) {
      layer.waiting().await("Checkpoints.saveIfDue", () -> !asked);
    }
    inside = false;
    if (chosen != calls) {
      return false;
    }
    chosen = NONE;
    return true;
  }

  private void look(long due, BooleanSupplier wanted) {
    long now = System.nanoTime();
    if (layer.rank() == 0) {
      if (now - due >= 0 || wanted.getAsBoolean()) {
        ask();
      }
    } else if (now - polled > BETWEEN_POLLS) {
      polled = now;
      layer.counts().move(); // a loop that computes makes progress
      world.poll();
    }
  }

  private void ask() {
    answered = 0;
    earliest = 0;
    asked = true;
    for (int rank = 1; rank < layer.size(); rank++) {
      long _ = questions.open(rank, 0);
      questions.close();
    }
    answered(inside ? calls : calls + 1);
  }

  private void questionCame(int source, MemorySegment memory, long at, long bytes) {
    asked = true;
    send(answers, 0, inside ? calls : calls + 1);
  }

  private void answerCame(int source, MemorySegment memory, long at, long bytes) {
    answered(memory.get(WORD, at));
  }

  private void answered(long call) {
    earliest = Math.max(earliest, call);
    if (++answered == layer.size()) {
      for (int rank = 1; rank < layer.size(); rank++) {
        send(choices, rank, earliest);
      }
      choose(earliest);
    }
  }

  private void choiceCame(int source, MemorySegment memory, long at, long bytes) {
    choose(memory.get(WORD, at));
  }

  private void choose(long call) {
    chosen = call;
    asked = false;
  }

  private static void send(Frames frames, int target, long call) {
    long at = frames.open(target, Long.BYTES);
    frames.memory().set(WORD, at, call);
    frames.close();
  }
}
