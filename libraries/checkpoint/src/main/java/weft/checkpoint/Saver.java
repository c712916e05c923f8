// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.Weft;
import weft.WeftException;
import weft.checkpoint.files.CheckpointFolder;
import weft.checkpoint.files.Manifest;
import weft.checkpoint.files.RankFileWriter;
import weft.checkpoint.files.WrittenFile;
import weft.checkpoint.part.CheckpointPart;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Writer;
import weft.collective.Group;
import weft.files.FileException;
import weft.layer.EarlyEnds;
import weft.layer.Layer;
import weft.layer.LayerRecording;

/// Writes checkpoints, at quiet points of all ranks.
final class Saver<R> {
  /// The name of the part that holds the record.
  static final String RECORD = "record";

  /// In the words of [FileException#reason].
  private static final String FULL = "no space is left on its device";

  private static final Codec<Outcome> OUTCOME =
      Codecs.record(MethodHandles.lookup(), Outcome.class);
  private static final Codec<Result> RESULT = Codecs.record(MethodHandles.lookup(), Result.class);

  /// What one rank has written, or why it has not.
  ///
  /// @param byProgram whether the program caused the failure: saving again would not help
  /// @param failure the reason; empty if there is none
  record Outcome(long bytes, int checksum, boolean byProgram, String failure) {}

  /// What has become of a checkpoint of all ranks.
  enum Fate {
    /// It is complete.
    SAVED,
    /// It is complete, and the job ends after it.
    LAST,
    /// There is none, and a later one may succeed.
    MISSING,
    /// There is none, because the program does not allow it: the job fails.
    REFUSED
  }

  /// The result of a checkpoint, which is the same on all ranks.
  ///
  /// @param failure the reason; empty if there is none
  record Result(Fate fate, String failure) {}

  private final Layer layer;
  private final Group group;
  private final List<CheckpointPart> parts;
  private final Codec<R> codec;
  private final CheckpointPlan plan;
  private final Path folder;
  private final StopRequest stop;

  /// The open folder; null on other ranks than 0.
  private final @Nullable CheckpointFolder open;

  /// The reason of the last failure, which is said once; empty if the last save succeeded.
  private String said = "";

  /// Whether the job ends after the last checkpoint.
  private boolean ending;

  private long lastBytes;
  private Checkpoints.@Nullable Saved last;

  Saver(
      Layer layer,
      Group group,
      List<CheckpointPart> parts,
      Codec<R> codec,
      CheckpointPlan plan,
      @Nullable CheckpointFolder open) {
    this.layer = layer;
    this.group = group;
    this.parts = parts;
    this.codec = codec;
    this.plan = plan;
    this.folder = Objects.requireNonNull(plan.folder());
    this.stop = new StopRequest(folder);
    this.open = open;
  }

  /// The last checkpoint; null if there is none.
  Checkpoints.@Nullable Saved last() {
    return last;
  }

  /// The request to save a checkpoint and to end.
  StopRequest stop() {
    return stop;
  }

  /// Whether the job is asked to save a checkpoint and to end.
  boolean isStopAsked() {
    return stop.isAsked();
  }

  /// Whether the job ends, so that nothing may go on.
  boolean isEnding() {
    return ending;
  }

  /// Does not count a damaged checkpoint among those that are kept.
  void damaged(long number) {
    if (open != null) {
      open.damaged(number);
    }
  }

  /// Writes a checkpoint. All parts are paused, and quiescence has been found. Collective.
  ///
  /// @return whether it is complete
  /// @throws WeftException on all ranks, if the program does not allow it
  boolean save(R record, long began) {
    LayerRecording recording = layer.recording();
    int id = recording == null ? 0 : recording.operation("checkpoint", "save");
    long recorded = recording == null ? 0 : recording.begin(id);
    String failure = "";
    long number = -1;
    if (open != null) {
      try {
        number = begin(open);
      } catch (IOException e) {
        failure = reason(e);
      }
    }
    number = group.broadcast(0, number);
    parts.forEach(CheckpointPart::forget);
    Outcome own = number < 0 ? new Outcome(0, 0, false, failure) : write(number, record);
    List<Outcome> all = group.gather(0, own, OUTCOME);
    var result = new Result(Fate.MISSING, failure);
    if (open != null && number >= 0) {
      result = complete(open, number, all, began);
    }
    result = group.broadcast(0, result, RESULT);
    if (recording != null) {
      recording.end(id, recorded, own.bytes, Math.max(0, number));
    }
    return switch (result.fate) {
      case SAVED -> {
        said = "";
        last = new Checkpoints.Saved(number, own.bytes, (System.nanoTime() - began) * 1e-9);
        yield true;
      }
      case LAST -> {
        ending = true;
        throw EarlyEnds.now("a checkpoint was saved, and the job was asked to end after it");
      }
      case REFUSED -> throw new WeftException(result.failure);
      case MISSING -> {
        sayMissing(result.failure);
        yield false;
      }
    };
  }

