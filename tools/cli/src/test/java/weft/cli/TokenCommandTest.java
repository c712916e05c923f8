// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.cli.profile.TokenCommand;

/// What `weft token` makes and prints.
final class TokenCommandTest {
  @TempDir Path folder;

  private final Console console = new Console();

  private int run(String... args) {
    var main = new Main(console.out, console.err);
    var environment = Map.of("XDG_CONFIG_HOME", folder.toString());
    return main.execute("token", new TokenCommand(console.out, environment), List.of(args));
  }

  @Test
  void makesOneSecretAndTokensOfJobs() throws Exception {
    assertThat(run("tonight")).isEqualTo(2);
    assertThat(console.err()).contains("There is no token: ", "run `weft token` once");

    Path secret = folder.resolve("weft/token");
    assertThat(run()).isZero();
    assertThat(run()).isZero();
    assertThat(console.out())
        .isEqualTo(
            """
            The secret of your jobs is in %1$s; nobody else can read it.
            The secret of your jobs is in %1$s, as before.
            """
                .formatted(secret));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
        .isEqualTo("rw-------");

    for (String name : List.of("a", "a", "b")) {
      assertThat(run(name)).isZero();
    }
    List<String> tokens = console.out().lines().skip(2).toList();
    assertThat(tokens).hasSize(3).allMatch(it -> it.matches("[0-9a-f]{64}"));
    assertThat(tokens.get(0)).isEqualTo(tokens.get(1)).isNotEqualTo(tokens.get(2));
  }

  @Test
  void aSecretThatOthersCanReadIsNotUsed() throws Exception {
    assertThat(run()).isZero();
    Path secret = folder.resolve("weft/token");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(run()).isEqualTo(1);
    assertThat(run("a")).isEqualTo(2);
    assertThat(console.err()).contains("other users can read the secret in " + secret);
  }
}
