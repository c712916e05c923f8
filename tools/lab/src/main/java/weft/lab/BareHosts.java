// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.cli.CommandException;
import weft.transport.job.Shell;

/// What makes hosts of a lab *bare*: a home and a folder for temporary files of their own, no Weft,
/// and an sshd. They also have a bridge as that of containers, with the same address on all hosts.
///
/// The login host reaches them by the script [#ssh], which has a key that is made for the lab.
final class BareHosts {
  private static final Path SSHD = Path.of("/usr/sbin/sshd");

  private final Path folder;

  /// @param folder the folder of the lab's files
  BareHosts(Path folder) {
    this.folder = folder;
  }

  /// Why there can be none here; null if there can.
  static @Nullable String obstacle() {
    return Files.isExecutable(SSHD) && Shell.find("ssh") != null && Shell.find("ssh-keygen") != null
        ? null
        : "Bare hosts need OpenSSH: apt-get install openssh-server openssh-client.";
  }

  /// The script that is `ssh` to these hosts.
  Path ssh() {
    return folder.resolve("ssh");
  }

  /// Whether the lab has such hosts.
  boolean exist() {
    return Files.exists(ssh());
  }

  /// Starts the sshd of each host, by the script `on`, which runs a command on a host.
  void start(Path on, List<String> hosts) {
    try {
      for (String key : List.of("host", "user")) {
        String file = folder.resolve("key-" + key).toString();
        Tool.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file);
      }
      Files.writeString(
          folder.resolve("sshd_config"),
          String.join(
              "\n",
              "HostKey " + folder.resolve("key-host"),
              "AuthorizedKeysFile " + folder.resolve("key-user.pub"),
              "PermitRootLogin yes",
              "StrictModes no",
              "PidFile none",
              "MaxStartups 100",
              "SetEnv JAVA_HOME=" + System.getProperty("java.home"),
              ""));
      executable(
          ssh(),
          "#!/bin/sh\nexec ssh -F /dev/null -i "
              + folder.resolve("key-user")
              + " -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o LogLevel=ERROR"
              + " -o UserKnownHostsFile="
              + folder.resolve("known_hosts")
              + " \"$@\"\n");
      Path script = folder.resolve("bare");
      try (InputStream in =
          Objects.requireNonNull(BareHosts.class.getResourceAsStream("bare.sh"))) {
        executable(
            script,
            new String(in.readAllBytes(), UTF_8)
                .replace("@LAB@", folder.toString())
                .replace("@HOME@", System.getProperty("user.home"))
                .replace("@WEFT@", System.getProperty("weft.home", "/nowhere")));
      }
      for (String host : hosts) {
        Tool.run(on.toString(), host, script.toString());
      }
    } catch (IOException e) {
      throw CommandException.failure("The files of a lab cannot be written: " + e + ".");
    }
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
