// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.checkpoint.files.RankFile;
import weft.checkpoint.files.SavedCheckpoint;
import weft.checkpoint.part.CheckpointPart;
import weft.checkpoint.part.PartReader;
import weft.checkpoint.part.SavedEntries;
import weft.codec.Reader;

/// The files of all ranks of a checkpoint, all opened at once: what is open can be read when the
/// job that saves there has removed the checkpoint.
final class OpenFiles implements AutoCloseable {
  private final SavedCheckpoint from;
  private final @Nullable RankFile[] open;

  /// Opens all files.
  ///
  /// @throws IOException if one cannot be opened; none is open then
  OpenFiles(SavedCheckpoint from) throws IOException {
    this.from = from;
    this.open = new RankFile[from.manifest().ranks()];
    try {
      for (int rank = 0; rank < open.length; rank++) {
        open[rank] = from.open(rank);
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /// The checkpoint.
  SavedCheckpoint from() {
    return from;
  }

  /// The file of one rank.
  ///
  /// @throws IOException if the files have been closed, and it cannot be opened again
  RankFile file(int rank) throws IOException {
    RankFile file = open[rank];
    if (file == null) {
      file = from.open(rank);
      open[rank] = file;
    }
    return file;
  }

  /// Discards what no record needs.
  void keepRecords() {
    for (RankFile file : open) {
      if (file != null) {
        file.keepOnly(Saver.RECORD);
      }
    }
  }

  /// What one part has saved.
  PartReader of(CheckpointPart part) {
    return new SavedPart(this, part.name());
  }

  @Override
  public void close() {
    for (int rank = 0; rank < open.length; rank++) {
      RankFile file = open[rank];
      open[rank] = null;
      if (file != null) {
        try {
          file.close();
        } catch (IOException e) {
          // It was only read.
        }
      }
    }
  }

  /// What one part has saved.
  private record SavedPart(OpenFiles files, String name) implements PartReader {
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
