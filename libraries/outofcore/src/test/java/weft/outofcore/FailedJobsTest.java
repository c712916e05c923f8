// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.Job;
import weft.JobFailedException;
import weft.Weft;
import weft.WeftConfig;
import weft.codec.Codecs;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;

/// Jobs in one JVM give back the files and threads of their stores, also when they fail.
final class FailedJobsTest {
  @Test
  void aJobThatFailsLeavesNothing() throws IOException, InterruptedException {
    long before = deletedFiles();
    for (int i = 0; i < 3; i++) {
      for (boolean fails : new boolean[] {true, false}) {
        try (Job job = Weft.open(WeftConfig.ofRanks(3))) {
          if (fails) {
            assertThatThrownBy(() -> run(job, true)).isInstanceOf(JobFailedException.class);
          } else {
            run(job, false);
          }
        }
      }
    }
    assertThat(deletedFiles()).isEqualTo(before);
    for (Thread thread : stores()) {
      thread.join(60_000); // a transfer that was under way ends
    }
    assertThat(stores()).isEmpty();
  }

  /// How many files this process has open that have no name, as those of stores.
  private static long deletedFiles() throws IOException {
    long count = 0;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path it : open) {
        try {
          count += Files.readSymbolicLink(it).toString().endsWith(" (deleted)") ? 1 : 0;
        } catch (NoSuchFileException e) {
          // It was that of this very list, or has been closed.
        }
      }
    }
    return count;
  }

  private static List<Thread> stores() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(it -> it.getName().startsWith("weft-store-"))
        .toList();
  }

  private static void run(Job job, boolean fails) {
    job.run(world -> {
      MobileObjects objects = MobileObjects.of(world);
      Residence.of(objects).limit(8000);
      MobileType<byte[]> type = objects.type("cell", Codecs.of(byte[].class));
      MobileArray<byte[]> cells = type.array("cells", 100, i -> new byte[500]);
      MobileRsr0<byte[]> touch =
          type.rsr0(
              "touch",
              (self, cell) -> {
                if (fails && self.index() == 77) {
                  throw new IllegalStateException("element 77 fails, as this test wants");
                }
              });
      world.start();
      if (world.rank() == 0) {
        touch.broadcast(cells);
      }
      world.quiesce();
    });
  }
}
