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

/// The file behind a job's memory.
///
/// ```
/// 0          control area, see [ControlLayout], rounded up to whole pages
/// control    ring 0→0, ring 0→1, … ring 0→n−1, ring 1→0, … ring n−1→n−1
/// ```
///
/// The file is sparse: what nobody has written takes no storage. Touching a mapped page for which
/// there is none kills the JVM's thread with an InternalError; therefore storage is committed by an
/// ordinary write first, which reports a full disk as an exception.
final class SharedFile implements Closeable {
  /// How the files are called, before the job's name.
  static final String PREFIX = "weft-";

  private static final long PAGE = 4096;
  private static final int CHUNK = 1 << 16;

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

  /// The bytes of the whole file.
  static long bytes(int ranks, long ringBytes) {
    return control(ranks) + (long) ranks * ranks * ringBytes;
  }

  /// Where the file of job `id` is made.
  static Path path(File directory, String id) {
    return directory.toPath().resolve(PREFIX + id);
  }

  /// Makes the file, for this user only, and commits its control area. While it has a name it is
  /// locked, so that [Jobs] can tell a file whose host is gone.
  ///
  /// @throws WeftException when there is no room
  static SharedFile create(Path path, int ranks, long ringBytes) {
    try {
      Files.createFile(
          path,
          PosixFilePermissions.asFileAttribute(
              Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)));
      var file = new RandomAccessFile(path.toFile(), "rw");
      FileLock lock = file.getChannel().lock();
      file.setLength(bytes(ranks, ringBytes));
      commit(file, 0, control(ranks));
      return new SharedFile(path, file, lock);
    } catch (IOException e) {
      delete(path);
      throw new WeftException(
          "the job's memory could not be made in "
              + path.getParent()
              + ": "
              + e.getMessage()
              + "; make room there, or set "
              + SegmentPlan.DIRECTORY
              + " to another directory",
          e);
    }
  }

  /// Gives `bytes` bytes of `file` from `from` on, which hold zeros, the storage that they need.
  static void commit(RandomAccessFile file, long from, long bytes) throws IOException {
    var zeros = new byte[(int) Math.min(bytes, CHUNK)];
    file.seek(from);
    for (long done = 0; done < bytes; done += zeros.length) {
      file.write(zeros, 0, (int) Math.min(zeros.length, bytes - done));
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
