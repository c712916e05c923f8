// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import weft.system.ProjectTree;
import weft.testkit.Patience;

/// Runs commands as a reader of the documents would, in a folder that looks like the root of the
/// source tree and can be written into.
final class Shell implements AutoCloseable {
  private static final int SECONDS = 120;

  private final Path folder;

  /// How a command ended.
  ///
  /// @param exitCode its exit code
  /// @param lines what it wrote, on both streams
  record Result(int exitCode, List<String> lines) {}

  private Shell(Path folder) {
    this.folder = folder;
  }

  /// A shell that works in a new folder.
  static Shell open() throws IOException {
    Path home = ProjectTree.root().resolve("tools/dist/target/weft/lib");
    if (!Files.isDirectory(home)) {
      throw new IllegalStateException(home + " is not there: build the command with ./weft build");
    }
    Path folder = Files.createTempDirectory("weft-docs-");
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(ProjectTree.root())) {
      for (Path entry : entries) {
        Files.createSymbolicLink(folder.resolve(entry.getFileName()), entry);
      }
    }
    return new Shell(folder);
  }

  /// Runs a line of bash.
  Result run(String command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("weft-docs-", ".txt");
    try {
      var builder = new ProcessBuilder("bash", "-c", command);
      builder.directory(folder.toFile());
      builder.redirectErrorStream(true).redirectOutput(output.toFile());
      builder.environment().put("WEFT_NO_BUILD", "1");
      // Without a profile of this machine, which would be named in place of those that come along.
      builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
      Process process = builder.start();
      process.getOutputStream().close();
      if (!Patience.await(process, Duration.ofSeconds(SECONDS))) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        throw new AssertionError(
            command + " has not ended; it wrote:\n" + Files.readString(output, UTF_8));
      }
      return new Result(process.exitValue(), Files.readAllLines(output, UTF_8));
    } finally {
      Files.delete(output);
    }
  }

  /// The file that a command has written under this name.
  Path file(String name) {
    return folder.resolve(name);
  }

  /// Removes a folder with all that is in it. Links are not followed.
  private static void remove(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          remove(entry);
        } else {
          Files.delete(entry);
        }
      }
    }
    Files.delete(folder);
  }

  /// Removes the folder: the links, and what commands have written beside them.
  @Override
  public void close() throws IOException {
    remove(folder);
  }
}
