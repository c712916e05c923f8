// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;

/// The class that is made of a busy rank's handlers runs the same ones as the tables.
final class HandlerSpinnerTest {
  private final List<String> ran = new ArrayList<>();

  private void say(int number, int source, long... words) {
    var text = new StringBuilder().append(number).append(" from ").append(source);
    for (long word : words) {
      text.append(' ').append(word);
    }
    ran.add(text.toString());
  }

  /// Handlers of all arities, numbered from `first` in turn, `count` in all.
  private Handlers handlers(int first, int count) {
    var handlers = new Handlers(new Handlers(), first + count);
    for (int i = 0; i < count; i++) {
      int number = first + i;
      Rsr0.Handler rsr0 = source -> say(number, source);
      Rsr1.Handler rsr1 = (source, a) -> say(number, source, a);
      Rsr2.Handler rsr2 = (source, a, b) -> say(number, source, a, b);
      Rsr3.Handler rsr3 = (source, a, b, c) -> say(number, source, a, b, c);
      Rsr4.Handler rsr4 = (source, a, b, c, d) -> say(number, source, a, b, c, d);
      handlers.put(number, List.of(rsr0, rsr1, rsr2, rsr3, rsr4).get(number % 5));
    }
    return handlers;
  }

  private static void runAll(Handlers handlers) {
    for (int number = 0; number < handlers.rsr0.length; number++) {
      if (handlers.rsr0[number] != null) {
        handlers.run0(number, 1);
      }
      if (handlers.rsr1[number] != null) {
        handlers.run1(number, 2, number * 10L);
      }
      if (handlers.rsr2[number] != null) {
        handlers.run2(number, 3, number * 10L, -1);
      }
      if (handlers.rsr3[number] != null) {
        handlers.run3(number, 4, number * 10L, -1, Long.MIN_VALUE);
      }
      if (handlers.rsr4[number] != null) {
        handlers.run4(number, 5, number * 10L, -1, Long.MIN_VALUE, 7);
      }
    }
  }

  private void check(Handlers handlers) {
    ran.clear();
    runAll(handlers);
    List<String> expected = List.copyOf(ran);
    ran.clear();
    Handlers spun = HandlerSpinner.spin(handlers);
    assertThat(spun.getClass()).isNotEqualTo(Handlers.class);
    runAll(spun);
    assertThat(ran).isEqualTo(expected).isNotEmpty();
  }

  @Test
  void handlersOfEveryArityRunWithTheirWords() {
    check(handlers(16, 60));
  }

  @Test
  void oneHandlerOfAnArityStaysInItsTable() {
    check(handlers(16, 7));
  }

  @Test
  void moreHandlersThanASwitchTakesStayInTheirTable() {
    check(handlers(16, 5 * 300));
  }

  @Test
  void whatAHandlerThrowsComesOut() {
    Handlers handlers = handlers(16, 20);
    Rsr1.Handler fails =
        (source, a) -> {
          throw new IllegalStateException("on purpose " + a);
        };
    handlers.put(16, fails);
    Handlers spun = HandlerSpinner.spin(handlers);
    assertThatThrownBy(() -> spun.run1(16, 0, 5))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("on purpose 5");
  }

  /// A job that follows another in the same JVM is as fast.
  @Test
  void oneRankAtATimeHasSuchAClass() {
    for (int job = 0; job < 3; job++) {
      HandlerSpinner spinner = requireNonNull(HandlerSpinner.begin(handlers(16, 20)));
      assertThat(HandlerSpinner.begin(handlers(16, 20))).isNull();
      spinner.release();
    }
  }
}
