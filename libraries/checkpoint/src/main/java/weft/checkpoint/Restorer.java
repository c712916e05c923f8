// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.checkpoint.files.CheckpointFolder;
import weft.checkpoint.files.Manifest;
import weft.checkpoint.files.RankFile;
import weft.checkpoint.files.SavedCheckpoint;
import weft.checkpoint.part.CheckpointPart;
import weft.checkpoint.part.PartReader;
import weft.checkpoint.part.SavedEntries;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.collective.Group;
import weft.files.FileException;
import weft.layer.Layer;

/// Restores the state of a job: finds the last good checkpoint, reads all of it once to be sure
/// that it is good, and lets each part take what belongs to each rank.
final class Restorer {
  private static final Codec<String> TEXT = Codecs.of(String.class);

  private final Layer layer;
  private final Group group;
  private final List<CheckpointPart> parts;
  private final Path folder;
  private final LongConsumer damaged;

  /// At rank 0: the checkpoints that have not been tried, the last one first.
  private final Deque<Long> left = new ArrayDeque<>();

  /// Why each one that was tried is not used.
  private final List<String> refused = new ArrayList<>();

  /// @param damaged is told the numbers of damaged checkpoints at rank 0
  Restorer(
      Layer layer, Group group, List<CheckpointPart> parts, Path folder, LongConsumer damaged) {
    this.layer = layer;
    this.group = group;
    this.parts = parts;
    this.folder = folder;
    this.damaged = damaged;
  }

  /// Finds the last good checkpoint. Collective.
  ///
  /// @param record says whether records of a codec with this signature can be decoded
  /// @param ours the signature of the program's own codec
  /// @throws WeftException on all ranks, if there is none that fits
  SavedCheckpoint find(Predicate<String> record, String ours) {
    String failure = layer.rank() == 0 ? list() : "";
    failure = group.broadcast(0, failure, TEXT);
    if (!failure.isEmpty()) {
      throw new WeftException(failure);
    }
    while (true) {
      long number = group.broadcast(0, layer.rank() == 0 ? next() : 0);
      if (number < 0) {
        String none = "no checkpoint in " + folder + " can be used: " + String.join("; ", refused);
        throw new WeftException(group.broadcast(0, none, TEXT));
      }
      SavedCheckpoint read = verified(number);
      if (read != null) {
        check(read.manifest(), record, ours);
        return read;
      }
    }
  }

  private String list() {
    try {
      left.addAll(CheckpointFolder.numbers(folder));
      return left.isEmpty()
          ? "there is no checkpoint in "
              + folder
              + " to restart from; name the folder that --checkpoint had"
          : "";
    } catch (IOException e) {
      return "the checkpoints in " + folder + " cannot be read: " + FileException.reason(e);
    }
  }

  /// The number of the next checkpoint to try, or −1.
  private long next() {
    for (Long number = left.poll(); number != null; number = left.poll()) {
      try {
        SavedCheckpoint read = SavedCheckpoint.read(CheckpointFolder.of(folder, number));
        if (read.failedRestarts() < SavedCheckpoint.MOST_RESTARTS) {
          return number;
        }
        refuse(
            number,
            "has failed at "
                + SavedCheckpoint.MOST_RESTARTS
                + " restarts (remove the file \"restarts\" in it to try again)",
            false);
      } catch (IOException e) {
        refuse(number, "is damaged: " + e.getMessage(), true);
      }
    }
    return -1;
  }

  private void refuse(long number, String why, boolean isDamaged) {
    String sentence = CheckpointFolder.of(folder, number).getFileName() + " " + why;
    refused.add(sentence);
    System.err.println("weft: " + sentence + (left.isEmpty() ? "." : "; the one before is tried."));
    if (isDamaged) {
      damaged.accept(number);
    }
  }

  /// Reads all files of a checkpoint, each on one of the ranks. Returns null on all ranks if one is
  /// damaged. Collective.
  private @Nullable SavedCheckpoint verified(long number) {
    SavedCheckpoint read = null;
    String failure = "";
    try {
      read = SavedCheckpoint.read(CheckpointFolder.of(folder, number));
      for (int i = layer.rank(); i < read.manifest().ranks(); i += layer.size()) {
        read.verify(i);
      }
    } catch (IOException e) {
      failure = String.valueOf(e.getMessage());
    }
    for (String it : group.allgather(failure, TEXT)) {
      if (!it.isEmpty()) {
        if (layer.rank() == 0) {
          refuse(number, "is damaged: " + it, true);
        }
        return null;
      }
    }
    return read;
  }

