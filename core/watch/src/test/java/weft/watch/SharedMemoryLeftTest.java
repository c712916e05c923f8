// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is left in the place of shared memory of a job that ends while its ranks map theirs. Each
/// waits then, as inside of MPI, for the others, and never returns.
final class SharedMemoryLeftTest {
  private static final int SIZE = 3;
  private static final int LEADER = 0;
  private static final int SLOW = 1;

  @TempDir Path folder;
  @TempDir Path memory;

  private WatchedJob start() throws Exception {
    return WatchedJob.start(folder, SIZE, Map.of("WEFT_SHM_DIR", memory.toString()));
  }

  private List<Path> files() {
    try (var files = Files.list(memory)) {
      return files.toList();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {LEADER, SLOW})
  void itGoesWithAJobThatLosesARankWhileTheyMapIt(int culprit) throws Exception {
    try (WatchedJob job = start()) {
      for (int rank = 0; rank < SIZE; rank++) {
        job.order(rank, rank == SLOW ? "pretend" : "share");
      }
      WatchedJob.awaitThat("the file of the leader", () -> !files().isEmpty());

      job.signal("KILL", culprit);

      for (int rank : IntStream.range(0, SIZE).filter(it -> it != culprit).toArray()) {
        assertThat(job.end(rank)).isEqualTo(1);
        assertThat(job.has("shared", rank)).isFalse();
      }
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void itHasNoNameOnceAllHaveMappedIt() throws Exception {
    try (WatchedJob job = start()) {
      for (int rank = 0; rank < SIZE; rank++) {
        job.order(rank, "share");
      }
      for (int rank = 0; rank < SIZE; rank++) {
        assertThat(job.await("shared", rank)).isEmpty();
      }
      assertThat(files()).isEmpty();
    }
  }
}
