// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.memory.HeapLayout;
import weft.memory.Heaps;
import weft.memory.Place;
import weft.memory.Storage;

/// The registered heaps of the ranks of one process: made when the first of them is used, since
/// most jobs use none.
///
/// They are in a file without a name, and not in memory that an arena allocates, because that would
/// be zeroed, and so take all its storage at once.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class ProcessHeaps implements AutoCloseable {
  private final int ranks;
  private final HeapLayout layout;
  private @Nullable RandomAccessFile file;
  private @Nullable Heaps heaps;
  private boolean closed;

  /// Heaps for `ranks` ranks, each laid out so.
  public ProcessHeaps(int ranks, HeapLayout layout) {
    this.ranks = ranks;
    this.layout = layout;
  }

  /// The heaps, made now if need be.
  ///
  /// @throws weft.WeftException when that is not possible, or the job is over
  public synchronized Heaps get() {
    if (closed) {
      throw new weft.WeftException("the job is over, and its registered heap with it");
    }
    if (heaps == null) {
      heaps = make();
    }
    return heaps;
  }

  private Heaps make() {
    File directory = directory();
    try {
      Path path = Files.createTempFile(directory.toPath(), prefix(), "");
      RandomAccessFile made;
      try {
        made = new RandomAccessFile(path.toFile(), "rw");
      } finally {
        Files.delete(path);
      }
      file = made;
      made.setLength(Heaps.bytes(ranks, layout));
      return Heaps.map(made, directory, 0, ranks, layout);
    } catch (IOException e) {
      throw new weft.WeftException(
          "the registered heaps of "
              + ranks
              + " ranks ("
              + Storage.size(layout.bytes())
              + " each) could not be made in "
              + directory
              + ": "
              + e
              + "; set "
              + Place.VARIABLE
              + " to another directory, or use a smaller heap",
          e);
    }
  }

  /// How the file is called for a moment.
  static String prefix() {
    return "weft-heap-" + ProcessHandle.current().pid() + "-";
  }

  /// Where the storage is: in shared memory if all heaps fit, since a file on a disk is written to
  /// it now and then.
  private File directory() {
    Place shared = Place.shared(System.getenv());
    Place temporary = Place.temporary();
    boolean fits = ranks * layout.bytes() <= shared.free();
    return fits || shared.free() >= temporary.free() ? shared.directory() : temporary.directory();
  }

  /// Gives the memory back.
  @Override
  public synchronized void close() {
    closed = true;
    if (heaps != null) {
      heaps.close();
    }
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        // Nothing was written that anybody wants.
      }
    }
  }
}
