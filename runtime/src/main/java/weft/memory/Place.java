// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Map;

/// A directory that can hold memory: files that are mapped.
///
/// @param directory where
/// @param free the bytes that can still be had there; 0 where this process may not write
public record Place(File directory, long free) {
  /// The environment variable that names where memory is to be instead of /dev/shm.
  public static final String VARIABLE = "WEFT_SHM_DIR";

  private static final long PAGE = 4096;

  /// The place in `directory`, as far as its permissions and its free space tell.
  static Place of(File directory) {
    // A file system that is mounted read-only reports free space as well.
    return new Place(directory, directory.canWrite() ? directory.getUsableSpace() : 0);
  }

  /// Where memory should be, according to these variables.
  public static Place shared(Map<String, String> environment) {
    String given = environment.getOrDefault(VARIABLE, "");
    return of(new File(given.isEmpty() ? "/dev/shm" : given));
  }

  /// Whether the user has named the place.
  public static boolean isGiven(Map<String, String> environment) {
    return !environment.getOrDefault(VARIABLE, "").isEmpty();
  }

  /// Where it is when there is no room.
  public static Place temporary() {
    return of(new File(System.getProperty("java.io.tmpdir", "/tmp")));
  }

  /// The same, but where this user's sockets are if there cannot be temporary files.
  public static Place other(Map<String, String> environment) {
    Place temporary = temporary();
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    return temporary.free() > 0 || runtime.isEmpty() ? temporary : of(new File(runtime));
  }

  /// This place after a page was written to a file there; without free bytes where that fails.
  /// Permissions alone do not tell of quotas, nor of what security modules forbid.
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

  /// What there is, for a sentence that goes on with what is needed.
  public String state() {
    if (!directory.isDirectory()) {
      return directory + " is not there";
    }
    return free == 0 && directory.getUsableSpace() > 0
        ? directory + " cannot be written"
        : directory + " has " + Storage.size(free) + " free";
  }
}
