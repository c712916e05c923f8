// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceProgramTest {
  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static ProgramSpec compile(Path file) {
    return SourceProgram.compile(file, List.of(), false);
  }

  private static List<String> classes(ProgramSpec program) throws IOException {
    try (var jar = new ZipFile(program.classPath().getFirst().toFile())) {
      return new ArrayList<>(jar.stream().map(Object::toString).sorted().toList());
    }
  }

  @Test
  void shouldCompileACompactSourceFile() throws IOException {
    ProgramSpec program =
        compile(write("Hello.java", "void main() { IO.println(new X()); }\nclass X {}"));
    assertThat(program.mainClass()).isEqualTo("Hello");
    assertThat(classes(program)).containsExactly("Hello$X.class", "Hello.class");
  }

  @Test
  void shouldTakeTheFirstClassThatHasAMain() throws IOException {
    Path file =
        write(
            "p/q/Two.java",
            "package p.q;\nrecord A(int x) {}\nclass B { public static void main(String[] a) {} }\n"
                + "class C { void main() {} }");
    assertThat(compile(file).mainClass()).isEqualTo("p.q.B");
  }

  @Test
  void shouldCompileAgainstWeft() throws IOException {
    Path file = write("W.java", "void main(String[] a) { weft.Weft.launch(a, world -> {}); }");
    assertThat(compile(file).mainClass()).isEqualTo("W");
  }

  @Test
  void shouldCompileTheFilesBesideItThatItUses() throws IOException {
    write("p/Other.java", "package p; class Other {}");
    write("p/Broken.java", "package p; class Broken { nonsense }");
    Path file = write("p/Main.java", "package p; class Main { void main() { new Other(); } }");
    assertThat(classes(compile(file))).containsExactly("p/Main.class", "p/Other.class");
  }

  @Test
  void shouldCompileAFileWhoseFolderIsNotItsPackage() throws IOException {
    assertThat(
            compile(write("Main.java", "package a.b; class Main { void main() {} }")).mainClass())
        .isEqualTo("a.b.Main");
  }

  @Test
  void shouldShowErrorsWithFileAndLine() throws IOException {
    Path file = write("Bad.java", "void main() {\n  int x = \"text\";\n}\n");
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> compile(file))
        .withMessageContaining(file + " does not compile.")
        .withMessageContaining(file + ":2: error: incompatible types")
        .satisfies(e -> assertThat(e.exitCode()).isOne());
  }

  @Test
  void shouldSayThatThereIsNoMain() throws IOException {
    Path file = write("NoMain.java", "class NoMain {}");
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> compile(file))
        .withMessageContaining("has no main method");
  }
}
