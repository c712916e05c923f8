// SPDX-License-Identifier: Apache-2.0
package weft.cli.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.cli.CommandException;
import weft.cli.Main;
import weft.files.FileException;

/// `weft new`: makes a Maven project with a program and a test.
@Command(
    name = "new",
    customSynopsis = "weft new [OPTIONS] FOLDER",
    sortOptions = false,
    description = {
      "Makes a Maven project with a program and a test in FOLDER, which must be new or empty.",
      ""
    },
    footer = {
      "",
      "The project needs Weft in the local Maven repository, where ./weft install puts it, and"
          + " nothing else of the source tree."
    })
public final class NewCommand implements Callable<Integer> {
  private static final String SOURCES = "src/main/java/com/example/";
  private static final String TESTS = "src/test/java/com/example/";

  /// Resources of this command, and where they go.
  private static final Map<String, String> FILES = files();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(paramLabel = "FOLDER", description = "The folder; its name is the project's.")
  @Nullable Path folder;

  private final PrintStream out;

  /// Writes to `out`.
  public NewCommand(PrintStream out) {
    this.out = out;
  }

  private static Map<String, String> files() {
    var files = new LinkedHashMap<String, String>();
    files.put("pom.xml", "pom.xml");
    files.put("Hello.java", SOURCES + "Hello.java");
    files.put("HelloTest.java", TESTS + "HelloTest.java");
    return files;
  }

  @Override
  public Integer call() {
    Path folder = Objects.requireNonNull(this.folder);
    Path last = folder.toAbsolutePath().normalize().getFileName();
    String name = last == null ? "" : last.toString();
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw CommandException.usage(
          "A project cannot be named \""
              + name
              + "\"; use letters, digits, dots and hyphens, as in weft new my-program.");
    }
    try {
      checkEmpty(folder);
      for (Map.Entry<String, String> it : FILES.entrySet()) {
        Path file = folder.resolve(it.getValue());
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(
            file,
            text(it.getKey()).replace("@NAME@", name).replace("@VERSION@", Main.versionNumber()));
      }
    } catch (IOException e) {
      throw CommandException.failure(
          "The project cannot be made in " + folder + ": " + FileException.reason(e) + ".");
    }
    new NextSteps(System.getenv(), System.getProperty("java.home"), out)
        .print(folder, name, Main.versionNumber());
    return 0;
  }

  private static void checkEmpty(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (var entries = Files.list(folder)) {
        if (entries.findAny().isPresent()) {
          throw CommandException.usage(
              folder + " is not empty; give a new folder, so that nothing is overwritten.");
        }
      }
    } else if (Files.exists(folder)) {
      throw CommandException.usage(folder + " is a file; give a new folder.");
    }
  }

  private static String text(String resource) {
    try (InputStream in = NewCommand.class.getResourceAsStream("template/" + resource)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
