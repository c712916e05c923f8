// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.io.IOException;
import java.time.Instant;
import java.util.function.Function;
import weft.WeftException;
import weft.checkpoint.files.RankFile;
import weft.checkpoint.files.SavedCheckpoint;
import weft.codec.Reader;

/// The records of a checkpoint from which a job goes on. Read them before the job saves again: then
/// their files are closed, and older checkpoints are removed. Until then they can be read even if
/// another job removes the checkpoint.
///
/// @param <R> the type of the records
public final class Restored<R> {
  private final SavedCheckpoint from;
  private final OpenFiles files;
  private final Function<Reader, R> decoder;
  private boolean closed;

  Restored(OpenFiles files, Function<Reader, R> decoder) {
    this.from = files.from();
    this.files = files;
    this.decoder = decoder;
  }

  /// Closes the files: the job saves.
  void close() {
    closed = true;
    files.close();
  }

  /// The number of ranks that had saved, which may differ from the number of ranks now.
  public int ranks() {
    return from.manifest().ranks();
  }

  /// The number of the checkpoint.
  public long number() {
    return from.manifest().number();
  }

  /// When it was saved.
  public Instant saved() {
    return from.manifest().saved();
  }

  /// The record that rank 0 had saved: the right one if the records of all ranks were alike.
  public R record() {
    return record(0);
  }

  /// The record that `rank` of the job that saved had given. Each call reads and decodes it.
  ///
  /// @throws WeftException if it cannot be read or decoded
  public R record(int rank) {
    if (rank < 0 || rank >= ranks()) {
      throw new IndexOutOfBoundsException(
          "the record of rank " + rank + " of a checkpoint of the ranks 0 to " + (ranks() - 1));
    }
    try {
      RankFile file = files.file(rank);
      RankFile.Section section = file.section(Saver.RECORD);
      if (section == null || section.entries().count() != 1) {
        throw new WeftException("the checkpoint " + from.folder() + " holds no record");
      }
      return decoder.apply(file.read(section, 0));
    } catch (IOException e) {
      throw new WeftException(
          "the record of rank "
              + rank
              + " in "
              + from.folder()
              + " cannot be read: "
              + e.getMessage()
              + (closed ? "; read all records before the job saves again" : ""),
          e);
    } finally {
      if (closed) {
        files.close();
      }
    }
  }
}
