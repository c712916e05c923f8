// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The other kinds of one-sided memory see every access.
final class OneSidedKindsTest {
  /// What accesses nothing.
  private static final Set<String> HARMLESS = Set.of("own", "check", "checkMayWait");

  /// What the debug mode leaves as it is: they come to `put` and `get`, or wait for no room.
  private static final Set<String> NOT_CHECKED = Set.of("strided", "requestWakes");

  /// What is of the debug mode alone, or comes to `putRows` and its like.
  private static final Set<String> NOT_MESSAGED =
      Set.of("beginMany", "endMany", "freeing", "finish");

  @Test
  void everyAccessGoesThroughTheDebugMode() {
    check(List.of(CheckedOneSided.class, CheckedWords.class), NOT_CHECKED);
  }

  @Test
  void everyAccessGoesByMessagesWhereMemoryIsNotShared() {
    check(List.of(MessagedOneSided.class, MessagedWords.class), NOT_MESSAGED);
  }

  @Test
  void rowsAndBlocksGoByMessagesWhereMemoryIsNotShared() {
    int moves = 0;
    for (Method method : StridedAccess.class.getDeclaredMethods()) {
      if (method.getName().startsWith("move")) {
        moves++;
        assertThat(declares(MessagedStrided.class, method)).as("%s", method).isTrue();
      }
    }
    assertThat(moves).isEqualTo(4);
  }

  private static void check(List<Class<?>> kinds, Set<String> exceptions) {
    int accesses = 0;
    for (Method method : OneSided.class.getDeclaredMethods()) {
      int not = Modifier.STATIC | Modifier.FINAL | Modifier.PRIVATE;
      if ((method.getModifiers() & not) == 0
          && !method.isSynthetic()
          && !HARMLESS.contains(method.getName())
          && !exceptions.contains(method.getName())) {
        accesses++;
        assertThat(kinds).as("who overrides %s", method).anyMatch(type -> declares(type, method));
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
