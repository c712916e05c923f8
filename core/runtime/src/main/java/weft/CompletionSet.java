// SPDX-License-Identifier: Apache-2.0
package weft;

import org.jspecify.annotations.Nullable;
import weft.internal.Engine;
import weft.internal.rank.Pending;

/// Several completions that are awaited together; from [World#completionSet].
///
/// [#add] adds a completion that is in use. [#awaitAny] and [#pollAny] return completions that are
/// done, in the order in which they completed. A set is reusable, and allocates nothing once it has
/// grown.
public final class CompletionSet {
  private final Engine engine;
  private final Pending.Gathering gathering = this::done;
  private Completion[] done = new Completion[8];
  private int first;
  private int dones;
  private int size;

  CompletionSet(Engine engine) {
    this.engine = engine;
  }

  /// Adds a completion that an operation uses.
  public void add(Completion completion) {
    Pending pending = completion.pending;
    if (pending.gathering() != null) {
      throw new IllegalStateException(
          completion + " is in a set already; take it out with awaitAny or pollAny first");
    }
    if (size++ == done.length) {
      grow();
    }
    pending.gatherIn(gathering);
    if (pending.isDone()) {
      done(pending);
    }
  }

  private void grow() {
    var larger = new Completion[2 * done.length];
    for (int i = 0; i < dones; i++) {
      larger[i] = done[(first + i) & (done.length - 1)];
    }
    done = larger;
    first = 0;
  }

  private void done(Pending pending) {
    done[(first + dones++) & (done.length - 1)] = (Completion) pending.handle();
  }

  /// The number of completions in the set, done or not.
  public int size() {
    return size;
  }

  /// Removes and returns one that is done, or returns null. Runs no handlers.
  public @Nullable Completion pollAny() {
    if (dones == 0) {
      return null;
    }
    Completion completion = done[first];
    first = (first + 1) & (done.length - 1);
    dones--;
    size--;
    completion.pending.gatherIn(null);
    return completion;
  }

  /// Waits until one is done, and removes it. Makes progress meanwhile. If its operation failed,
  /// [Completion#await] and the getters of the result throw, not this call.
  ///
  /// @throws IllegalStateException if the set is empty
  public Completion awaitAny() {
    if (size == 0) {
      throw new IllegalStateException(
          "rank " + engine.self().rank() + " awaits any of an empty set of completions");
    }
    if (dones == 0) {
      engine.self().loop().await("CompletionSet.awaitAny", "", () -> dones > 0);
    }
    Completion completion = pollAny();
    if (completion == null) {
      throw new IllegalStateException("an action took the completion that was awaited");
    }
    return completion;
  }

  /// Waits until all are done, and removes them. Makes progress meanwhile.
  ///
  /// @throws WeftException the failure of the first operation that failed
  public void awaitAll() {
    if (dones < size) {
      engine.self().loop().await("CompletionSet.awaitAll", "", () -> dones == size);
    }
    RuntimeException failure = null;
    for (@Nullable Completion next = pollAny(); next != null; next = pollAny()) {
      failure = failure == null ? next.failure() : failure;
    }
    if (failure != null) {
      throw failure;
    }
  }
}
