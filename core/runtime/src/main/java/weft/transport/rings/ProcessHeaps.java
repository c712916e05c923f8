// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.memory.HeapLayout;
import weft.memory.Heaps;
import weft.memory.Place;
import weft.memory.Storage;

/// The registered heaps of the ranks of one process. They are created at the first use, since most
/// jobs use none.
///
/// They are in an unlinked file. Memory from an arena would be zeroed, and so take all its storage
/// at once. It is used only on machines on which no file can be written.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class ProcessHeaps implements AutoCloseable {
  private static final long PAGE = 4096;

  /// A place with less room than this is skipped, unless the user has named it.
  private static final long LEAST_PLACE = 8L << 20;

  /// Without a file, the heaps of all ranks take this part of the JVM's maximum memory......
  private static final int PART = 4;

  /// ...and each has at least this many bytes.
  private static final long LEAST_WITHOUT_FILE = 1L << 20;

  private static final long MOST_WITHOUT_FILE = 16L << 20;

  private final int ranks;
  private final HeapLayout layout;
  private @Nullable RandomAccessFile file;
  private @Nullable File named;
  private @Nullable Heaps heaps;
  private boolean closed;

  /// Heaps for `ranks` ranks, each with this layout.
  public ProcessHeaps(int ranks, HeapLayout layout) {
    this.ranks = ranks;
    this.layout = layout;
  }

  /// The heaps, which are created at the first call.
  ///
  /// @throws weft.WeftException if that is not possible, or the job is over
  public synchronized Heaps get() {
    if (closed) {
      throw new weft.WeftException("the job is over, and its registered heap with it");
    }
    if (heaps == null) {
      heaps = make();
    }
    return heaps;
  }

  /// The default heaps for `ranks` ranks of one process. They are `wanted` ones, or small ones if
  /// no place for a file is found. The small ones are in memory without a file, which is allocated
  /// all at once.
  public static HeapLayout fitting(int ranks, HeapLayout wanted) {
    return fitting(ranks, wanted, Runtime.getRuntime().maxMemory(), places(ranks, wanted));
  }

  static HeapLayout fitting(int ranks, HeapLayout wanted, long memory, List<Place> places) {
    if (!places.isEmpty()) {
      return wanted;
    }
    // A heap's extent is twice its bytes.
    long share = memory / PART / ranks / 2;
    long bytes = Math.min(MOST_WITHOUT_FILE, Math.max(LEAST_WITHOUT_FILE, share));
    return new HeapLayout(Math.min(wanted.bytes(), bytes), wanted.checked());
  }

  private Heaps make() {
    var reasons = new StringBuilder();
    for (Place place : places(ranks, layout)) {
      try {
        return make(place.directory());
      } catch (IOException e) {
        reasons.append(place.directory()).append(": ").append(e).append("; ");
      }
    }
    try {
      return Heaps.allocate(ranks, layout);
    } catch (OutOfMemoryError e) {
      throw new weft.WeftException(
          "the registered heaps of "
              + ranks
              + " ranks ("
              + Storage.size(layout.bytes())
              + " each) could not be created: "
              + (reasons.isEmpty() ? "no place for a file can be written; " : reasons)
              + e.getMessage()
              + "; set "
              + Place.VARIABLE
              + " to a directory that can be written, or use a smaller heap",
          e);
    }
  }

  private Heaps make(File directory) throws IOException {
    Path path = Files.createTempFile(directory.toPath(), prefix(), "");
    RandomAccessFile made;
    try {
      made = new RandomAccessFile(path.toFile(), "rw");
    } finally {
      if (!path.toFile().delete()) {
        // Windows cannot unlink an open file; it is removed at the end of the process.
        path.toFile().deleteOnExit();
        named = path.toFile();
      }
    }
    try {
      made.setLength(Heaps.bytes(ranks, layout));
      // A place is usable if a page can be written to it.
      Storage.commit(made, 0, PAGE);
      Heaps mapped = Heaps.map(made, directory, 0, ranks, layout);
      file = made;
      return mapped;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  /// The prefix of the file's name until it is unlinked.
  static String prefix() {
    return "weft-heap-" + ProcessHandle.current().pid() + "-";
  }

  private static List<Place> places(int ranks, HeapLayout layout) {
    Map<String, String> environment = System.getenv();
    return places(
        ranks * layout.bytes(),
        Place.isGiven(environment),
        Place.shared(environment),
        Place.temporary());
  }

  /// The possible places for heaps of this size, the best first. A place that the user has named is
  /// best. Otherwise shared memory is best if all heaps fit, since the kernel writes a file on a
  /// disk back from time to time.
  static List<Place> places(long bytes, boolean given, Place shared, Place temporary) {
    boolean best = given || bytes <= shared.free() || shared.free() >= temporary.free();
    var places = new ArrayList<>(best ? List.of(shared, temporary) : List.of(temporary, shared));
    long least = Math.min(bytes, LEAST_PLACE);
    places.removeIf(it -> it.free() < (given && it.equals(shared) ? 1 : least));
    return places;
  }

  /// Releases the memory.
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
        // The file holds no data that is needed.
      }
    }
    if (named != null) {
      boolean _ = named.delete();
    }
  }
}
