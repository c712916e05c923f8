// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathsTest {
  @TempDir Path folder;

  @Test
  void shouldReadEntriesAndLeaveOutEmptyOnes() {
    assertThat(ClassPaths.parse("a.jar::b/c")).containsExactly(Path.of("a.jar"), Path.of("b/c"));
    assertThat(ClassPaths.parse("")).isEmpty();
  }

  @Test
  void shouldReadTheJarsOfAFolder() throws IOException {
    for (String name : List.of("b.jar", "a.jar", "c.txt")) {
      Files.createFile(folder.resolve(name));
    }
    assertThat(ClassPaths.parse(folder + "/*:x.jar"))
        .containsExactly(folder.resolve("a.jar"), folder.resolve("b.jar"), Path.of("x.jar"));
  }

  @Test
  void shouldNameAFolderThatIsNotThere() {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> ClassPaths.parse("/no/such/*"))
        .withMessageContaining("/no/such");
  }

  @Test
  void shouldFindClassesInFoldersAndJars() throws IOException {
    var classes = ClassPaths.of(List.of(ClassPaths.class, Test.class));
    assertThat(classes).hasSize(2);
    assertThat(ClassPaths.hasClass("weft.cli.ClassPaths", classes)).isTrue();
    assertThat(ClassPaths.hasClass("org.junit.jupiter.api.Test", classes)).isTrue();
    assertThat(ClassPaths.hasClass("no.such.Thing", classes)).isFalse();
  }

  @Test
  void shouldLeaveOutTheJdkItself() {
    assertThat(ClassPaths.of(List.of(String.class))).isEmpty();
  }
}
