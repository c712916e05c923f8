// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.testkit.Sampled;

/// `weft doctor` and `weft bench`, and that their JSON files hold what the guide says.
@Sampled
final class DoctorTest {
  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder);
  }

  @Test
  void findsWhatWeftNeeds() throws Exception {
    var result = weft.run("doctor", "--json", "doctor.json");
    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .contains("shm, tcp, threads")
        .endsWith("All that Weft needs is there.\n");
    assertThat(Files.readString(folder.resolve("doctor.json")))
        .contains("\"ok\" : true", "\"state\" : \"ok\"", "\"memoryBytes\" : ", "\"cores\" : ");
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    weft.variable("WEFT_SHM_DIR", "/no/such/place");
    var result = weft.jvmOption("-Djava.io.tmpdir=/no/such/folder").run("doctor");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("advice +shared memory +/no/such/place is not there")
        .containsPattern("problem +temporary folder +/no/such/folder is not there")
        .endsWith("Something that Weft needs is missing.\n");
  }

  @Test
  void runsABenchmarkThatAJarDeclares() throws Exception {
    Path classes =
        Programs.classes(
            folder,
            "Probe",
            """
            void main(String[] args) throws Exception {
              IO.println(String.join(" ", args).replaceFirst("/.*", "FILE"));
              int at = List.of(args).indexOf("--json");
              if (at >= 0) java.nio.file.Files.writeString(Path.of(args[at + 1]), "{\\"x\\": 1}");
              System.exit(args.length > 0 && args[0].equals("fail") ? 3 : 0);
            }
            """
                .replace("Path.of", "java.nio.file.Path.of"));
    Files.createDirectories(classes.resolve("META-INF/weft"));
    Files.writeString(
        classes.resolve("META-INF/weft/benchmarks"),
        "probe Probe Says what it was given.\nprobe2 Probe The same.\nbroken NoSuch Fails.\n");
    weft.classes(classes);

    assertThat(weft.run("bench").out()).containsPattern("  probe +Says what it was given\\.");
    assertThat(weft.run("bench", "probe", "-n", "4", "x").out()).isEqualTo("-n 4 x\n");
    assertThat(weft.run("bench", "probe", "fail").exitCode()).isEqualTo(3);

    var result = weft.run("bench", "probe", "probe2", "-n", "4", "--json=bench.json");
    assertThat(result.err()).isEmpty();
    assertThat(result.outLines())
        .isEqualTo(
            List.of(
                "== probe: Says what it was given.",
                "-n 4 --json FILE",
                "== probe2: The same.",
                "-n 4 --json FILE"));
    assertThat(Files.readString(folder.resolve("bench.json")).replaceAll("\\s", ""))
        .contains("\"benchmarks\":{\"probe\":{\"x\":1},\"probe2\":{\"x\":1}}");
    // What was measured before a benchmark that fails is kept.
    assertThat(weft.run("bench", "probe", "broken", "--json", "part.json").exitCode()).isOne();
    assertThat(Files.readString(folder.resolve("part.json")).replaceAll("\\s", ""))
        .contains("\"benchmarks\":{\"probe\":{\"x\":1}}");
    assertThat(weft.leftovers()).isEmpty();
  }
}
