// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramFinderTest {
  @TempDir Path folder;

  private Path jar(Map<String, String> attributes, String... entries) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
    Path jar = folder.resolve("program.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (int i = 0; i < entries.length; i += 2) {
        out.putNextEntry(new JarEntry(entries[i]));
        out.write(entries[i + 1].getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  private static ProgramSpec find(String name, Path... classPath) {
    return new ProgramFinder(List.of(classPath), false, ProgramFinder.Sources.COMPILED).find(name);
  }

  @Test
  void shouldFindABuiltInProgram() {
    ProgramSpec hello = find("hello");
    assertThat(hello.mainClass()).isEqualTo("weft.cli.Hello");
    assertThat(hello.classPath()).isEmpty();
  }

  @Test
  void shouldRunAJarsMainClass() throws IOException {
    Path jar = jar(Map.of("Main-Class", "a.B"));
    ProgramSpec program = find(jar.toString());
    assertThat(program.mainClass()).isEqualTo("a.B");
    assertThat(program.classPath()).containsExactly(jar);
    assertThat(program.jvmOptions()).isEmpty();
  }

  @Test
  void shouldGiveAJarWhatItsManifestAsksFor() throws IOException {
    Path jar =
        jar(
            Map.of(
                "Main-Class", "a.B",
                "Enable-Native-Access", "ALL-UNNAMED",
                "Add-Opens", "java.base/java.nio java.base/java.lang"));
    assertThat(find(jar.toString()).jvmOptions())
        .containsExactly(
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED");
  }

  @Test
  void shouldRefuseAJarWithoutMainClass() throws IOException {
    String jar = jar(Map.of()).toString();
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> find(jar))
        .withMessageContaining("no Main-Class")
        .withMessageContaining("weft run --class-path " + jar);
  }

  @Test
  void shouldRefuseAJarThatIsNone() throws IOException {
    Path file = Files.writeString(folder.resolve("text.jar"), "no jar");
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> find(file.toString()))
        .withMessageContaining("is not a jar that can be read");
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> find("some.Main", file))
        .withMessageContaining("is not a jar that can be read");
  }

  @Test
  void shouldFindAMainClass() throws IOException {
    Path jar = jar(Map.of(), "a/B.class", "");
    assertThat(find("a.B", jar).mainClass()).isEqualTo("a.B");
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> find("a.C", jar))
        .withMessageContaining("There is no class a.C in " + jar);
  }

  @Test
  void shouldFindProgramsThatAJarDeclares() throws IOException {
    Path jar =
        jar(Map.of(), "META-INF/weft/programs", "# mine\nmine a.B Does it.\nhello a.C No.\n");
    assertThat(find("mine", jar).mainClass()).isEqualTo("a.B");
    assertThat(find("mine", jar).classPath()).contains(jar);
    assertThat(find("hello", jar).mainClass()).isEqualTo("weft.cli.Hello");
  }

  @Test
  void shouldListWhatIsThere() {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> find("nothing"))
        .withMessageContaining("There is no program nothing.")
        .withMessageContaining("Built in: hello.");
  }
}
