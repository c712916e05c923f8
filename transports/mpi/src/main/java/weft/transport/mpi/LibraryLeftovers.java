// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.transport.job.JobDirectory;

/// Files that MPICH and UCX leave in shared memory when their ranks end within MPI_Init. This
/// happens when shared memory is full. The files still have names, but their processes are gone.
final class LibraryLeftovers {
  private static final Path PROCESSES = Path.of("/proc");

  private LibraryLeftovers() {}

  /// Removes files in `place` that were created at `since` (milliseconds since 1970) or later and
  /// that no process of this user has open or mapped.
  ///
  /// @return the number of removed files
  static int remove(Path place, long since) {
    var left = new ArrayList<Path>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(place, "{mpich_shar_tmp,ucx_shm_posix_}*")) {
      for (Path file : files) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && JobDirectory.isOwn(file)
            && Files.getLastModifiedTime(file).toMillis() >= since) {
          left.add(file);
        }
      }
    } catch (IOException e) {
      return 0; // The directory does not exist, or another process removes a file at the same time.
    }
    if (left.isEmpty()) {
      return 0;
    }
    removeUsed(left);
    int removed = 0;
    for (Path file : left) {
      removed += file.toFile().delete() ? 1 : 0;
    }
    return removed;
  }

  /// Removes from `files` those that some process uses.
  private static void removeUsed(List<Path> files) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        String maps = text(process.resolve("maps"));
        List<Path> open = open(process.resolve("fd"));
        files.removeIf(file -> maps.contains(file.toString()) || open.contains(file));
      }
    } catch (IOException e) {
      files.clear(); // It is unknown which files are in use.
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // It has ended, or belongs to another user, who cannot open our files.
    }
  }

  private static List<Path> open(Path descriptors) {
    var open = new ArrayList<Path>();
    try (DirectoryStream<Path> links = Files.newDirectoryStream(descriptors)) {
      for (Path link : links) {
        open.add(Files.readSymbolicLink(link));
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      return open; // As above.
    }
    return open;
  }
}
