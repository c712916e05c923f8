// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Map;

/// A directory for mapped files.
///
/// @param directory the directory
/// @param free the free bytes there; 0 if this process may not write
public record Place(File directory, long free) {
  /// The environment variable that names the directory to use instead of /dev/shm.
  public static final String VARIABLE = "WEFT_SHM_DIR";

  private static final long PAGE = 4096;

  /// The place in `directory`, judged by its permissions and its free space.
  static Place of(File directory) {
    // A file system that is mounted read-only reports free space as well.
    return new Place(directory, directory.canWrite() ? directory.getUsableSpace() : 0);
  }

  /// The preferred place according to these variables.
  public static Place shared(Map<String, String> environment) {
    String given = environment.getOrDefault(VARIABLE, "");
    return of(new File(given.isEmpty() ? "/dev/shm" : given));
  }

  /// Whether the user has named the place.
  public static boolean isGiven(Map<String, String> environment) {
    return !environment.getOrDefault(VARIABLE, "").isEmpty();
  }

  /// The place to use if there is no room.
  public static Place temporary() {
    return of(new File(System.getProperty("java.io.tmpdir", "/tmp")));
  }

  /// The same, or the directory of this user's sockets if no temporary files are possible.
  public static Place other(Map<String, String> environment) {
    Place temporary = temporary();
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    return temporary.free() > 0 || runtime.isEmpty() ? temporary : of(new File(runtime));
  }

  /// This place after a trial write of one page; with 0 free bytes if it fails. Permissions alone
  /// do not show quotas or the rules of security modules.
  public Place tried() {
    if (free == 0) {
      return this;
    }
    long pid = ProcessHandle.current().pid();
    var trial = new File(directory, "weft-try-" + pid + "-" + Long.toHexString(System.nanoTime()));
    try (var file = new RandomAccessFile(trial, "rw")) {
      Storage.commit(file, 0, PAGE);
      return this;
    } catch (IOException e) {
      return new Place(directory, 0);
    } finally {
      boolean _ = trial.delete();
    }
  }

  /// Describes the free space, for a sentence that continues with the needed space.
  public String state() {
    if (!directory.isDirectory()) {
      return directory + " is not there";
    }
    return free == 0 && directory.getUsableSpace() > 0
        ? directory + " cannot be written"
        : directory + " has " + Storage.size(free) + " free";
  }
}
