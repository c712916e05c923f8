// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.nio.file.Path;
import java.util.Map;

/// The folder in which Weft keeps a user's own files: the profile of a machine, and the secret.
public final class UserFolder {
  private UserFolder() {}

  /// Returns `weft` in the user's folder for configuration, which `XDG_CONFIG_HOME` of
  /// `environment` names, or else `~/.config`. It may not exist.
  public static Path configuration(Map<String, String> environment) {
    String given = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path folder =
        given.isEmpty() ? Path.of(System.getProperty("user.home"), ".config") : Path.of(given);
    return folder.resolve("weft");
  }
}
