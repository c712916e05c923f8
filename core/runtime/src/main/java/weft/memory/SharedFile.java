// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The file behind the memory that the processes of a job on one machine share.
///
/// ```
/// 0          control area, see [ControlLayout], rounded up to whole pages
/// control    ring 0→0, ring 0→1, … ring 0→n−1, ring 1→0, … ring n−1→n−1
/// heaps      heap of rank 0, … heap of rank n−1, see [HeapLayout]; from a multiple of 64 KiB on
/// ```
///
/// The file is sparse: unwritten parts take no storage. [Storage] commits a part before it is used.
public final class SharedFile implements Closeable {
  /// The prefix of the files' names, before the job's name.
  public static final String PREFIX = "weft-";

  private static final long PAGE = 4096;

  private final Path path;
  private final RandomAccessFile file;
  private final FileLock lock;

  private SharedFile(Path path, RandomAccessFile file, FileLock lock) {
    this.path = path;
    this.file = file;
    this.lock = lock;
  }

  /// The offset of the rings.
  static long control(int ranks) {
    return (ControlLayout.bytes(ranks) + PAGE - 1) & -PAGE;
  }

  /// The end of the rings.
  static long ringsEnd(int ranks, long ringBytes) {
    return control(ranks) + (long) ranks * ranks * ringBytes;
  }

  /// The offset of the registered heaps.
  public static long heaps(int ranks, long ringBytes) {
    return HeapLayout.roundUp(ringsEnd(ranks, ringBytes));
  }

  /// The bytes of the whole file.
  public static long bytes(int ranks, long ringBytes, HeapLayout heap) {
    return heaps(ranks, ringBytes) + Heaps.bytes(ranks, heap);
  }

  /// The path of the file of job `id`.
  public static Path path(File directory, String id) {
    return directory.toPath().resolve(PREFIX + id);
  }

  /// Makes the file, for this user only, and commits its control area. The file is locked while it
  /// has a name, so that others can recognise a file whose maker is gone.
  ///
  /// @throws IOException if there is no room; its message says what to do
  public static SharedFile create(Path path, int ranks, long ringBytes, HeapLayout heap)
      throws IOException {
    try {
      Files.createFile(
          path,
          PosixFilePermissions.asFileAttribute(
              Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)));
      var file = new RandomAccessFile(path.toFile(), "rw");
      FileLock lock = file.getChannel().lock();
      file.setLength(bytes(ranks, ringBytes, heap));
      Storage.commit(file, 0, control(ranks));
      return new SharedFile(path, file, lock);
    } catch (IOException e) {
      delete(path);
      throw new IOException(
          "the job's memory could not be created in "
              + path.getParent()
              + ": "
              + e
              + "; make room there, or set "
              + Place.VARIABLE
              + " to another directory",
          e);
    }
  }

  /// Unlinks the file: processes keep their mappings, and nothing can be left behind.
  public void unlink() {
    delete(path);
  }

  /// Removes the file at `path`, if it exists.
  public static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // The file stays, and `weft doctor --clean` finds it.
    }
  }

  @Override
  public void close() {
    try {
      lock.release();
      file.close();
    } catch (IOException e) {
      // Nothing was written that could be lost.
    }
  }
}