  /// Refuses a checkpoint of another program: the same on all ranks.
  private void check(Manifest manifest, Predicate<String> record, String ours) {
    String where = CheckpointFolder.of(folder, manifest.number()) + " was saved by ";
    if (!record.test(manifest.record())) {
      throw new WeftException(
          where
              + quoted(manifest.program())
              + " with records of the codec "
              + manifest.record()
              + ", and this program's are "
              + ours
              + "; restart the program that saved it, or convert its records"
              + " (Checkpoints.accepts)");
    }
    for (Map.Entry<String, Map<String, String>> it : manifest.shapes().entrySet()) {
      boolean known = parts.stream().anyMatch(part -> part.name().equals(it.getKey()));
      if (!known && !it.getValue().isEmpty()) {
        throw new WeftException(
            where
                + quoted(manifest.program())
                + " with "
                + it.getKey()
                + ", which this program does not use; restart the program that saved it");
      }
    }
  }

  private static String quoted(String program) {
    return program.isEmpty() ? "a program" : "\"" + program + "\"";
  }

  /// Restores all parts from a checkpoint. Collective; the parts are paused.
  ///
  /// @throws WeftException on all ranks, if one cannot
  void restore(SavedCheckpoint from) {
    if (layer.rank() == 0) {
      from.restartBegins();
    }
    RuntimeException own = null;
    String failure = "";
    try (var files = new Files(from)) {
      for (CheckpointPart part : parts) {
        part.restore(files.of(part));
      }
    } catch (IOException e) {
      failure = e.getMessage() == null ? e.toString() : e.getMessage();
    } catch (RuntimeException e) {
      own = e;
      failure = layer.program().describe(e);
    }
    List<String> failures = group.allgather(failure, TEXT);
    for (int rank = 0; rank < failures.size(); rank++) {
      if (!failures.get(rank).isEmpty()) {
        if (own != null) {
          throw own;
        }
        throw new WeftException(
            "rank " + rank + " cannot restore " + from.folder() + ": " + failures.get(rank));
      }
    }
    parts.forEach(CheckpointPart::restored);
    group.barrier();
    if (layer.rank() == 0) {
      from.restartSucceeded();
    }
  }

  /// The open files of all ranks, each opened when it is first needed.
  private static final class Files implements AutoCloseable {
    private final SavedCheckpoint from;
    private final @Nullable RankFile[] open;

    Files(SavedCheckpoint from) {
      this.from = from;
      this.open = new RankFile[from.manifest().ranks()];
    }

    RankFile file(int rank) throws IOException {
      RankFile file = open[rank];
      if (file == null) {
        file = from.open(rank);
        open[rank] = file;
      }
      return file;
    }

    PartReader of(CheckpointPart part) {
      return new SavedPart(this, part.name());
    }

    @Override
    public void close() throws IOException {
      for (RankFile file : open) {
        if (file != null) {
          file.close();
        }
      }
    }
  }

  /// What one part has saved.
  private record SavedPart(Files files, String name) implements PartReader {
    private static final RankFile.Section NOTHING =
        new RankFile.Section("", new byte[0], new SavedEntries());

    @Override
    public int ranks() {
      return files.from.manifest().ranks();
    }

    @Override
    public Map<String, String> shapes() {
      return files.from.manifest().shapes().getOrDefault(name, Map.of());
    }

    private RankFile.Section section(int rank) throws IOException {
      RankFile.Section section = files.file(rank).section(name);
      return section == null ? NOTHING : section;
    }

    @Override
    public Reader header(int rank) throws IOException {
      byte[] header = section(rank).header();
      return new Reader().wrap(MemorySegment.ofArray(header), 0, header.length);
    }

    @Override
    public SavedEntries entries(int rank) throws IOException {
      return section(rank).entries();
    }

    @Override
    public Reader read(int rank, int entry) throws IOException {
      return files.file(rank).read(section(rank), entry);
    }
  }
}
