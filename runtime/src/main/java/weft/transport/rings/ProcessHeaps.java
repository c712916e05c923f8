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

/// The registered heaps of the ranks of one process: made when the first of them is used, since
/// most jobs use none.
///
/// They are in a file without a name, and not in memory that an arena allocates, because that would
/// be zeroed, and so take all its storage at once. That is for machines on which no file can be
/// written.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class ProcessHeaps implements AutoCloseable {
  private static final long PAGE = 4096;

  /// A place that nobody has named and that has less than this is passed over.
  private static final long LEAST_PLACE = 8L << 20;

  /// Without a file the heaps of all ranks take this part of what the JVM may have...
  private static final int PART = 4;

  /// ...and each has so many bytes.
  private static final long LEAST_WITHOUT_FILE = 1L << 20;

  private static final long MOST_WITHOUT_FILE = 16L << 20;

  private final int ranks;
  private final HeapLayout layout;
  private @Nullable RandomAccessFile file;
  private @Nullable File named;
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

  /// The heaps that `ranks` ranks of one process can have where nobody has said how large they are
  /// to be: `usual` ones, or small ones in memory without a file, which takes it all at once, where
  /// no place for a file is to be seen.
  public static HeapLayout fitting(int ranks, HeapLayout usual) {
    return fitting(ranks, usual, Runtime.getRuntime().maxMemory(), places(ranks, usual));
  }

  static HeapLayout fitting(int ranks, HeapLayout usual, long memory, List<Place> places) {
    if (!places.isEmpty()) {
      return usual;
    }
    // A heap's extent is twice its bytes.
    long share = memory / PART / ranks / 2;
    long bytes = Math.min(MOST_WITHOUT_FILE, Math.max(LEAST_WITHOUT_FILE, share));
    return new HeapLayout(Math.min(usual.bytes(), bytes), usual.checked());
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
              + " each) could not be made: "
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
        // Windows keeps the name of a file that is open; then it goes with the job.
        path.toFile().deleteOnExit();
        named = path.toFile();
      }
    }
    try {
      made.setLength(Heaps.bytes(ranks, layout));
      // A place is known to be good when it has taken a page.
      Storage.commit(made, 0, PAGE);
      Heaps mapped = Heaps.map(made, directory, 0, ranks, layout);
      file = made;
      return mapped;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  /// How the file is called for a moment.
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

  /// Where heaps of so many bytes may be, the best place first. The one that the user has named is
  /// best. Else it is shared memory if all heaps fit, since a file on a disk is written to it now
  /// and then.
  static List<Place> places(long bytes, boolean given, Place shared, Place temporary) {
    boolean best = given || bytes <= shared.free() || shared.free() >= temporary.free();
    var places = new ArrayList<>(best ? List.of(shared, temporary) : List.of(temporary, shared));
    long least = Math.min(bytes, LEAST_PLACE);
    places.removeIf(it -> it.free() < (given && it.equals(shared) ? 1 : least));
    return places;
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
    if (named != null) {
      boolean _ = named.delete();
    }
  }
}
