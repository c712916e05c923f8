// SPDX-License-Identifier: Apache-2.0
package weft.system.starts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.lab.Lab;
import weft.lab.Rate;
import weft.system.ProjectTree;
import weft.system.cli.Weft;
import weft.system.lab.NeedsLab;
import weft.testkit.Sampled;

/// The pods of the manifest in `examples/kubernetes`, imitated by hosts of a laboratory. Each has
/// names of its own, which are known late; none knows its own name.
@ExtendWith(NeedsLab.class)
@Tag("alone")
@Sampled
final class PodsTest {
  private static final int PODS = 4;

  /// Twice as long as the JVM remembers that a name is not known.
  private static final long MILLIS_UNTIL_NAMES_ARE_KNOWN = 20_000;

  private static final Pattern VALUE =
      Pattern.compile("- name: (WEFT_\\w+)\\n\\s+value: \"?([^\"\\n]+)\"?\\n");

  private static final String PATIENT =
      """
      import java.nio.file.*;

      void main(String[] args) {
        weft.Weft.launch(args, world -> {
          world.start();
          world.quiesce();
          Files.writeString(Path.of("pid" + world.rank()), "" + ProcessHandle.current().pid());
          world.pollUntil(() -> Files.exists(Path.of("end")));
          world.quiesce();
        });
      }
      """;

  @TempDir Path folder;
  private Lab lab;
  private final List<Process> pods = new ArrayList<>();
  private Map<String, String> variables;

  @BeforeEach
  void begin() throws Exception {
    Files.writeString(folder.resolve("Patient.java"), PATIENT);
    variables = variables();
    lab = Lab.open(PODS, Rate.NONE);
  }

  @AfterEach
  void end() {
    pods.forEach(Process::destroyForcibly);
    if (lab != null) {
      lab.close();
    }
  }

  /// The variables of the manifest that have the same value in all pods.
  private static Map<String, String> variables() throws IOException {
    String text = Files.readString(ProjectTree.root().resolve("examples/kubernetes/job.yaml"));
    var variables = new TreeMap<String, String>();
    Matcher matcher = VALUE.matcher(text);
    while (matcher.find()) {
      variables.put(matcher.group(1), matcher.group(2));
    }
    return variables;
  }

  private Path hosts(int pod) {
    return folder.resolve("hosts" + pod);
  }

  private void start(int pod) throws Exception {
    Files.writeString(hosts(pod), "127.0.0.1 localhost\n");
    String line =
        "mount --bind "
            + hosts(pod)
            + " /etc/hosts && exec "
            + SlurmCluster.weft()
            + " run --java-heap 64m Patient.java";
    ProcessBuilder builder = lab.builder(pod, List.of("sh", "-c", line));
    builder.environment().putAll(variables);
    builder.environment().put("WEFT_RANK", "" + pod);
    builder.environment().put("WEFT_HERE", "1");
    builder.environment().put("WEFT_TOKEN", "as if it were in a Secret");
    builder.environment().put("XDG_RUNTIME_DIR", Files.createDirectory(run(pod)).toString());
    builder.directory(folder.toFile());
    builder.redirectErrorStream(true).redirectOutput(out(pod).toFile());
    pods.add(builder.start());
  }

  private Path run(int pod) {
    return folder.resolve("run" + pod);
  }

  private Path out(int pod) {
    return folder.resolve("out" + pod);
  }

  /// The names that the service publishes, except that of the pod itself.
  private void publish() throws IOException {
    for (int pod = 1; pod < PODS; pod++) {
      Files.writeString(hosts(pod), lab.address(0) + " weft-0.weft\n", StandardOpenOption.APPEND);
    }
  }

  private String out() throws IOException {
    var text = new StringBuilder();
    for (int pod = 0; pod < PODS; pod++) {
      text.append(Files.readString(out(pod), UTF_8));
    }
    return text.toString();
  }

  private void awaitAll() throws Exception {
    Weft.await(
        "all ranks",
        () -> {
          for (int pod = 0; pod < PODS; pod++) {
            if (!Files.exists(folder.resolve("pid" + pod))) {
              assertThat(pods.get(pod).isAlive()).as(out()).isTrue();
              return false;
            }
          }
          return true;
        });
  }

  @Test
  void theManifestNamesPod0() {
    assertThat(variables)
        .containsEntry("WEFT_SIZE", "" + PODS)
        .containsEntry("WEFT_ADDRESS", "weft-0.weft:7700");
  }

  @Test
  void podsWhoseNamesAreKnownLateAreOneJobAndALostOneEndsAll() throws Exception {
    for (int pod = 0; pod < PODS; pod++) {
      start(pod);
    }
    Thread.sleep(MILLIS_UNTIL_NAMES_ARE_KNOWN);
    assertThat(folder.resolve("pid0")).doesNotExist();
    publish();
    awaitAll();
    long rank = Long.parseLong(Files.readString(folder.resolve("pid2")));
    ProcessHandle.of(rank).orElseThrow().destroyForcibly();
    for (Process pod : pods) {
      Weft.await("the end of all pods", () -> !pod.isAlive());
      assertThat(pod.exitValue()).isNotZero();
    }
    assertThat(out().lines().filter(it -> it.startsWith("weft: ")))
        .singleElement()
        .asString()
        .startsWith("weft: rank 2 failed: its process (pid " + rank + " on host h2");
  }

  @Test
  void aRunEndsWell() throws Exception {
    for (int pod = PODS - 1; pod >= 0; pod--) {
      start(pod);
    }
    publish();
    awaitAll();
    Files.createFile(folder.resolve("end"));
    for (Process pod : pods) {
      Weft.await("the end of all pods", () -> !pod.isAlive());
      assertThat(pod.exitValue()).as(out()).isZero();
    }
    assertThat(out()).isEmpty();
  }
}
