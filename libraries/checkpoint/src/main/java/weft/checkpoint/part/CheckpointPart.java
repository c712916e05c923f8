// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.part;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The state of one library that checkpoints hold. [CheckpointParts#add] registers it on each rank,
/// before [weft.World#start].
///
/// A checkpoint is saved at a quiet point: every part has been paused on all ranks, and then
/// quiescence has been found. So all that was sent has arrived.
public interface CheckpointPart {
  /// The name, which is the same in every run of a program.
  String name();

  /// What the program has registered, and in which shape, in order. A checkpoint holds it, so that
  /// a restart can compare.
  Map<String, String> shapes();

  /// Stops the work that nothing but the part itself begins. It may be called in a handler.
  void pause();

  /// Goes on after [#pause].
  void resume();

  /// Returns whether work waits here, which quiescence waits for.
  boolean isBusy();

  /// Calls `look` between pieces of work; null for no call.
  void whenBusy(@Nullable Runnable look);

  /// Calls `look` in each wait of the body while the part is paused; null for no call. After a
  /// restart these calls let the part go on, and quiescence waits for that: without them the job
  /// stands still.
  void whenWaiting(@Nullable Runnable look);

  /// Returns why the state cannot be saved now; null if it can. Called at a quiet point.
  @Nullable String obstacle();

  /// Discards what only the past needs, at the quiet point, before [#save].
  void forget();

  /// Writes the state of this rank.
  ///
  /// @throws IOException if it cannot be written
  void save(PartWriter out) throws IOException;

  /// Takes the state that belongs to this rank from the files of all ranks that had saved.
  ///
  /// @throws IOException if it cannot be read
  /// @throws weft.WeftException if it does not fit this program
  void restore(PartReader in) throws IOException;

  /// Every rank has restored its state; the part is still paused, and may send.
  void restored();
}
