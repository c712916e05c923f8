// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Sampled
class StartCacheTest {
  private static final String MAIN = RankMain.class.getName();

  @TempDir private Path folder;

  private static String loaded(Path folder, List<String> command) throws Exception {
    var all = new ArrayList<>(command);
    all.add(1, "-Xlog:class+load");
    all.addAll(List.of(folder.toString(), TrainingProgram.class.getName()));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(output);
  }

  private List<String> caches() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(it -> it.getFileName().toString())
          .filter(it -> it.endsWith(".aot"))
          .toList();
    }
  }

  @Test
  void ranksLoadWhatWasLoadedBeforeFromTheCache() throws Exception {
    var cache = StartCache.in(folder);
    String path = ProcessRanks.classPath();
    List<String> few = cache.command(ProcessRanks.SMALL, path, 7, MAIN);
    assertThat(caches()).isEmpty();
    assertThat(loaded(folder, few)).containsPattern("weft\\.World source: (file|jrt):");
    List<String> many = cache.command(ProcessRanks.SMALL, path, 1, MAIN);
    assertThat(caches()).hasSize(1);
    assertThat(loaded(folder, many))
        .contains("weft.World source: shared objects file")
        .contains("weft.testkit.RankMain source: shared objects file");
    Files.delete(folder.resolve("output"));
    assertThat(StartCache.in(folder).command(ProcessRanks.SMALL, path, 8, MAIN)).isEqualTo(many);
    List<String> others = List.of("-Xmx64m", "-XX:+UseSerialGC");
    assertThat(StartCache.in(folder).command(others, path, 8, MAIN)).isNotEqualTo(many);
    assertThat(caches()).hasSize(1).doesNotContain(many.toString());
  }
}
