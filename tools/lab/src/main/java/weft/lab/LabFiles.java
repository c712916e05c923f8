// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import weft.cli.CommandException;

/// The files of a lab: scripts that enter its hosts, a mark for each running host, and a folder for
/// each host's /dev/shm. So hosts share no memory.
final class LabFiles {
  // Not below /run: many systems forbid to execute files there.
  private static final Path PARENT = Path.of("/var/lib/weft-lab");
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final LabId id;
  private final Path folder;

  LabFiles(LabId id) {
    this.id = id;
    this.folder = PARENT.resolve(id.toString());
  }

  /// The script that runs a command on a host: `on HOST COMMAND ARGUMENT…`.
  Path on() {
    return folder.resolve("on");
  }

  /// The script that replaces ssh: `agent [OPTIONS] HOST WORD…`, where the words form a shell line.
  Path agent() {
    return folder.resolve("agent");
  }

  /// What makes hosts bare.
  BareHosts bare() {
    return new BareHosts(folder);
  }

  /// The folder for the files of launchers' jobs.
  Path temporary() {
    return folder.resolve("tmp");
  }

  void create(int hosts, String hostsFile) {
    try {
      Files.createDirectories(PARENT);
      Files.createDirectory(folder);
      Files.createDirectory(temporary());
      Files.createDirectory(folder.resolve("up"));
      Files.createDirectory(folder.resolve("names"));
      Files.createDirectory(folder.resolve("cgroup"));
      Files.writeString(folder.resolve("hosts"), hostsFile);
      for (int i = 0; i < hosts; i++) {
        add(Network.host(i), Network.address(i));
        Files.createDirectory(shared(Network.host(i)));
      }
      add(Network.LOGIN, Network.loginAddress());
      script(on(), "on.sh");
      script(agent(), "agent.sh");
    } catch (IOException e) {
      throw CommandException.failure("The files of a lab cannot be written: " + e + ".");
    }
  }

  private void add(String host, String address) throws IOException {
    Files.writeString(folder.resolve("names").resolve(host), host + "\n");
    Files.writeString(folder.resolve("names").resolve(address), host + "\n");
    Files.createFile(folder.resolve("up").resolve(host));
  }

  private void script(Path file, String resource) throws IOException {
    try (InputStream in = Objects.requireNonNull(LabFiles.class.getResourceAsStream(resource))) {
      String text = new String(in.readAllBytes(), UTF_8);
      Files.writeString(
          file, text.replace("@LAB@", folder.toString()).replace("@HOST@", id.host("")));
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path shared(String host) {
    return SHARED_MEMORY.resolve(id.host(host));
  }

  /// Whether a host exists and was not killed.
  boolean isUp(String host) {
    return Files.exists(folder.resolve("up").resolve(host));
  }

  /// Marks a host as down, so that nothing can be started on it.
  void down(String host) {
    delete(folder.resolve("up").resolve(host));
  }

  /// The number of hosts of the lab; 0 if there is no such lab.
  int hosts() {
    int hosts = 0;
    while (Files.exists(folder.resolve("names").resolve(Network.host(hosts)))) {
      hosts++;
    }
    return hosts;
  }

  /// Removes the files, so that nothing can be started on any host.
  void delete() {
    delete(folder);
    for (String name : names(SHARED_MEMORY)) {
      if (id.equals(LabId.ofHost(name)) && isOurs(SHARED_MEMORY.resolve(name))) {
        delete(SHARED_MEMORY.resolve(name));
      }
    }
  }

  /// The labs that have files, of all owners.
  static List<LabId> all() {
    var ids = new ArrayList<LabId>();
    for (String name : names(PARENT)) {
      LabId id = LabId.parse(name);
      if (id != null) {
        ids.add(id);
      }
    }
    for (String name : names(SHARED_MEMORY)) {
      LabId id = LabId.ofHost(name);
      if (id != null && isOurs(SHARED_MEMORY.resolve(name))) {
        ids.add(id);
      }
    }
    return ids;
  }

  /// Whether this user created the folder. Any user may create a folder of any name in /dev/shm,
  /// and this command, which removes it, runs as root.
  private static boolean isOurs(Path folder) {
    try {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
              .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      return false; // It was removed.
    }
  }

  /// The names in a folder; none if it does not exist or is not readable.
  static List<String> names(Path folder) {
    var names = new ArrayList<String>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    } catch (IOException e) {
      return List.of();
    }
    return names;
  }

  /// Removes a file or a folder, even if other processes remove it at the same time.
  private static void delete(Path root) {
    while (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      try {
        List<Path> all;
        try (Stream<Path> files = Files.walk(root)) {
          all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
          Files.deleteIfExists(file);
        }
      } catch (IOException | UncheckedIOException e) {
        Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
        // Another process has removed or added a file meanwhile: try again.
        if (!(cause instanceof NoSuchFileException
            || cause instanceof DirectoryNotEmptyException)) {
          throw CommandException.failure(
              "The files of a lab cannot be removed: " + e.getMessage() + ".");
        }
      }
    }
  }
}
