// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import weft.system.cli.Weft;
import weft.transport.job.Shell;

/// An `sshd` of a test, with keys of its own, at 127.0.0.1 and 127.0.0.2: two hosts for whoever
/// starts ranks there, one for the kernel. Jars that are brought along go into a folder of the
/// test.
final class SshHosts implements AutoCloseable {
  static final String BOTH = "127.0.0.1:2,127.0.0.2:1";

  private final Path folder;
  private final Process server;
  private final int port;

  /// @param variables set for every session, as `NAME=value`
  SshHosts(Path folder, String... variables) throws Exception {
    Path sshd = Path.of("/usr/sbin/sshd");
    boolean isThere = Files.isExecutable(sshd) && Shell.find("ssh") != null;
    if (!isThere) {
      System.err.println("SKIPPED a test of hosts by ssh: openssh-server is not installed");
    }
    Assumptions.assumeTrue(isThere, "openssh-server is not installed");
    this.folder = Files.createDirectories(folder);
    for (String key : List.of("host", "user")) {
      run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve(key).toString());
    }
    if (Files.isWritable(Path.of("/run"))) {
      Files.createDirectories(Path.of("/run/sshd")); // For a server of root.
    }
    this.port = freePort();
    var set = new ArrayList<>(List.of("XDG_CACHE_HOME=" + cache()));
    set.add("JAVA_HOME=" + System.getProperty("java.home"));
    set.addAll(List.of(variables));
    Path configuration = folder.resolve("sshd_config");
    Files.writeString(
        configuration,
        String.join(
            "\n",
            "Port " + port,
            "ListenAddress 127.0.0.1",
            "ListenAddress 127.0.0.2",
            "HostKey " + folder.resolve("host"),
            "AuthorizedKeysFile " + folder.resolve("user.pub"),
            "StrictModes no",
            "PidFile none",
            "MaxStartups 100",
            "SetEnv " + String.join(" ", set),
            ""));
    this.server =
        new ProcessBuilder(sshd.toString(), "-D", "-e", "-f", configuration.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("sshd.log").toFile())
            .start();
    Path ssh = folder.resolve("ssh");
    Files.writeString(
        ssh,
        "#!/bin/sh\nexec ssh -F /dev/null -p "
            + port
            + " -i "
            + folder.resolve("user")
            + " -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o LogLevel=ERROR"
            + " -o UserKnownHostsFile="
            + folder.resolve("known")
            + " \"$@\"\n");
    assertThat(ssh.toFile().setExecutable(true)).isTrue();
    Weft.await(
        "the server",
        () -> Files.readString(folder.resolve("sshd.log")).contains("listening on 127.0.0.2"));
  }

  private static int freePort() throws IOException {
    try (var socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void run(String... command) throws Exception {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private Path cache() {
    return folder.resolve("cache");
  }

  /// The jars that were brought along.
  List<Path> jars() throws IOException {
    try (Stream<Path> files = Files.list(cache().resolve("weft/jars"))) {
      return files.sorted().toList();
    }
  }

  /// Changes a byte of each jar that was brought along, as a crash of the host may.
  void damageJars() throws IOException {
    for (Path jar : jars()) {
      byte[] bytes = Files.readAllBytes(jar);
      bytes[bytes.length / 2] ^= 1;
      Files.write(jar, bytes);
    }
  }

  /// Makes `weft` use these hosts.
  void reachedBy(Weft weft) {
    weft.variable("WEFT_SSH", folder.resolve("ssh").toString());
  }

  /// Replaces the user's key by one that the hosts do not know.
  void forgetUser() throws Exception {
    Files.delete(folder.resolve("user"));
    Path other = folder.resolve("other");
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other.toString());
    Files.move(other, folder.resolve("user"));
  }

  /// Makes the user's `ssh` refuse the keys of both hosts, as it does before they were ever seen.
  void forgetHosts() throws IOException {
    Files.deleteIfExists(folder.resolve("known"));
    Path ssh = folder.resolve("ssh");
    Files.writeString(
        ssh,
        Files.readString(ssh).replace("StrictHostKeyChecking=no", "StrictHostKeyChecking=yes"));
  }

  /// Leaves no place for the jars on either host.
  void spoilCache() throws IOException {
    Files.createDirectories(cache());
    Files.writeString(cache().resolve("weft"), "a file");
  }

  /// The processes of all sessions.
  List<ProcessHandle> processes() {
    return server.descendants().toList();
  }

  @Override
  public void close() {
    List<ProcessHandle> all = processes();
    server.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
  }
}
