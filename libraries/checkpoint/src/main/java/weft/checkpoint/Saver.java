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
import weft.layer.Layer;

/// Writes checkpoints, at quiet points of all ranks.
final class Saver<R> {
  /// The name of the part that holds the record.
  static final String RECORD = "record";

  /// The result of a checkpoint after which the job ends.
  private static final String END = "end";

  /// In the words of [FileException#reason].
  private static final String FULL = "no space is left on its device";

  private static final Codec<String> TEXT = Codecs.of(String.class);
  private static final Codec<Outcome> OUTCOME =
      Codecs.record(MethodHandles.lookup(), Outcome.class);

  /// What one rank has written, or why it has not.
  ///
  /// @param byProgram whether the program caused the failure: saving again would not help
  /// @param failure the reason; empty if there is none
  record Outcome(long bytes, int checksum, boolean byProgram, String failure) {}

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
    long recorded = layer.isRecorded() ? layer.beginRecorded(id()) : 0;
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
    String result = "";
    if (open != null) {
      result = number < 0 ? "-" + failure : complete(open, number, all, began);
    }
    result = group.broadcast(0, result, TEXT);
    if (layer.isRecorded()) {
      layer.endRecorded(id(), recorded, own.bytes, Math.max(0, number));
    }
    if (result.startsWith("!")) {
      throw new WeftException(result.substring(1));
    }
    if (result.equals(END)) {
      ending = true;
      throw Layer.endEarly("a checkpoint was saved, and the job was asked to end after it");
    }
    boolean saved = result.isEmpty();
    if (saved) {
      said = "";
      last = new Checkpoints.Saved(number, own.bytes, (System.nanoTime() - began) * 1e-9);
    } else if (layer.rank() == 0 && !said.equals(result)) {
      said = result;
      System.err.println(
          "weft: No checkpoint was saved: "
              + result.substring(1)
              + ". The job goes on, and tries again when the next one is due; the last good one is "
              + (last == null ? "not of this run" : CheckpointFolder.of(folder, last.number()))
              + ".");
    }
    return saved;
  }

  private int id() {
    return layer.recordedId("checkpoint", "save");
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

  /// Completes the checkpoint at rank 0. Returns an empty text, or [#END], or `!` and why the job
  /// fails, or `-` and why there is no checkpoint.
  private String complete(CheckpointFolder open, long number, List<Outcome> all, long began) {
    String failure = "";
    for (Outcome it : all) {
      if (!it.failure.isEmpty() && (failure.isEmpty() || it.byProgram)) {
        failure = (it.byProgram ? "!no checkpoint can be saved: " : "-") + it.failure;
      }
    }
    if (failure.isEmpty()) {
      List<WrittenFile> files =
          all.stream().map(it -> new WrittenFile(it.bytes, it.checksum)).toList();
      double seconds = (System.nanoTime() - began) * 1e-9;
      var manifest =
          new Manifest(
              version(),
              layer.programName(),
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
        return stop.isAsked() ? END : "";
      } catch (IOException e) {
        failure = "-" + reason(e);
      }
    }
    open.discard(number);
    return failure;
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
