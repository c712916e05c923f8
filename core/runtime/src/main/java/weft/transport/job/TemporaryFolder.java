// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// Folders that exist only as long as this process. Their names contain its pid, its start time,
/// and its pid namespace, `weft-PURPOSE-PID-STARTED-NAMESPACE-…`. So the folders of a killed
/// process can be recognised and removed. Containers may share the place without seeing each
/// other's processes, so folders of other namespaces are left alone.
public final class TemporaryFolder {
  private static final String ANY = "[a-z]+";
  private static final int ATTEMPTS = 20;
  private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

  /// The folder of memory that processes share.
  public static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private TemporaryFolder() {}

  /// A new folder in `parent`, for this user alone; its maker removes it. `purpose` is in
  /// lower-case letters.
  public static Path create(Path parent, String purpose) throws IOException {
    long self = Proc.self();
    var name = new StringJoiner("-", "", "-").add("weft").add(purpose).add(Long.toString(self));
    name.add(Long.toString(Math.max(0, Proc.started(self)))).add(namespace());
    return Files.createTempDirectory(parent, name.toString());
  }

  /// The folder in this JVM's temporary directory that all children of this process's parent share
  /// which are of one `job`; it is created if it does not exist. The caller removes it.
  ///
  /// @param job letters and digits: the parent may be the first process of the machine
  /// @throws WeftException if it cannot be created
  public static Path ofParent(String purpose, String job) {
    long self = Proc.self();
    long known = Proc.parent(self);
    // The first process of a container has none.
    long parent = Proc.started(known) == Proc.NONE ? self : known;
    var name = new StringJoiner("-").add("weft").add(purpose).add(Long.toString(parent));
    name.add(Long.toString(Math.max(0, Proc.started(parent)))).add(namespace()).add(job);
    Path folder = ofThisJvm().resolve(name.toString());
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      // Another process was faster.
    } catch (IOException e) {
      throw new WeftException("the folder " + folder + " cannot be created: " + e, e);
    }
    try {
      if (!isOurs(folder)) {
        throw new WeftException(folder + " is not a folder of this user; remove it");
      }
    } catch (IOException e) {
      throw new WeftException("the folder " + folder + " cannot be read: " + e, e);
    }
    return folder;
  }

  /// The number of the namespace in which the kernel counts this process; 0 if unknown.
  private static String namespace() {
    try {
      String number = Files.readSymbolicLink(NAMESPACE).toString().replaceAll("\\D", "");
      return number.isEmpty() ? "0" : number;
    } catch (IOException | UnsupportedOperationException e) {
      return "0";
    }
  }

  /// A new folder in `parent`, removed when this process ends.
  ///
  /// @throws WeftException if none can be created
  public static Path untilExit(Path parent, String purpose) {
    try {
      Path folder = create(parent, purpose);
      removeAtExit(folder);
      return folder;
    } catch (IOException e) {
      throw noFolder(parent, e);
    }
  }

  private static void removeAtExit(Path folder) {
    try {
      Runtime.getRuntime().addShutdownHook(lastAttempt(folder));
    } catch (IllegalStateException e) {
      delete(folder); // This process is already ending, so a shutdown hook would be too late.
      throw e;
    }
  }

  /// The same in this JVM's temporary directory, or in shared memory if that is not writable.
  public static Path untilExit(String purpose) {
    return untilExit(byDefault(), purpose);
  }

  /// A new folder there; the caller removes it.
  ///
  /// @throws WeftException if none can be created
  public static Path create(String purpose) {
    Path parent = byDefault();
    try {
      return create(parent, purpose);
    } catch (IOException e) {
      throw noFolder(parent, e);
    }
  }

  private static Path byDefault() {
    Path own = ofThisJvm();
    boolean shared = !Files.isWritable(own) && Files.isWritable(SHARED_MEMORY);
    return shared ? SHARED_MEMORY : own;
  }

  private static WeftException noFolder(Path parent, IOException cause) {
    return new WeftException(
        "no folder can be created in "
            + parent
            + " ("
            + cause
            + "): free some space there"
            + (parent.equals(ofThisJvm())
                ? ", or name another place: JDK_JAVA_OPTIONS=-Djava.io.tmpdir=DIR"
                : ""),
        cause);
  }

  private static Path ofThisJvm() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /// The directory for temporary files of programs that are not Java programs, in this environment.
  public static Path place(Map<String, String> environment) {
    String folder = environment.getOrDefault("TMPDIR", "");
    return Path.of(folder.isEmpty() ? "/tmp" : folder);
  }

  /// The folders of this user whose process was killed.
  public static List<Path> stale() {
    return stale(ANY);
  }

  private static List<Path> stale(String purpose) {
    var name =
        Pattern.compile("weft-" + purpose + "-(\\d{1,18})-(\\d{1,18})-" + namespace() + "-.*");
    var stale = new ArrayList<Path>();
    for (Path parent :
        new LinkedHashSet<>(List.of(SHARED_MEMORY, place(System.getenv()), ofThisJvm()))) {
      try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, "weft-*")) {
        for (Path folder : folders) {
          if (isLeft(name.matcher(folder.getFileName().toString())) && isOurs(folder)) {
            stale.add(folder);
          }
        }
      } catch (IOException | UnsupportedOperationException e) {
        // There is no such place, or the system does not report the owners of files.
      }
    }
    return stale;
  }

  /// Removes stale folders, and returns their number.
  public static int clean() {
    return clean(ANY);
  }

  /// Removes stale folders of one purpose, and returns their number.
  public static int clean(String purpose) {
    List<Path> stale = stale(purpose);
    stale.forEach(TemporaryFolder::delete);
    return stale.size();
  }

  private static boolean isLeft(Matcher named) {
    return named.matches()
        && Proc.started(Long.parseLong(named.group(1))) != Long.parseLong(named.group(2));
  }

  /// Any user may put a file of any name into these places, and root may be the user that removes
  /// it.
  private static boolean isOurs(Path folder) throws IOException {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
            .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  /// Removes a folder with all that is in it, even while other processes remove it as well, or
  /// still write to it. A file that cannot be removed stays, such as an open file on Windows. All
  /// others are removed. It is tried again when this process ends, which says so if it still stays.
  public static void delete(Path root) {
    IOException refusal = remove(root, Files::deleteIfExists);
    if (refusal != null) {
      try {
        Runtime.getRuntime().addShutdownHook(lastAttempt(root));
      } catch (IllegalStateException e) {
        say(root, refusal); // This process is already ending.
      }
    }
  }

  private static Thread lastAttempt(Path root) {
    Runnable attempt =
        () -> {
          IOException refusal = remove(root, Files::deleteIfExists);
          if (refusal != null) {
            say(root, refusal);
          }
        };
    return new Thread(attempt, "weft-remove-folder");
  }

  private static void say(Path root, IOException refusal) {
    System.err.println(
        "weft: the temporary folder "
            + root
            + " could not be removed ("
            + refusal
            + "); remove it when no program uses it");
  }

  /// An action that removes one file, if it exists.
  @FunctionalInterface
  interface Remover {
    /// Does it.
    void remove(Path file) throws IOException;
  }

  /// Removes what `remover` can. Returns the reason why files remain, or null if none remain.
  static @Nullable IOException remove(Path root, Remover remover) {
    IOException refusal = null;
    for (int attempt = 0;
        attempt < ATTEMPTS && Files.exists(root, LinkOption.NOFOLLOW_LINKS);
        attempt++) {
      refusal = null;
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          try {
            remover.remove(file);
          } catch (DirectoryNotEmptyException e) {
            // A process has added a file, or one that is in it was refused.
          } catch (IOException e) {
            refusal = e;
          }
        }
      } catch (NoSuchFileException e) {
        // Another process has removed a file: try again.
      } catch (UncheckedIOException e) {
        refusal = e.getCause(); // The same, or a folder that cannot be read.
      } catch (IOException e) {
        return e;
      }
      if (refusal != null && !(refusal instanceof NoSuchFileException)) {
        break; // It would be refused again.
      }
    }
    return Files.exists(root, LinkOption.NOFOLLOW_LINKS)
        ? Objects.requireNonNullElseGet(
            refusal, () -> new IOException("other processes write to it"))
        : null;
  }
}
