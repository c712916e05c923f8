// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

/// How far a rank has come in joining its job.
public enum JoinStage {
  /// Its process was started.
  STARTED,
  /// It has called `Weft.launch`.
  JOINING,
  /// The launcher has told it that the job ends.
  TURNED_AWAY,
  /// It has joined, or is sure to, as another rank has. From now on the ranks report failures.
  JOINED
}
