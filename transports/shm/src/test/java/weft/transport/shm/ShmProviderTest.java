// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.TransportProvider;

/// A process that cannot join is told why.
final class ShmProviderTest {
  @TempDir Path directory;

  private Map<String, String> environment() {
    return new HashMap<>(
        Map.of(
            JobVariables.RANK, "1",
            JobVariables.SIZE, "2",
            JobVariables.JOB, directory.toString(),
            JobVariables.TOKEN, "secret"));
  }

  private static void assertRefused(Map<String, String> environment, String... sentence) {
    assertThatThrownBy(() -> new ShmProvider().join(environment))
        .isInstanceOf(WeftException.class)
        .hasMessageContainingAll(sentence)
        .message()
        .doesNotContain("secret");
  }

  @Test
  void isFound() {
    assertThat(ServiceLoader.load(TransportProvider.class)).anyMatch(it -> it.name().equals("shm"));
  }

  @Test
  void aMissingVariableIsNamed() {
    for (String name : environment().keySet()) {
      var environment = environment();
      environment.remove(name);
      assertRefused(environment, name + " is not set", "weft run");
    }
  }

  @Test
  void aWrongNumberIsNamedWithItsRange() {
    var environment = environment();
    environment.put(JobVariables.RANK, "2");
    assertRefused(environment, "WEFT_RANK is \"2\"", "from 0 to 1");

    environment.put(JobVariables.SIZE, "many");
    assertRefused(environment, "WEFT_SIZE is \"many\"", "from 1 to");
  }

  @Test
  void aJobThatIsOverIsNamed() {
    var environment = environment();
    environment.put(JobVariables.JOB, directory.resolve("none").toString());
    assertRefused(environment, "found no job in", "none");
  }

  @Test
  void aProgramIsFoundInItsCommand() {
    assertThat(CommandProgram.of(List.of("java", "-Xmx1g", "-cp", "a:b", "x.Main", "-n", "3")))
        .isEqualTo("x.Main -n 3");
    assertThat(CommandProgram.of(List.of("java", "-jar", "-ea", "x"))).isEqualTo("-ea x");
    assertThat(CommandProgram.of(List.of("java", "-p", "mods", "-m", "m/x.Main")))
        .isEqualTo("m/x.Main");
    assertThat(CommandProgram.of(List.of("java", "--class-path=x", "x.Main"))).isEqualTo("x.Main");
    assertThat(CommandProgram.of(List.of("program"))).isEqualTo("program");
  }
}
