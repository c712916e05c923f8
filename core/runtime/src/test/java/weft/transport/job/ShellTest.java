// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShellTest {
  @TempDir Path folder;

  @Test
  void programsAreFoundAsAShellFindsThem() throws Exception {
    Path sh = Objects.requireNonNull(Shell.find("sh"));
    assertThat(sh).isExecutable();
    assertThat(Shell.find(sh.toString())).isEqualTo(sh);
    assertThat(Shell.find("no-such-program-here")).isNull();
    assertThat(Shell.find(folder.toString())).isNull();
    Path text = Files.writeString(folder.resolve("text"), "no program");
    assertThat(Shell.find(text.toString())).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "a b", "it's", "$HOME", "", "a\nb", "*", "x=1;y"})
  void aQuotedWordIsOneWordAgain(String word) throws Exception {
    List<String> command = List.of("sh", "-c", "printf '<%s>' " + Shell.quote(word));
    Process shell = new ProcessBuilder(command).start();
    assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("<" + word + ">");
    assertThat(shell.waitFor()).isZero();
  }
}
