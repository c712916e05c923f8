// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.job.TemporaryFolder;

/// The recording of a job leaves nothing behind, whenever its process ends.
final class JobRecordingTest {
  @TempDir Path folder;

  /// A JVM that opens a recording when it is already ending, as `weft run` does when it is told to
  /// end while it starts a job.
  static final class Late {
    private Late() {}

    public static void main(String[] args) {
      Runtime.getRuntime().addShutdownHook(new Thread(Late::open));
    }

    private static void open() {
      try {
        JobRecording.open(Map.of(JobVariables.LAST, "5"), 2, "late", System.err);
        System.out.println("opened");
      } catch (WeftException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void aJvmThatIsAlreadyEndingLeavesNoFolder() throws Exception {
    Process late =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                Late.class.getName())
            .redirectErrorStream(true)
            .start();
    String out = new String(late.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(late.waitFor()).as(out).isZero();
    assertThat(out).contains("this JVM is already ending, so no job begins");
    for (Path place : List.of(folder, TemporaryFolder.SHARED_MEMORY)) {
      assertThat(foldersOf(place, late.pid())).isEmpty();
    }
  }

  private static List<Path> foldersOf(Path place, long pid) throws IOException {
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(place)) {
      return files
          .filter(it -> it.getFileName().toString().startsWith("weft-record-" + pid + "-"))
          .toList();
    }
  }
}
