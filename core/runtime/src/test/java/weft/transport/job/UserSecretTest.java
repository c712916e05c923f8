// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.WeftException;

/// The secret of a user, and the tokens of jobs that follow from it.
final class UserSecretTest {
  @TempDir Path folder;

  private Map<String, String> environment() {
    return Map.of("XDG_CONFIG_HOME", folder.resolve("config").toString());
  }

  @Test
  void isMadeOnceForThisUserAlone() throws Exception {
    Path file = UserSecret.path(environment());
    assertThat(UserSecret.make(environment())).isTrue();
    String text = Files.readString(file);
    assertThat(UserSecret.make(environment())).isFalse();
    assertThat(Files.readString(file)).isEqualTo(text).hasSize(65);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(folder.resolve("config/weft"))) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void manyWhoMakeItAtOnceGetOne() throws Exception {
    Set<String> read = ConcurrentHashMap.newKeySet();
    var threads = new Thread[8];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  boolean _ = UserSecret.make(environment());
                  read.add(UserSecret.token(environment(), "a"));
                } catch (Exception e) {
                  read.add(e.toString());
                }
              });
    }
    for (Thread each : threads) {
      each.join();
    }
    assertThat(read).hasSize(1).allMatch(it -> it.matches("[0-9a-f]{64}"));
  }

  @Test
  void eachJobHasItsOwnToken() throws Exception {
    UserSecret.make(environment());
    String token = UserSecret.token(environment(), "slurm c/1/0/");
    assertThat(token)
        .matches("[0-9a-f]{64}")
        .isEqualTo(UserSecret.token(environment(), "slurm c/1/0/"));
    assertThat(UserSecret.token(environment(), "slurm c/1/1/")).isNotEqualTo(token);
    assertThat(Files.readString(UserSecret.path(environment()))).doesNotContain(token);
  }

  @Test
  void saysWhatIsWrongWithIt() throws Exception {
    assertThatThrownBy(() -> UserSecret.token(environment(), "a"))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("run `weft token` once")
        .hasMessageContaining(folder.toString());
    UserSecret.make(environment());
    Path file = UserSecret.path(environment());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> UserSecret.token(environment(), "a"))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("other users can read")
        .hasMessageContaining("chmod 600 " + file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(file, "hello");
    assertThatThrownBy(() -> UserSecret.token(environment(), "a"))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("is not a secret of Weft");
  }
}
