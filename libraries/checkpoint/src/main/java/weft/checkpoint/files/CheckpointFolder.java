// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The folder with the checkpoints of one job, which rank 0 holds: it is locked until it is closed.
///
/// A checkpoint is written in a folder whose name begins with a dot and ends with `.part`, and gets
/// its name when it is complete. One that is no longer needed loses its name first. So whatever has
/// a name is complete, at whatever moment a process was killed.
public final class CheckpointFolder implements AutoCloseable {
  private static final String PREFIX = "checkpoint-";
  private static final String LOCK = ".lock";

  /// The folders that jobs of this JVM hold, by their real paths. A second channel of a lock file
  /// would release the lock when it is closed.
  private static final Map<Path, CheckpointFolder> HELD = new HashMap<>();

  private final Path folder;
  private final Path place;
  private final FileChannel channel;

  /// The thread of rank 0. If it has ended, a job that failed has left the folder open.
  private final Thread holder = Thread.currentThread();

  /// Checkpoints that were found damaged: they do not count among those that are kept.
  private final Set<Long> damaged = new HashSet<>();

  private CheckpointFolder(Path folder, Path place, FileChannel channel) {
    this.folder = folder;
    this.place = place;
    this.channel = channel;
  }

  /// Opens a folder, and creates it where needed.
  ///
  /// @param owner who opens it, in words
  /// @throws LockedException if another job holds it
  /// @throws IOException if it cannot be written
  public static CheckpointFolder open(Path folder, String owner) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException("it is a file; name a folder");
    }
    Files.createDirectories(folder);
    Path place = folder.toRealPath();
    synchronized (HELD) {
      CheckpointFolder held = HELD.get(place);
      if (held != null && held.holder.isAlive()) {
        throw new LockedException("another job of this process");
      }
      if (held != null) {
        held.close();
      }
      // One that comes from now on is for this job.
      boolean old = Files.exists(stopRequest(folder));
      CheckpointFolder opened = new CheckpointFolder(folder, place, lock(folder, owner));
      if (old) {
        Files.deleteIfExists(stopRequest(folder));
      }
      HELD.put(place, opened);
      opened.removeHidden();
      return opened;
    }
  }

  private static FileChannel lock(Path folder, String owner) throws IOException {
    DamagedException.checkFile(folder.resolve(LOCK));
    FileChannel channel =
        FileChannel.open(
            folder.resolve(LOCK),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      @Nullable FileLock lock = channel.tryLock();
      if (lock == null) {
        var holder = ByteBuffer.allocate(200);
        channel.read(holder, 0);
        throw new LockedException(
            new String(holder.array(), 0, holder.position(), StandardCharsets.UTF_8).strip());
      }
      channel.truncate(0).write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// Thrown if another job saves its checkpoints in the folder. The message says which.
  public static final class LockedException extends IOException {
    private static final long serialVersionUID = 1;

    LockedException(String holder) {
      super(holder);
    }
  }

  /// Removes what a process has left that was killed while it wrote or removed a checkpoint.
  private void removeHidden() throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "." + PREFIX + "*")) {
      for (Path it : left) {
        delete(it);
      }
    }
  }

  /// The file by which a job is asked to save a checkpoint, and to end.
  public static Path stopRequest(Path folder) {
    return folder.resolve(".stop");
  }

  /// Whether a job has ever opened the folder.
  public static boolean wasOpened(Path folder) {
    return Files.exists(folder.resolve(LOCK));
  }

  // Names.

  /// The folder of checkpoint `number`.
  public static Path of(Path folder, long number) {
    return folder.resolve("%s%06d".formatted(PREFIX, number));
  }

  /// The folder in which checkpoint `number` is written.
  public static Path part(Path folder, long number) {
    return folder.resolve(".%s%06d.part".formatted(PREFIX, number));
  }

  /// The number of the checkpoint that `path` names, as in `saved/checkpoint-000012`; −1 if it
  /// names a folder of checkpoints.
  public static long number(Path path) {
    Path name = path.getFileName();
    String text = name == null ? "" : name.toString();
    return text.matches(PREFIX + "[0-9]{6,18}")
        ? Long.parseLong(text.substring(PREFIX.length()))
        : -1;
  }

  /// The folder of checkpoints that `path` names, or in which the checkpoint is that it names.
  public static Path folder(Path path) {
    if (number(path) < 0) {
      return path;
    }
    Path parent = path.getParent();
    return parent == null ? Path.of("") : parent;
  }

  /// The numbers of the checkpoints in a folder, the last one first; none if there is no such
  /// folder.
  ///
  /// @throws IOException if it cannot be read
  public static List<Long> numbers(Path folder) throws IOException {
    var numbers = new ArrayList<Long>();
    if (!Files.isDirectory(folder)) {
      return numbers; // To open a pipe as a folder would wait for its writer.
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, PREFIX + "*")) {
      for (Path it : all) {
        long number = number(it);
        if (number >= 0) {
          numbers.add(number);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
    numbers.sort(Comparator.reverseOrder());
    return numbers;
  }

  // Saving.

  /// The number of the next checkpoint.
  ///
  /// @throws IOException if the folder cannot be read
  public long next() throws IOException {
    List<Long> numbers = numbers(folder);
    return numbers.isEmpty() ? 1 : numbers.getFirst() + 1;
  }

  /// The bytes that are left on the disk.
  ///
  /// @throws IOException if that cannot be found
  public long room() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  /// Creates the folder in which checkpoint `number` is written, and returns it.
  ///
  /// @throws IOException if it cannot be created
  public Path begin(long number) throws IOException {
    Files.createDirectories(folder); // The user may have removed it.
    Path part = part(folder, number);
    delete(part);
    return Files.createDirectory(part);
  }

  /// Completes a checkpoint whose files are all on the disk.
  ///
  /// @throws IOException if it is not complete; it then has no name
  public void commit(Manifest manifest) throws IOException {
    Path part = part(folder, manifest.number());
    for (int rank = 0; rank < manifest.ranks(); rank++) {
      long size = sizeOf(part.resolve(Manifest.fileOf(rank)));
      if (size != manifest.files().get(rank).bytes()) {
        throw new IOException(
            "rank "
                + rank
                + " has written "
                + manifest.files().get(rank).bytes()
                + " bytes, and rank 0 "
                + (size < 0 ? "does not see its file" : "sees " + size)
                + "; all hosts must share the folder");
      }
    }
    Path file = part.resolve(Manifest.NAME);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap(manifest.text().getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    force(part);
    Files.move(part, of(folder, manifest.number()), StandardCopyOption.ATOMIC_MOVE);
    force(folder);
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return -1;
    }
  }

  /// Waits until the names in a folder are on the disk, where the system can do that.
  private static void force(Path folder) {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    } catch (IOException e) {
      // Only some systems open folders.
    }
  }

  /// Removes a checkpoint that was not completed.
  public void discard(long number) {
    try {
      delete(part(folder, number));
    } catch (IOException e) {
      // The reason why it was not completed is reported, and the next one to open the folder tries
      // again.
    }
  }

  /// Does not count checkpoint `number` among those that are kept.
  public void damaged(long number) {
    damaged.add(number);
  }

  /// Removes all but the last `keep` good checkpoints, and damaged ones before these.
  ///
  /// @throws IOException if one cannot be removed
  public void prune(int keep) throws IOException {
    int good = 0;
    for (long number : numbers(folder)) {
      if (good == keep) {
        Path hidden = folder.resolve(".%s%06d.gone".formatted(PREFIX, number));
        Files.move(of(folder, number), hidden, StandardCopyOption.ATOMIC_MOVE);
        delete(hidden);
      } else if (!damaged.contains(number)) {
        good++;
      }
    }
  }

  private static void delete(Path root) throws IOException {
    if (Files.notExists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void close() {
    synchronized (HELD) {
      HELD.remove(place, this);
    }
    try {
      channel.close(); // which unlocks it
    } catch (IOException e) {
      // The end of the process unlocks it.
    }
  }
}