  private void sayMissing(String failure) {
    if (layer.rank() == 0 && !said.equals(failure)) {
      said = failure;
      System.err.println(
          "weft: No checkpoint was saved in "
              + folder
              + ": "
              + failure
              + ". The job goes on, and tries again when the next one is due; the last good one is "
              + (last == null ? "not of this run" : CheckpointFolder.of(folder, last.number()))
              + ".");
    }
  }

  private long begin(CheckpointFolder open) throws IOException {
    long number = open.next();
    long room = open.room();
    if (lastBytes > room) {
      throw new IOException(
          FULL + ": the last checkpoint took " + lastBytes + " bytes, and " + room + " are left");
    }
    open.begin(number);
    return number;
  }

  private Outcome write(long number, R record) {
    Path file = CheckpointFolder.part(folder, number).resolve(Manifest.fileOf(layer.rank()));
    try (var out = new RankFileWriter(file)) {
      for (CheckpointPart part : parts) {
        String obstacle = part.obstacle();
        if (obstacle != null) {
          return new Outcome(0, 0, false, "on rank " + layer.rank() + " " + obstacle);
        }
        out.begin(part.name());
        part.save(out);
      }
      out.begin(RECORD);
      var body = new Writer();
      body.writeWhole(codec, record);
      out.entry(0, 0, 0, body);
      WrittenFile written = out.finish();
      return new Outcome(written.bytes(), written.checksum(), false, "");
    } catch (IOException e) {
      return new Outcome(0, 0, false, "rank " + layer.rank() + ": " + reason(e));
    } catch (RuntimeException e) {
      return new Outcome(
          0, 0, true, "rank " + layer.rank() + " has thrown " + layer.program().describe(e));
    }
  }

  private String reason(IOException e) {
    if (!Files.isDirectory(folder)) {
      return "the folder " + folder + " is not there any more";
    }
    return FileException.reason(e);
  }

  /// Completes the checkpoint at rank 0.
  private Result complete(CheckpointFolder open, long number, List<Outcome> all, long began) {
    Result failed = failure(all);
    if (failed == null) {
      List<WrittenFile> files =
          all.stream().map(it -> new WrittenFile(it.bytes, it.checksum)).toList();
      double seconds = (System.nanoTime() - began) * 1e-9;
      var manifest =
          new Manifest(
              version(),
              layer.settings().programName(),
              number,
              Instant.now(),
              seconds,
              codec.signature(),
              shapes(parts),
              files);
      try {
        open.commit(manifest);
        lastBytes = manifest.bytes();
        prune(open);
        return new Result(stop.isAsked() ? Fate.LAST : Fate.SAVED, "");
      } catch (IOException e) {
        failed = new Result(Fate.MISSING, reason(e));
      }
    }
    open.discard(number);
    return failed;
  }

  /// Why there is no checkpoint: the last reason of a program, else the first one; null for none.
  private static @Nullable Result failure(List<Outcome> all) {
    Result failed = null;
    for (Outcome it : all) {
      if (it.byProgram) {
        failed = new Result(Fate.REFUSED, "no checkpoint can be saved: " + it.failure);
      } else if (failed == null && !it.failure.isEmpty()) {
        failed = new Result(Fate.MISSING, it.failure);
      }
    }
    return failed;
  }

  /// Removes older checkpoints. If that fails, the new one is complete all the same.
  private void prune(CheckpointFolder open) {
    try {
      open.prune(plan.keep());
    } catch (IOException e) {
      System.err.println(
          "weft: Older checkpoints in " + folder + " cannot be removed: " + reason(e) + ".");
    }
  }

  static Map<String, Map<String, String>> shapes(List<CheckpointPart> parts) {
    var shapes = new LinkedHashMap<String, Map<String, String>>();
    parts.forEach(part -> shapes.put(part.name(), part.shapes()));
    return shapes;
  }

  private static String version() {
    String version = Weft.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  void close() {
    if (open != null) {
      open.close();
    }
  }
}
