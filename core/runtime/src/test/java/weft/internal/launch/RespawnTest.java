// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// How a program that starts itself again was started.
final class RespawnTest {
  @Test
  void aJarIsAllOfItsClassPath() {
    assertThat(Respawn.isJar("app.jar", "app.jar")).isTrue();
    assertThat(Respawn.isJar("a folder/app.jar one word", "a folder/app.jar")).isTrue();
    assertThat(Respawn.isJar("com.example.Main app.jar", "app.jar")).isFalse();
    assertThat(Respawn.isJar("com.example.Main", "")).isFalse();
    assertThat(Respawn.isJar("app.jars", "app.jar")).isFalse();
  }
}
