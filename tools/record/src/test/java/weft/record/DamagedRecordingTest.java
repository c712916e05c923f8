// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.record.reading.KeptRecording;

/// Kept recordings that are cut, bent or not whole are refused, with the rank. `-Dweft.every=10`
/// tries every tenth byte.
final class DamagedRecordingTest {
  private static final int EVERY = Integer.getInteger("weft.every", 40_009);

  @TempDir Path made;
  @TempDir Path kept;

  @BeforeEach
  void record() throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      var one = new MadeUpRank(made, rank, 2, 64);
      one.compute(1000);
      one.barrier(1, 5000);
      if (rank == 0) {
        one.end(9000);
      }
    }
    new KeptRecording().write(made, 2, "A program", kept.resolve("job"));
  }

  @Test
  void aRankThatDidNotEndHasFailed() {
    KeptRecording.Kept read = KeptRecording.read(kept);
    assertThat(read.program()).isEqualTo("A program");
    assertThat(read.failed()).containsExactly(1);
  }

  @Test
  void bentAndCutFilesAreRefused() throws IOException {
    int count = 0;
    for (String name : new String[] {"job", "rank-1"}) {
      Path file = file(name);
      byte[] whole = Files.readAllBytes(file);
      // Without its last line break a file of lines is whole.
      for (int at = 0; at < whole.length - 1; at += name.equals("job") ? 7 : EVERY) {
        byte[] bent = whole.clone();
        bent[at] ^= 1;
        Files.write(file, bent);
        refused(name);
        Files.write(file, Arrays.copyOf(whole, at));
        refused(name);
        count += 2;
      }
      Files.write(file, whole);
      assertThat(KeptRecording.read(kept).ranks()).isEqualTo(2);
    }
    assertThat(count).isGreaterThan(20);
  }

  private Path file(String name) throws IOException {
    try (var files = Files.list(kept)) {
      return files
          .filter(it -> it.getFileName().toString().contains(name.equals("job") ? "job" : "1"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void refused(String name) {
    assertThatThrownBy(() -> KeptRecording.read(kept))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            name.equals("job")
                ? "the recording in .* is (damaged|of another version).*"
                : "the recording in .* is damaged: the file of rank 1, .* does not have its checksum.*");
  }

  @Test
  void aFileThatIsMissingIsNamed() throws IOException {
    Files.delete(file("rank-1"));
    assertThatThrownBy(() -> KeptRecording.read(kept))
        .hasMessageContaining("the file of rank 1")
        .hasMessageContaining("is missing");
  }
}
