// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The debug mode sees every access.
final class CheckedOneSidedTest {
  /// What accesses nothing.
  private static final Set<String> HARMLESS = Set.of("own", "check", "checkMayWait");

  @Test
  void everyAccessGoesThroughTheDebugMode() {
    int accesses = 0;
    for (Method method : OneSided.class.getDeclaredMethods()) {
      int not = Modifier.STATIC | Modifier.FINAL | Modifier.PRIVATE;
      if ((method.getModifiers() & not) == 0
          && !method.isSynthetic()
          && !HARMLESS.contains(method.getName())) {
        accesses++;
        assertThat(Arrays.asList(CheckedOneSided.class, CheckedWords.class))
            .as("who overrides %s", method)
            .anyMatch(type -> declares(type, method));
      }
    }
    assertThat(accesses).isGreaterThan(20);
  }

  private static boolean declares(Class<?> type, Method method) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(other ->
            other.getName().equals(method.getName())
                && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
  }
}
