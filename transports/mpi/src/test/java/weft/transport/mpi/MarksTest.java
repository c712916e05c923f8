// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MarksTest {
  @Test
  void theHostLearnsThatARankJoinsWhateverItsProgramHasMadeOfSystemErr() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Replacing.class.getName())
            .start();
    byte[] told = process.getErrorStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    assertThat(new String(told, StandardCharsets.UTF_8))
        .isEqualTo(MpirunCommand.MARK + Marks.JOINS + "\n");
  }

  /// A program that keeps what is printed to itself, as one with a log does.
  static final class Replacing {
    private Replacing() {}

    public static void main(String[] args) {
      System.setErr(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
      Marks.joins(Map.of(Marks.VARIABLE, "1"));
    }
  }
}
