// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The unfinished content of a regular file, which several ranks may write at their positions. It
/// is in the same folder, so that it can be renamed.
///
/// [#commit] gives it its name. [#close] removes it otherwise, and so does the end of this JVM by a
/// signal. Only a kill (`kill -9`) leaves it; its name begins with `.weft-` and ends with `.part`.
public final class PartFile implements AutoCloseable {
  private static final int ATTEMPTS = 20;

  /// The time that a thread which is about to commit gets when the JVM ends.
  private static final long MILLIS_TO_END = 500;

  private final Target target;
  private final Path path;
  private final @Nullable PosixFileAttributes old;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::jvmEnds, "weft-end-part");

  private PartFile(Target target, Path path, @Nullable PosixFileAttributes old) {
    this.target = target;
    this.path = path;
    this.old = old;
  }

  /// Opens the part file of a regular file, or of a new one.
  ///
  /// @throws FileException if `file` is anything else, or cannot be written
  public static PartFile open(Path file) throws FileException {
    Target target = Target.of(file);
    requireReplaceable(target);
    try {
      return open(target);
    } catch (IOException e) {
      throw FileException.notWritten(file, e);
    }
  }

  static void requireReplaceable(Target target) throws FileException {
    if (!target.checkKind().isReplaceable()) {
      String what =
          target.kind() == FileKind.REGULAR ? "it is an open file" : target.kind().obstacle();
      throw new FileException(
          target.file(),
          "written",
          what + ", and all ranks write it at once, each at its positions; name a regular file",
          null);
    }
  }

  static PartFile open(Target target) throws IOException {
    Path place = target.place();
    PosixFileAttributes old = target.kind() == FileKind.REGULAR ? attributes(place) : null;
    if (target.kind() == FileKind.REGULAR && !Files.isWritable(place)) {
      throw new AccessDeniedException(place.toString());
    }
    Path path;
    try {
      path = create(place, old);
    } catch (AccessDeniedException e) {
      if (target.kind() == FileKind.MISSING) {
        throw e;
      }
      path = place; // The file can be written, but not its folder.
    }
    var part = new PartFile(target, path, old);
    part.removeAtExit();
    return part;
  }

  private static @Nullable PosixFileAttributes attributes(Path place) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(place, PosixFileAttributeView.class);
    return view == null ? null : view.readAttributes();
  }

  /// Makes the part file. Until it replaces a file, whose permissions it then takes over, only this
  /// user can read it.
  private static Path create(Path place, @Nullable PosixFileAttributes old) throws IOException {
    FileAttribute<?>[] mode =
        old == null
            ? new FileAttribute<?>[0]
            : new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            };
    Path folder = Objects.requireNonNull(place.getParent(), "an absolute file has a folder");
    for (int attempt = 1; ; attempt++) {
      // The name does not depend on that of the file, which may be as long as names can be.
      long number = ThreadLocalRandom.current().nextLong();
      Path path = folder.resolve(".weft-%016x.part".formatted(number));
      try {
        return Files.createFile(path, mode);
      } catch (FileAlreadyExistsException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void removeAtExit() {
    // If the JVM is ending already, this is the work of a shutdown hook, which ends by itself.
    boolean _ = EndHooks.add(hook);
  }

  /// The file in which ranks write, with [java.nio.channels.FileChannel]s or otherwise.
  public Path path() {
    return path;
  }

  OutputStream stream() throws IOException {
    return Files.newOutputStream(
        path, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  /// Finds out whether the file system has room.
  void probe(byte[] bytes) throws IOException {
    if (isInPlace()) {
      Files.newOutputStream(path, StandardOpenOption.WRITE, StandardOpenOption.APPEND).close();
    } else {
      Files.write(path, bytes);
    }
  }

  private boolean isInPlace() {
    return path.equals(target.place());
  }

  /// Lets the content replace the file. Called when all that write to it have closed it.
  ///
  /// @throws FileException if it cannot; the part file is then removed by [#close]
  public void commit() throws FileException {
    try {
      if (!isInPlace()) {
        takeOver();
        rename();
      }
      done.countDown();
    } catch (IOException e) {
      throw FileException.notWritten(target.file(), e);
    }
  }

  /// Gives the part file the permissions, and where possible the owner, of the file that it
  /// replaces.
  private void takeOver() throws IOException {
    PosixFileAttributes old = this.old;
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (old == null || view == null) {
      return;
    }
    PosixFileAttributes own = view.readAttributes();
    try {
      if (!own.group().equals(old.group())) {
        view.setGroup(old.group());
      }
      if (!own.owner().equals(old.owner())) {
        view.setOwner(old.owner());
      }
    } catch (FileSystemException e) {
      // Only root may give files away.
    }
    view.setPermissions(old.permissions());
  }

  private void rename() throws IOException {
    Path place = target.place();
    // A device may have taken its place meanwhile. A rename would replace it.
    FileKind kind = FileKind.of(place);
    if (kind != FileKind.MISSING && kind != FileKind.REGULAR) {
      throw new FileException(target.file(), "written", kind.obstacle(), null);
    }
    try {
      Files.move(path, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      if (kind == FileKind.MISSING) {
        throw e;
      }
      // It is the only file that is mounted in a container, or its folder allows no renames.
      try (OutputStream out =
          Files.newOutputStream(
              place, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
        Files.copy(path, out);
      }
      Files.delete(path);
    }
  }

  /// Removes the part file, unless it was committed.
  @Override
  public void close() {
    remove();
    boolean _ = EndHooks.remove(hook); // one that runs finds nothing to do
  }

  private void jvmEnds() {
    try {
      boolean _ = done.await(MILLIS_TO_END, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      // It removes the file now.
    }
    remove();
  }

  private void remove() {
    if (done.getCount() > 0 && !isInPlace()) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // The failure that led here is reported, and this one would hide it.
      }
    }
    done.countDown();
  }
}
