// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Folders of one job, for what Open MPI makes on this machine: its ranks' shared memory, and its
/// own files. It removes both itself, unless it is killed; then whoever made the folders does, or
/// the next job. Their names carry the number of the process that made them.
public final class MpiFolders implements AutoCloseable {
  private static final String PREFIX = "weft-mpi-";
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  // What versions 4 and 5 call them.
  private static final List<String> MEMORY =
      List.of("OMPI_MCA_btl_vader_backing_directory", "OMPI_MCA_btl_sm_backing_directory");
  private static final List<String> FILES =
      List.of("OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base");

  private final List<Path> made = new ArrayList<>();
  private final TreeMap<String, String> environment = new TreeMap<>();

  /// Folders for the job of an `mpirun` with these settings; none where they name some.
  MpiFolders(Map<String, String> settings) {
    make(MEMORY, SHARED_MEMORY, settings);
    make(FILES, temporary(settings), settings);
  }

  private void make(List<String> variables, Path parent, Map<String, String> settings) {
    if (variables.stream().anyMatch(settings::containsKey)) {
      return;
    }
    try {
      String begin = PREFIX + ProcessHandle.current().pid() + "-";
      Path folder = Files.createTempDirectory(parent, begin);
      made.add(folder);
      variables.forEach(variable -> environment.put(variable, folder.toString()));
    } catch (IOException e) {
      // Then Open MPI finds a place for itself, or says what is wrong.
    }
  }

  private static Path temporary(Map<String, String> settings) {
    String folder = settings.getOrDefault("TMPDIR", "");
    return Path.of(folder.isEmpty() ? "/tmp" : folder);
  }

  /// What tells `mpirun` of them.
  Map<String, String> environment() {
    return environment;
  }

  /// Removes them, with all that is in them.
  @Override
  public void close() {
    made.forEach(MpiFolders::delete);
  }

  /// Those of this user whose process was killed.
  public static List<Path> stale() {
    var stale = new ArrayList<Path>();
    for (Path parent : List.of(SHARED_MEMORY, temporary(System.getenv()))) {
      try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
        for (Path folder : folders) {
          if (isLeft(folder.getFileName().toString()) && isOurs(folder)) {
            stale.add(folder);
          }
        }
      } catch (IOException e) {
        // There is no such place, and nothing in it.
      }
    }
    return stale;
  }

  /// Removes those; returns how many there were.
  public static int clean() {
    List<Path> stale = stale();
    stale.forEach(MpiFolders::delete);
    return stale.size();
  }

  private static boolean isLeft(String name) {
    String pid = name.substring(PREFIX.length()).split("-", 2)[0];
    return pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
  }

  /// Anybody may put something of any name into these places, and who removes it may be root.
  private static boolean isOurs(Path folder) throws IOException {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
            .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  /// Removes a folder, even while others remove it as well, or ranks still end in it.
  private static void delete(Path root) {
    for (int attempt = 0;
        attempt < 20 && Files.exists(root, LinkOption.NOFOLLOW_LINKS);
        attempt++) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (NoSuchFileException | DirectoryNotEmptyException | UncheckedIOException e) {
        // Somebody was faster, or slower: look again.
      } catch (IOException e) {
        return; // What cannot be removed now is stale later.
      }
    }
  }
}
