// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.io.File;
import java.util.Map;

/// A directory that can hold memory: files that are mapped.
///
/// @param directory where
/// @param free the bytes that can still be had there
public record Place(File directory, long free) {
  /// The environment variable that names where memory is to be instead of /dev/shm.
  public static final String VARIABLE = "WEFT_SHM_DIR";

  private static Place of(File directory) {
    return new Place(directory, directory.getUsableSpace());
  }

  /// Where memory should be, according to these variables.
  public static Place shared(Map<String, String> environment) {
    return of(new File(environment.getOrDefault(VARIABLE, "/dev/shm")));
  }

  /// Where it is when there is no room.
  public static Place temporary() {
    return of(new File(System.getProperty("java.io.tmpdir", "/tmp")));
  }
}
