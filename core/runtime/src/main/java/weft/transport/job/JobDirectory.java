// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.WeftException;

/// The directory of one job, which only its user can enter.
///
/// ```
/// <XDG_RUNTIME_DIR, else the temporary directory, /tmp or /dev/shm>/weft-<user>/<id>/
///     job.properties   whose it is, see [JobInfo]
///     control.sock     where its host listens
///     r<rank>.sock     the doorbell of a rank
/// ```
///
/// The directory that a rank makes for its job is first called `.<id>-<process>`, until it is
/// complete. A process that removes a directory calls it so meanwhile.
public final class JobDirectory {
  /// The bytes of a job's random name.
  public static final int ID_BYTES = 6;

  /// The file that describes the job.
  public static final String PROPERTIES = "job.properties";

  // The kernel's limit for the name of a socket is 108 bytes with the zero at its end.
  private static final int SOCKET_NAME = 107;

  /// The hidden name, with the number of the process that prepares it.
  private static final Pattern PREPARED = Pattern.compile("\\.[0-9a-f]+-(\\d{1,18})");

  /// Held by the thread of this process that removes directories.
  private static final Object REMOVAL = new Object();

  private final String id;
  private final Path path;

  private JobDirectory(String id, Path path) {
    this.id = id;
    this.path = path;
  }

  /// Makes the directory of a new job.
  ///
  /// @throws WeftException if no place for it is usable
  public static JobDirectory create() {
    return create("");
  }

  /// Makes the directory of a job for which no launcher does it. This JVM may be killed at any
  /// moment. It is hidden until [#publish], and its name identifies the JVM, so that
  /// [#removeKilled] finds it after a kill.
  public static JobDirectory prepare() {
    return create(hidden());
  }

  /// Makes it in `home`.
  static JobDirectory prepare(Path home) throws IOException {
    return create(home, hidden());
  }

  private static String hidden() {
    return String.valueOf(Proc.self());
  }

  private static JobDirectory create(String process) {
    var reasons = new StringBuilder();
    for (Path home : homes()) {
      try {
        return create(home, process);
      } catch (WeftException e) {
        reasons.append("\n  ").append(e.getMessage());
      } catch (IOException e) {
        reasons.append("\n  ").append(e); // Its message alone is often no more than a path.
      }
    }
    throw new WeftException(
        "no directory for the job could be made; set XDG_RUNTIME_DIR to a folder of yours that can"
            + " be written, or let the ranks be threads (transport threads):"
            + reasons);
  }

  /// Creates the directory in `home`.
  public static JobDirectory create(Path home) throws IOException {
    return create(home, "");
  }

  private static JobDirectory create(Path home, String process) throws IOException {
    String id = Hex.random(ID_BYTES);
    Path path = home.resolve(process.isEmpty() ? id : "." + id + "-" + process);
    String longest = bell(path, weft.memory.ControlLayout.MAX_RANKS - 1).toString();
    if (longest.getBytes(StandardCharsets.UTF_8).length > SOCKET_NAME) {
      throw new WeftException(home + " has too long a name for sockets in it");
    }
    FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(ownerOnly());
    try {
      Files.createDirectory(home, mode);
    } catch (FileAlreadyExistsException e) {
      check(home);
    }
    Files.createDirectory(path, mode);
    return new JobDirectory(id, path);
  }

  /// Gives a prepared directory the name by which others find it.
  ///
  /// @return the same directory, at its new place
  public JobDirectory publish() throws IOException {
    return new JobDirectory(id, Files.move(path, place()));
  }

  /// The path at which others find it.
  public Path place() {
    return path.resolveSibling(id);
  }

  /// A method, not a constant, because ranks use this class too and need not load these classes.
  private static Set<PosixFilePermission> ownerOnly() {
    return Set.of(
        PosixFilePermission.OWNER_READ,
        PosixFilePermission.OWNER_WRITE,
        PosixFilePermission.OWNER_EXECUTE);
  }

  /// Refuses a directory that another user created, or could read.
  private static void check(Path home) throws IOException {
    if (!isOwn(home) || !Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
      throw new WeftException(home + " is not a directory of this user; remove it");
    }
    if (!Files.getPosixFilePermissions(home, LinkOption.NOFOLLOW_LINKS).equals(ownerOnly())) {
      Files.setPosixFilePermissions(home, ownerOnly());
    }
  }

  /// Whether the file at `path` belongs to the user of this process.
  public static boolean isOwn(Path path) {
    try {
      Object owner = Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      return owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false; // Users can be distinguished only on Linux; elsewhere no file counts as ours.
    }
  }

  /// The possible directories of this user's jobs, the preferred one first.
  public static List<Path> homes() {
    var homes = new ArrayList<Path>(4);
    String user = userName();
    for (String place :
        new String[] {
          System.getenv("XDG_RUNTIME_DIR"),
          System.getProperty("java.io.tmpdir"),
          "/tmp",
          "/dev/shm" // In a container it may be all that can be written.
        }) {
      if (place != null && !place.isEmpty() && new File(place).isDirectory()) {
        Path home = Path.of(place, "weft-" + user).toAbsolutePath();
        if (!homes.contains(home)) {
          homes.add(home);
        }
      }
    }
    return homes;
  }

