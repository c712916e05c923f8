// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A stack trace keeps both its ends.
final class StackTextTest {
  private static int deep(int depth) {
    return depth < 0 ? 0 : 1 + deep(depth + 1);
  }

  private static Error overflow() {
    try {
      throw new AssertionError(deep(0));
    } catch (StackOverflowError e) {
      return e;
    }
  }

  @Test
  void aLongStackLosesItsMiddle() {
    Error thrown = overflow();
    int frames = thrown.getStackTrace().length;
    assertThat(frames).isGreaterThan(900);
    String report = FailureReport.of(1, "its body", thrown).text();
    assertThat(report).contains("\t... " + (frames - 50) + " frames left out\n").hasLineCount(52);
  }

  @Test
  void theStackOfACauseIsCutToo() {
    String text = StackText.of(new IllegalStateException("no", overflow()));
    assertThat(text).contains("Caused by: java.lang.StackOverflowError", " frames left out\n");
    assertThat(text.lines().count()).isLessThan(200);
  }

  @Test
  void aShortStackIsWhole() {
    String frames = "\tat a.B.c(B.java:1)\n".repeat(51);
    String trace = "x\n" + frames + "Caused by: y\n\tat d\n\t... 9 more\n";
    assertThat(StackText.cut(trace)).isEqualTo(trace);
  }
}
