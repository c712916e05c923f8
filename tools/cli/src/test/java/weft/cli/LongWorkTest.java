// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongWorkTest {
  private final Console console = new Console();

  @Test
  void shouldTellATerminalAndWipeItOut() throws InterruptedException {
    var progress = LongWork.begin("baking", console.err, 1, true);
    while (!console.err().contains("weft: baking … 0 s")) {
      Thread.sleep(1);
    }
    progress.end();
    assertThat(console.err()).startsWith("\rweft: baking … 0 s").endsWith(" \r");
  }

  @Test
  void shouldBeQuietElsewhere() throws InterruptedException {
    var progress = LongWork.begin("baking", console.err, 1, false);
    Thread.sleep(20);
    progress.end();
    assertThat(console.err()).isEmpty();
  }

  @Test
  void shouldBeQuietWhenItIsQuick() {
    LongWork.begin("baking", console.err, 60_000, true).end();
    assertThat(console.err()).isEmpty();
  }

  @Test
  void shouldKnowATerminal(@TempDir Path folder) throws IOException {
    assertThat(LongWork.isTerminal(link(folder, "a", "/dev/pts/3"))).isTrue();
    assertThat(LongWork.isTerminal(link(folder, "b", "/dev/tty1"))).isTrue();
    assertThat(LongWork.isTerminal(link(folder, "c", "pipe:[123]"))).isFalse();
    assertThat(LongWork.isTerminal(link(folder, "d", "/dev/null"))).isFalse();
    assertThat(LongWork.isTerminal(folder.resolve("none"))).isFalse();
  }

  private static Path link(Path folder, String name, String target) throws IOException {
    return Files.createSymbolicLink(folder.resolve(name), Path.of(target));
  }
}
