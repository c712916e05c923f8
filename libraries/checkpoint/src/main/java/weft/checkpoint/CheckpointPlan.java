// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.World;
import weft.checkpoint.files.CheckpointFolder;
import weft.layer.Layer;
import weft.layer.LayerSettings;
import weft.transport.JobSetting;

/// Where and how often a job saves its state, and from which checkpoints it goes on.
///
/// @param folder the folder of the checkpoints; null if none are saved
/// @param every the time between two checkpoints
/// @param keep how many checkpoints are kept
/// @param restart the folder from whose last good checkpoint the job goes on, or one checkpoint in
///   such a folder, as in `saved/checkpoint-000012`; null for none
public record CheckpointPlan(
    @Nullable Path folder, Duration every, int keep, @Nullable Path restart) {
  /// Nothing is saved or restored.
  public static final CheckpointPlan NONE =
      new CheckpointPlan(null, Duration.ofMinutes(10), 2, null);

  /// Checks the numbers.
  public CheckpointPlan {
    if (every.isNegative() || every.isZero() || keep < 1) {
      throw new WeftException(
          "checkpoints every "
              + every
              + " of which "
              + keep
              + " are kept are not possible; give a time above 0, and 1 or more");
    }
  }

  /// The plan that the user gave with `--checkpoint`, `--every`, `--keep` and `--restart`. With
  /// `--restart` alone, the job goes on to save in that folder.
  public static CheckpointPlan of(World world) {
    Layer layer = Layer.of(world);
    String every = layer.settings().of(JobSetting.EVERY);
    String keep = layer.settings().of(JobSetting.KEEP);
    String folder = layer.settings().of(JobSetting.CHECKPOINT);
    String restart = layer.settings().of(JobSetting.RESTART);
    @Nullable Path saved = folder != null ? Path.of(folder) : null;
    if (saved == null && restart != null) {
      saved = CheckpointFolder.folder(Path.of(restart));
    }
    return new CheckpointPlan(
        saved,
        every == null ? NONE.every : LayerSettings.duration(every, "--every"),
        keep == null ? NONE.keep : Integer.parseInt(keep),
        restart == null ? null : Path.of(restart));
  }

  /// The same with checkpoints in `folder`.
  public CheckpointPlan withFolder(Path folder) {
    return new CheckpointPlan(folder, every, keep, restart);
  }

  /// The same with another time between checkpoints.
  public CheckpointPlan withEvery(Duration every) {
    return new CheckpointPlan(folder, every, keep, restart);
  }

  /// The same with another number of checkpoints that are kept.
  public CheckpointPlan withKeep(int keep) {
    return new CheckpointPlan(folder, every, keep, restart);
  }

  /// The same for a job that goes on from the last good checkpoint in `restart`, or from that
  /// checkpoint.
  public CheckpointPlan withRestart(Path restart) {
    return new CheckpointPlan(folder, every, keep, restart);
  }
}
