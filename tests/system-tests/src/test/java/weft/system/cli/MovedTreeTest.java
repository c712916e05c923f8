// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.ProjectTree;
import weft.testkit.Sampled;

/// A built source tree that is moved or copied: it compiles and runs programs with its own jars,
/// though its start-up caches were made where it, or its original, was before.
@Sampled
class MovedTreeTest {
  private static final String PROGRAM =
      """
      void main(String[] args) {
        weft.Weft.launch(args, world -> {
          world.start();
          if (world.rank() == 0) {
            IO.println(System.getProperty("java.class.path"));
          }
        });
      }
      """;

  @TempDir Path folder;

  @Test
  void compilesAndRunsWithItsOwnJars() throws Exception {
    Path first = builtTree(folder.resolve("first"));
    assertRunsWithItsOwnJars(first);
    assertThat(first.resolve("tools/dist/target/weft/cache/launcher.aot")).isNotEmptyFile();
    assertThat(first.resolve("tools/dist/target/weft/cache/rank.aot")).isNotEmptyFile();

    Path moved = Files.move(first, folder.resolve("moved"));
    assertRunsWithItsOwnJars(moved);

    Path copy = copy(moved, folder.resolve("copy"));
    assertRunsWithItsOwnJars(copy);

    // As a build of the original that is under way leaves it, then as its deletion does.
    Path original = moved.resolve("tools/dist/target/weft/lib");
    for (Path jar : files(original)) {
      Files.write(jar, new byte[0]);
    }
    assertRunsWithItsOwnJars(copy);
    for (Path jar : files(original)) {
      Files.delete(jar);
    }
    assertRunsWithItsOwnJars(copy);
  }

  private void assertRunsWithItsOwnJars(Path tree) throws Exception {
    Path program = Files.writeString(folder.resolve("Program.java"), PROGRAM);
    for (String transport : List.of("shm", "threads")) {
      Path out = folder.resolve("out");
      Path err = folder.resolve("err");
      var builder =
          new ProcessBuilder(
                  tree.resolve("weft").toString(),
                  "run",
                  "-n",
                  "2",
                  "--transport",
                  transport,
                  program.toString())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().remove("WEFT_NO_BUILD");
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      int code = builder.start().waitFor();
      assertThat(code).as(() -> text(out) + text(err)).isZero();
      assertThat(Arrays.stream(text(out).strip().split(":", -1)))
          .as(tree + " over " + transport)
          .allMatch(
              entry -> entry.startsWith(tree + "/tools/dist/") || entry.endsWith("/classes.jar"));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /// What a build leaves that a start needs.
  private static Path builtTree(Path tree) throws IOException {
    Path root = ProjectTree.root();
    Path home = tree.resolve("tools/dist/target/weft");
    copy(root.resolve("tools/dist/target/weft/lib"), home.resolve("lib"));
    copy(root.resolve("tools/dist/src/aot"), tree.resolve("tools/dist/src/aot"));
    Files.copy(root.resolve("weft"), tree.resolve("weft"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(tree.resolve("pom.xml"), "<project/>");
    Files.createFile(home.resolve("built"));
    return tree;
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
    return to;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