  /// The directories of all jobs in `homes`, including jobs that have ended.
  public static List<Path> all(List<Path> homes) {
    var directories = new ArrayList<Path>();
    for (Path home : homes) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(home)) {
        for (Path entry : entries) {
          if (Hex.is(entry.getFileName().toString(), ID_BYTES)) {
            directories.add(entry);
          }
        }
      } catch (IOException e) {
        // This user has had no job there.
      }
    }
    return directories;
  }

  private static String ownNumber() {
    try {
      return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException e) {
      return "?";
    }
  }

  private static String userName() {
    String user = System.getProperty("user.name", "?");
    if (user.equals("?")) {
      user = ownNumber(); // The user has no name here: in a container it may be any number.
    }
    var name = new StringBuilder();
    for (int i = 0; i < user.length(); i++) {
      char letter = user.charAt(i);
      boolean plain =
          letter < 128 && (Character.isLetterOrDigit(letter) || letter == '-' || letter == '_');
      name.append(plain ? letter : '_');
    }
    return name.toString();
  }

  /// The job's random name.
  public String id() {
    return id;
  }

  /// The path of the directory.
  public Path path() {
    return path;
  }

  /// The socket at which the host of the job in `directory` listens.
  public static Path control(Path directory) {
    return directory.resolve("control.sock");
  }

  /// The doorbell of `rank` in `directory`.
  public static Path bell(Path directory, int rank) {
    return directory.resolve("r" + rank + ".sock");
  }

  /// Writes the description of the job, for its user only.
  public void describe(JobInfo info) throws IOException {
    Path file = path.resolve(PROPERTIES);
    FileAttribute<?> mode =
        PosixFilePermissions.asFileAttribute(
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
    Files.createFile(file, mode);
    Files.write(file, info.properties().getBytes(StandardCharsets.UTF_8));
  }

  /// Removes the files that jobs beside this one have left when their host was killed.
  public void removeKilled() {
    var _ = removeKilled(List.of(path.resolveSibling("").toAbsolutePath()));
  }

  /// Removes the files that all such jobs have left on this machine.
  public static void removeAllKilled() {
    var _ = removeKilled(homes());
  }

  /// Removes the files that the job of process `host`, which is gone, has left on this machine.
  public static void removeKilled(long host) {
    var _ = removeKilled(homes(), gone -> gone == host);
  }

  /// Removes the files that such jobs have left in `homes`, and returns the number of jobs.
  static int removeKilled(List<Path> homes) {
    return removeKilled(homes, host -> true);
  }

  private static int removeKilled(List<Path> homes, LongPredicate isMeant) {
    synchronized (REMOVAL) {
      int removed = 0;
      for (Path directory : all(homes)) {
        try {
          JobInfo job = JobInfo.read(directory);
          if (isMeant.test(job.pid()) && !job.isAlive()) {
            removeAll(directory);
            removed++;
          }
        } catch (IOException e) {
          // Another process removes it at the same time, or it belongs to a job that begins.
        }
      }
      for (Path directory : hidden(homes, isMeant)) {
        remove(directory);
        removed++;
      }
      return removed;
    }
  }

  /// The hidden directories in `homes` whose process is gone. A process of another container may
  /// have any number, but while it prepares a directory it listens there.
  static List<Path> hidden(List<Path> homes, LongPredicate isMeant) {
    var hidden = new ArrayList<Path>();
    for (Path home : homes) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(home, ".*-*")) {
        for (Path directory : entries) {
          Matcher name = PREPARED.matcher(directory.getFileName().toString());
          if (name.matches()
              && isMeant.test(pid(name))
              && ProcessHandle.of(pid(name)).isEmpty()
              && !ControlServer.listens(directory)) {
            hidden.add(directory);
          }
        }
      } catch (IOException e) {
        // This user has had no job there.
      }
    }
    return hidden;
  }

  private static long pid(Matcher name) {
    return Long.parseLong(name.group(1));
  }

  /// Removes the directory at `path` and its files, as far as possible. Another process may do the
  /// same at the same time, and `weft doctor` finds files that remain.
  ///
  /// The directory is hidden first. If this process is killed before it has removed everything,
  /// others recognize the rest by its process number, even without the job's description.
  ///
  /// If another thread of this process removes the directory already, this method returns when it
  /// is gone. A shutdown hook that returned earlier would let the JVM end in the middle of it.
  public static void remove(Path path) {
    synchronized (REMOVAL) {
      File directory = hide(new File(path.toString()));
      String[] names = directory.list();
      if (names != null) {
        for (String name : names) {
          delete(new File(directory, name));
        }
      }
      delete(directory);
    }
  }

  private static File hide(File directory) {
    if (directory.getName().startsWith(".")) {
      return directory;
    }
    var hidden = new File(directory.getParent(), "." + directory.getName() + "-" + Proc.self());
    return directory.renameTo(hidden) ? hidden : directory;
  }

  /// Removes all files of the job of the directory at `path`, whose host is gone, including its
  /// memory if that still has a name.
  public static void removeAll(Path path) {
    try {
      Path segment = JobInfo.read(path).segment();
      if (segment != null) {
        delete(segment.toFile());
      }
    } catch (IOException e) {
      // Another process removes it at the same time.
    }
    remove(path);
  }

  private static void delete(File file) {
    boolean _ = file.delete();
  }
}
