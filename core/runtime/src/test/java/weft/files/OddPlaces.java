// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Makes files of all kinds in one folder, devices and mounts among them where the user may.
final class OddPlaces implements AutoCloseable {
  private static final long SECONDS = 60;

  private final Path folder;
  private final List<Path> mounts = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  OddPlaces(Path folder) {
    this.folder = folder;
  }

  Path at(String name) {
    return folder.resolve(name);
  }

  /// Whether a command of the system succeeds.
  static boolean runs(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(String.join(" ", command) + " does not end");
    }
    return process.exitValue() == 0;
  }

  Path file(String name, String text, String mode) throws IOException {
    Path file = Files.writeString(at(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  Path link(String name, String to) throws IOException {
    return Files.createSymbolicLink(at(name), Path.of(to));
  }

  /// A node of a device, if this user may make one that can be opened.
  boolean node(String name, String type, int major, int minor) throws Exception {
    return runs("mknod", at(name).toString(), type, major + "", minor + "")
        && (!type.equals("c") || runs("sh", "-c", ": > " + at(name)));
  }

  Path pipe(String name) throws Exception {
    if (!runs("mkfifo", at(name).toString())) {
      throw new AssertionError("mkfifo fails");
    }
    return at(name);
  }

  /// What a reader of the pipe gets.
  static CompletableFuture<String> read(Path pipe) {
    var text = new CompletableFuture<String>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try (InputStream in = Files.newInputStream(pipe)) {
            var all = new ByteArrayOutputStream();
            var bytes = new byte[1 << 12];
            for (int got = in.read(bytes); got >= 0; got = in.read(bytes)) {
              all.write(bytes, 0, got);
            }
            text.complete(all.toString(java.nio.charset.StandardCharsets.UTF_8));
          } catch (IOException e) {
            text.completeExceptionally(e);
          }
        });
    return text;
  }

  Path socket(String name) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    open.add(server);
    server.bind(UnixDomainSocketAddress.of(at(name)));
    return at(name);
  }

  /// Mounts a file system of this size, if this user may.
  boolean mount(String name, String options) throws Exception {
    Path place = Files.createDirectory(at(name));
    boolean mounted = runs("mount", "-t", "tmpfs", "-o", options, "weft-test", place.toString());
    if (mounted) {
      mounts.add(place);
    }
    return mounted;
  }

  /// Mounts the file `from` over the file `name`, as containers do, if this user may.
  boolean mountFile(Path from, String name) throws Exception {
    Path place = Files.createFile(at(name));
    boolean mounted = runs("mount", "--bind", from.toString(), place.toString());
    if (mounted) {
      mounts.add(place);
    }
    return mounted;
  }

  boolean remountReadOnly(String name) throws Exception {
    return runs("mount", "-o", "remount,ro", at(name).toString());
  }

  @Override
  public void close() {
    try {
      for (AutoCloseable each : open) {
        each.close();
      }
      for (Path mount : mounts.reversed()) {
        if (!runs("umount", mount.toString())) {
          boolean _ = runs("umount", "-l", mount.toString());
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
