// SPDX-License-Identifier: Apache-2.0
package weft.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import weft.WeftException;

/// Few open files are told in a sentence.
final class OpenFileLimitTest {
  @Test
  void isFoundInWhatJavaThrows() {
    for (Throwable it :
        new Throwable[] {
          new SocketException("Too many open files"),
          new FileSystemException("/tmp/file", null, "Too many open files"),
          new IOException(
              "Cannot run program \"java\": Bad file descriptor, error: 24 (Too many open files)"),
          new UncheckedIOException(new IOException("Too many open files in system")),
        }) {
      assertThat(OpenFileLimit.isReached(it)).as("%s", it).isTrue();
    }
    assertThat(OpenFileLimit.isReached(new IOException("Connection reset"))).isFalse();
    assertThat(OpenFileLimit.isReached(new IOException())).isFalse();
  }

  @Test
  void reasonsNameTheLimit() {
    assertThat(FileException.reason(new FileSystemException("f", null, "Too many open files")))
        .startsWith("this process has too many open files")
        .contains("raise the limit (ulimit -n)");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatNeedsTooManyIsRefused() {
    assertThatThrownBy(() -> OpenFileLimit.require(Long.MAX_VALUE / 2, "to start 9 ranks"))
        .isInstanceOf(WeftException.class)
        .hasMessageMatching(
            "this process may have \\d+ files open at once \\(ulimit -n\\), and it needs about \\d+"
                + " to start 9 ranks; raise that limit, or start fewer ranks");
    assertThatCode(() -> OpenFileLimit.require(1, "to start")).doesNotThrowAnyException();
  }
}
