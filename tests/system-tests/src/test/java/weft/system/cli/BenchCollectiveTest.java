// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.testkit.Sampled;

/// `weft bench collective` measures and explains.
@Sampled
class BenchCollectiveTest {
  @TempDir Path folder;

  private String bench(String... args) throws Exception {
    Weft weft = new Weft(folder);
    String[] command = new String[args.length + 2];
    command[0] = "bench";
    command[1] = "collective";
    System.arraycopy(args, 0, command, 2, args.length);
    Weft.Result result = weft.run(command);
    // A busy machine takes so long that it says that it still measures.
    assertThat(result.err().lines())
        .allMatch(line -> line.startsWith("weft: collective has measured for "));
    assertThat(result.exitCode()).isZero();
    return result.out();
  }

  @Test
  void theTableThatIsNamedIsTheOneThatIsExplained() throws Exception {
    Path file = folder.resolve("mine");
    Files.writeString(file, "broadcast * * ring 4k 4\n");
    Weft weft = new Weft(folder).variable("WEFT_CHOICES", file.toString());
    Weft.Result explained =
        weft.run("bench", "collective", "--explain", "broadcast", "--ranks", "3", "--bytes", "8k");
    assertThat(explained.out())
        .startsWith("broadcast, algorithm ring, 3 ranks, root 0, 8192 bytes");
  }

  @Test
  void everyAlgorithmIsMeasured() throws Exception {
    Path file = folder.resolve("figures.json");
    String said =
        bench(
            "--algorithms",
            "--only",
            "barrier",
            "--ranks",
            "2",
            "--quick",
            "--rounds",
            "1",
            "--no-peers",
            "--json",
            file.toString());
    assertThat(said).contains("exchange", "dissemination", "central");
    assertThat(Files.readString(file)).contains("dissemination");
  }
}
