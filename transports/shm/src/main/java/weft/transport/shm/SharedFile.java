// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

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
import weft.WeftException;
import weft.memory.ControlLayout;
import weft.memory.HeapLayout;
import weft.memory.Heaps;
import weft.memory.Place;
import weft.memory.Storage;

/// The file behind a job's memory.
///
/// ```
/// 0          control area, see [ControlLayout], rounded up to whole pages
/// control    ring 0→0, ring 0→1, … ring 0→n−1, ring 1→0, … ring n−1→n−1
/// heaps      heap of rank 0, … heap of rank n−1, see [HeapLayout]; from a multiple of 64 KiB on
/// ```
///
/// The file is sparse: what nobody has written takes no storage, and is committed by [Storage]
/// before it is used.
final class SharedFile implements Closeable {
  /// How the files are called, before the job's name.
  static final String PREFIX = "weft-";

  private static final long PAGE = 4096;

  private final Path path;
  private final RandomAccessFile file;
  private final FileLock lock;

  private SharedFile(Path path, RandomAccessFile file, FileLock lock) {
    this.path = path;
    this.file = file;
    this.lock = lock;
  }

  /// Where in the file the rings begin.
  static long control(int ranks) {
    return (ControlLayout.bytes(ranks) + PAGE - 1) & -PAGE;
  }

  /// Where the rings end.
  static long ringsEnd(int ranks, long ringBytes) {
    return control(ranks) + (long) ranks * ranks * ringBytes;
  }

  /// Where in the file the registered heaps begin.
  static long heaps(int ranks, long ringBytes) {
    return HeapLayout.roundUp(ringsEnd(ranks, ringBytes));
  }

  /// The bytes of the whole file.
  static long bytes(int ranks, long ringBytes, HeapLayout heap) {
    return heaps(ranks, ringBytes) + Heaps.bytes(ranks, heap);
  }

  /// Where the file of job `id` is made.
  static Path path(File directory, String id) {
    return directory.toPath().resolve(PREFIX + id);
  }

  /// Makes the file, for this user only, and commits its control area. While it has a name it is
  /// locked, so that [Jobs] can tell a file whose host is gone.
  ///
  /// @throws WeftException when there is no room
  static SharedFile create(Path path, int ranks, long ringBytes, HeapLayout heap) {
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
      throw new WeftException(
          "the job's memory could not be made in "
              + path.getParent()
              + ": "
              + e.getMessage()
              + "; make room there, or set "
              + Place.VARIABLE
              + " to another directory",
          e);
    }
  }

  /// Takes the file's name away: who has mapped it keeps it, and nothing can be left behind.
  void unlink() {
    delete(path);
  }

  static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // It stays, and is found by `Jobs.clean`.
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
