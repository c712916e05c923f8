// SPDX-License-Identifier: Apache-2.0
package weft.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is read from files, and why it is not.
final class InputFileTest {
  @TempDir private Path folder;

  private static void refused(Path file, String reason) {
    assertThatThrownBy(() -> InputFile.text(file, 1000, Duration.ofMillis(300)))
        .isInstanceOf(FileException.class)
        .hasMessageContaining(" cannot be read: ")
        .hasMessageContaining(reason);
  }

  private static void notOpened(Path file, String reason) {
    assertThatThrownBy(() -> InputFile.open(file).close()).hasMessageContaining(reason);
    assertThatThrownBy(() -> InputFile.openStream(file).close()).hasMessageContaining(reason);
  }

  @Test
  void whatCannotBeReadIsASentence() throws Exception {
    try (var places = new OddPlaces(folder)) {
      refused(places.at("none"), "there is no such file");
      notOpened(places.at("none"), "there is no such file");
      refused(places.at("no/file"), "the folder " + places.at("no") + " does not exist");
      refused(folder, "it is a folder");
      notOpened(folder, "it is a folder");
      refused(places.link("dangling", "none"), "it is a link to a file that does not exist");
      refused(places.file("long", "x".repeat(1001), "rw-------"), "more than 1000 bytes");
      Files.write(places.at("bytes"), new byte[] {(byte) 0x93, 'N', (byte) 0xff});
      refused(places.at("bytes"), "it is not text in UTF-8");
      refused(places.socket("socket"), "it is a socket");
      notOpened(places.at("socket"), "it is a socket");
      places.link("a", "b");
      refused(places.link("b", "a"), "its links form a loop");
      refused(places.at("n".repeat(256)), "its name is too long");
    }
  }

  @Test
  void aPipeIsReadAndNotWaitedForForever() throws Exception {
    try (var places = new OddPlaces(folder)) {
      Path pipe = places.pipe("pipe");
      refused(pipe, "it is a pipe, and for 1 s no process has opened it as its writer");
      notOpened(pipe, "it is a pipe; copy what it gives into a file, and name that");
      var writer =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                try {
                  Files.writeString(pipe, "one\ntwo\n");
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThat(InputFile.lines(pipe, 1000)).containsExactly("one", "two");
      writer.join();
    }
  }

  @Test
  void whatFilesHoldIsShownWithoutHarm() {
    assertThat(Quoted.text("a\u001b[31m\n\r\tü漢\u202e\u0085"))
        .isEqualTo("a\\x1b[31m\\n\\r\\tü漢\\u{202e}\\x85");
    assertThat(Quoted.beginning("x".repeat(200))).isEqualTo("x".repeat(200));
    assertThat(Quoted.beginning("x".repeat(201))).isEqualTo("x".repeat(200) + " …");
    assertThat(Quoted.beginning("😀".repeat(300))).isEqualTo("😀".repeat(200) + " …");
  }
}
